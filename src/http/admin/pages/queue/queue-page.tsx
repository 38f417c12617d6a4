import type { ReactNode } from 'react';
import { formatBytes } from '../../../../base/bytes.ts';
import { ConversionState } from '../../../../domain/conversion.ts';
import { CONVERSION_QUEUE } from '../../../../domain/job.ts';
import { isAlive, type QueueSnapshot, type Worker } from '../../../../domain/queue-status.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { isoTime } from '../../../../presentation/json.ts';
import type { QueueView } from '../../../../presentation/queue-record.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import { conversionList } from '../../addresses/lists.ts';
import { queuePath } from '../../addresses/paths.ts';
import { DATABASE_ANCHOR } from '../../read/finding-address.ts';
import type { Frame } from '../../requests/visitor.ts';
import { ThroughputChart } from '../charts/throughput-chart.tsx';
import { marksFor, TimesChart } from '../charts/times-chart.tsx';
import { Figure } from '../elements/figure.tsx';
import { Count, Details, Foreign, Sentence } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { Age, FullMoment, Moment } from '../elements/moment.tsx';
import { PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages, useWords } from '../language.tsx';
import { ConversionQueue } from './conversion-queue.tsx';

export function QueuePage({ frame, view }: { readonly frame: Frame; readonly view: QueueView }): ReactNode {
  const { words } = useWords('queue');
  const { snapshot } = view;
  const { queue } = snapshot;
  const hidden = { fila: queue };
  return (
    <AdminPage
      frame={frame}
      section="queue"
      title={words.queues[kindOf(snapshot)].title}
      subtitle={<Connection />}
      actions={
        <>
          <div className="while-running">
            <PostForm frame={frame} action="/admin/fila/pausar" hidden={hidden} label={words.pause} kind="secondary" />
          </div>
          <div className="while-paused">
            <PostForm frame={frame} action="/admin/fila/retomar" hidden={hidden} label={words.resume} kind="primary" />
          </div>
        </>
      }
    >
      <Live address={queuePath(queue)}>
        <QueueFigures view={view} />
      </Live>
    </AdminPage>
  );
}

/** The live part of the page. It contains no form, so one rendering serves every reader. */
export function QueueFigures({ view }: { readonly view: QueueView }): ReactNode {
  const { words } = useWords('queue');
  const { snapshot } = view;
  return (
    <div className="queue" data-queue={snapshot.pausedAt === null ? 'running' : 'paused'} data-at={isoTime(snapshot.at)}>
      <Banners snapshot={snapshot} />
      <States snapshot={snapshot} />
      {view.conversions === null ? null : <ConversionQueue snapshot={view.conversions} />}
      <Charts view={view} />
      <Workers snapshot={snapshot} />
      <DatabaseFacts view={view} />
      <p className="quiet">
        {words.asOf} <FullMoment at={snapshot.at} />
      </p>
    </div>
  );
}

function Banners({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const { words } = useWords('queue');
  const queueWords = words.queues[kindOf(snapshot)];
  const isWorked = snapshot.workers.some((worker) => isAlive(worker, snapshot.at));
  return (
    <>
      {isWorked ? null : (
        <div className="notice notice-bad" id="no-worker">
          <strong>{words.noWorkerTitle}</strong> <Sentence text={queueWords.noWorkerText} />
        </div>
      )}
      {snapshot.pausedAt === null ? null : (
        <div className="notice notice-warn" id="paused">
          <strong>{words.pausedTitle}</strong> {queueWords.pausedText} <FullMoment at={snapshot.pausedAt} />.
        </div>
      )}
    </>
  );
}

function States({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const { words } = useWords('queue');
  const { jobStates } = useMessages().labels;
  const meanings = { ...words.meanings, ...words.queues[kindOf(snapshot)].meanings };
  return (
    <section aria-label={words.figures}>
      <dl className="figures states">
        <OldestWaiting snapshot={snapshot} />
        <Figure name={jobStates.pendente} value={<Count value={snapshot.waiting} />} meaning={meanings.pendente} />
        <Figure name={jobStates.processando} value={<Count value={snapshot.running} />} meaning={meanings.processando} />
        <Figure
          name={jobStates.falhou}
          path={failuresPath(snapshot)}
          value={<Count value={snapshot.failed} />}
          meaning={meanings.falhou}
          mood={snapshot.failed > 0 ? 'bad' : undefined}
        />
        <Figure name={jobStates.concluido} value={<Count value={snapshot.finished} />} meaning={meanings.concluido} />
        <Figure name={jobStates.adiado} value={<Count value={snapshot.delayed} />} meaning={meanings.adiado} />
        <Figure name={jobStates.estacionado} value={<Count value={snapshot.parked} />} meaning={meanings.estacionado} />
      </dl>
    </section>
  );
}

function kindOf({ queue }: QueueSnapshot): 'events' | 'conversions' {
  return queue === CONVERSION_QUEUE ? 'conversions' : 'events';
}

/** Where failed jobs are listed and retried. */
function failuresPath(snapshot: QueueSnapshot): string {
  return kindOf(snapshot) === 'conversions'
    ? conversionList.address({ state: ConversionState.rejected })
    : eventListPath({ status: EventStatus.failed });
}

/** Comes first: it distinguishes a stalled queue from an idle one. */
function OldestWaiting({ snapshot: { oldestWaitingMs, at } }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const { words, labels } = useWords('queue');
  if (oldestWaitingMs === null) return <Figure name={words.oldest} value={labels.none} meaning={words.oldestNone} />;
  return <Figure name={words.oldest} value={<Age since={at - oldestWaitingMs} now={at} />} meaning={words.oldestMeaning} />;
}

function Charts({ view: { history } }: { readonly view: QueueView }): ReactNode {
  const { words } = useWords('queue');
  const { times } = useMessages().web.charts;
  const { waits, runs, stepMs, lastHour } = history;
  const marks = marksFor([...waits, ...runs]);
  return (
    <Section id="last-hour" title={words.lastHour}>
      <div className="charts">
        <ThroughputChart minutes={history.minutes} />
        <TimesChart id="waits" title={times.wait} steps={waits} stepMs={stepMs} lastHour={lastHour.wait} marks={marks} />
        <TimesChart id="runs" title={times.run} steps={runs} stepMs={stepMs} lastHour={lastHour.run} marks={marks} />
      </div>
    </Section>
  );
}

function Workers({ snapshot: { workers, at } }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const { words, fields, labels } = useWords('queue');
  return (
    <Section id="workers" title={words.workers}>
      {workers.length === 0 ? (
        <p className="quiet">{words.workersEmpty}</p>
      ) : (
        <Table
          caption={words.workers}
          rows={workers}
          keyOf={({ id }) => id}
          columns={[
            { name: words.worker, cell: ({ id }) => <Foreign text={id} /> },
            { name: words.machine, cell: ({ host, pid }) => <Foreign text={`${host} · ${pid}`} /> },
            { name: fields.state, cell: (worker) => <WorkerState worker={worker} now={at} /> },
            { name: words.heartbeat, cell: ({ seenAt }) => <Age since={Math.min(at, seenAt)} now={at} /> },
            { name: fields.started, cell: ({ startedAt }) => <Moment at={startedAt} /> },
            { name: words.version, cell: ({ version }) => <Foreign text={version} /> },
            { name: words.processed, look: 'number', cell: ({ processed }) => <Count value={processed} /> },
            { name: labels.jobStates.falhou, look: 'number', cell: ({ failed }) => <Count value={failed} /> },
          ]}
        />
      )}
    </Section>
  );
}

function WorkerState({ worker, now }: { readonly worker: Worker; readonly now: number }): ReactNode {
  const { workerStates } = useMessages().labels;
  const alive = isAlive(worker, now);
  return <span className={alive ? 'badge badge-alive' : 'badge badge-erro'}>{alive ? workerStates.alive : workerStates.gone}</span>;
}

/** The database file, or the database on its server, and whether there is a backup of it. */
function DatabaseFacts({ view: { store, lastBackupAt } }: { readonly view: QueueView }): ReactNode {
  const { labels, web } = useMessages();
  const words = web.queue.database;
  const sized = (bytes: number): string => formatBytes(bytes, labels.locale);
  const backup = lastBackupAt === null ? words.never : <Moment at={lastBackupAt} />;
  const free = store.diskFreeBytes === null ? words.unknown : sized(store.diskFreeBytes);
  const isFile = store.kind === 'sqlite';
  return (
    <Section id={DATABASE_ANCHOR} title={labels.fields.database} folds>
      <Details
        rows={[
          { name: isFile ? words.file : words.name, value: <Foreign text={store.location} /> },
          { name: labels.fields.size, value: sized(store.fileBytes) },
          ...(store.walBytes === null ? [] : [{ name: words.wal, value: sized(store.walBytes) }]),
          ...(isFile ? [{ name: words.free, value: free }] : []),
          { name: words.schema, value: store.schemaVersion },
          { name: words.backup, value: backup },
        ]}
      />
      <p className="quiet">
        <Sentence text={words.backupHint} />
      </p>
    </Section>
  );
}
