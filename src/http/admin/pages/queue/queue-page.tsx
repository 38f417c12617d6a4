import type { ReactNode } from 'react';
import { formatBytes } from '../../../../base/bytes.ts';
import { ConversionState } from '../../../../domain/conversion.ts';
import { CONVERSION_QUEUE } from '../../../../domain/job.ts';
import { isAlive, liveWorkers, type QueueSnapshot, type Worker } from '../../../../domain/queue-status.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { isoTime } from '../../../../presentation/json.ts';
import type { QueueView } from '../../../../presentation/queue-record.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import { conversionList } from '../../addresses/lists.ts';
import { queuePath } from '../../addresses/paths.ts';
import { CONVERSIONS_ANCHOR, DATABASE_ANCHOR } from '../../read/finding-address.ts';
import { ThroughputChart } from '../charts/throughput-chart.tsx';
import { marksFor, TimesChart } from '../charts/times-chart.tsx';
import { useMessages, useWords } from '../context.tsx';
import { PostForm } from '../elements/form.tsx';
import { Age, Count, Details, Foreign, FullMoment, Moment, Sentence } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

export function QueuePage({ view }: { readonly view: QueueView }): ReactNode {
  const { words } = useWords('queue');
  const { snapshot } = view;
  const { queue } = snapshot;
  const hidden = { fila: queue };
  return (
    <AdminPage
      section="queue"
      title={words.queues[kindOf(snapshot)].title}
      subtitle={<Connection />}
      actions={
        <>
          <div className="while-running">
            <PostForm action="/admin/fila/pausar" hidden={hidden} label={words.pause} kind="secondary" />
          </div>
          <div className="while-paused">
            <PostForm action="/admin/fila/retomar" hidden={hidden} label={words.resume} kind="primary" />
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
  const { words, labels } = useWords('queue');
  const meanings = { ...words.meanings, ...words.queues[kindOf(snapshot)].meanings };
  return (
    <section aria-label={words.figures}>
      <dl className="figures states">
        <OldestWaiting snapshot={snapshot} />
        <Figure name={labels.jobStates.pendente} value={<Count value={snapshot.waiting} />} meaning={meanings.pendente} />
        <Figure name={labels.jobStates.processando} value={<Count value={snapshot.running} />} meaning={meanings.processando} />
        <Figure
          name={labels.jobStates.falhou}
          path={failuresPath(snapshot)}
          value={<Count value={snapshot.failed} />}
          meaning={meanings.falhou}
          mood={snapshot.failed > 0 ? 'bad' : undefined}
        />
        <Figure name={labels.jobStates.concluido} value={<Count value={snapshot.finished} />} meaning={meanings.concluido} />
        <Figure name={labels.jobStates.adiado} value={<Count value={snapshot.delayed} />} meaning={meanings.adiado} />
        <Figure name={labels.jobStates.estacionado} value={<Count value={snapshot.parked} />} meaning={meanings.estacionado} />
      </dl>
    </section>
  );
}

function kindOf({ queue }: QueueSnapshot): 'events' | 'conversions' {
  return queue === CONVERSION_QUEUE ? 'conversions' : 'events';
}

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
      <Table
        caption={words.workers}
        rows={workers}
        none={<p className="quiet">{words.workersEmpty}</p>}
        columns={[
          { name: fields.worker, cell: ({ id }) => <Foreign text={id} /> },
          { name: fields.host, cell: ({ host, pid }) => <Foreign text={`${host} · ${pid}`} /> },
          { name: fields.state, cell: (worker) => <WorkerState worker={worker} now={at} /> },
          { name: fields.silent, cell: ({ seenAt }) => <Age since={Math.min(at, seenAt)} now={at} /> },
          { name: fields.started, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { name: fields.version, cell: ({ version }) => <Foreign text={version} /> },
          { name: words.processed, look: 'number', cell: ({ processed }) => <Count value={processed} /> },
          { name: labels.jobStates.falhou, look: 'number', cell: ({ failed }) => <Count value={failed} /> },
        ]}
      />
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
  const backup = lastBackupAt === null ? labels.never : <Moment at={lastBackupAt} />;
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

function ConversionQueue({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const { words, labels, number } = useWords('queue');
  const { waiting, delayed, parked, failed, pausedAt, queue } = snapshot;
  const alive = liveWorkers(snapshot).length;
  const isUnworked = alive === 0 && waiting > 0 && pausedAt === null;
  return (
    <section aria-labelledby={CONVERSIONS_ANCHOR}>
      <h2 id={CONVERSIONS_ANCHOR}>
        <a href={queuePath(queue)}>{words.queues.conversions.title}</a>
      </h2>
      <dl className="figures">
        <OldestWaiting snapshot={snapshot} />
        <Figure
          name={labels.conversionStates.pendente}
          path={conversionList.address({ state: ConversionState.pending })}
          value={<Count value={waiting} />}
          meaning={[
            delayed === 0 ? words.conversionsWait : words.conversionsDelayed(number(waiting - delayed), number(delayed)),
            ...(parked === 0 ? [] : [words.conversionsParked(number(parked))]),
          ].join('; ')}
        />
        <Figure
          name={labels.conversionStates.rejeitada}
          path={conversionList.address({ state: ConversionState.rejected })}
          value={<Count value={failed} />}
          meaning={words.queues.conversions.meanings.falhou}
          mood={failed > 0 ? 'warn' : undefined}
        />
        <Figure
          name={words.workers}
          path={`${queuePath(queue)}#workers`}
          value={<Count value={alive} />}
          meaning={
            pausedAt === null ? alive === 0 ? <Sentence text={words.conversionsUnworked} /> : labels.workerStates.alive : words.pausedTitle
          }
          mood={isUnworked ? 'bad' : undefined}
        />
      </dl>
    </section>
  );
}

/** One number of a page with its name and meaning; with `path`, the whole tile is a link. For `<dl className="figures">`. */
function Figure(props: {
  name: ReactNode;
  value: ReactNode;
  meaning?: ReactNode;
  path?: string;
  mood?: 'bad' | 'warn' | undefined;
}): ReactNode {
  const { name, value, meaning, path, mood } = props;
  return (
    <div className={mood === undefined ? 'figure' : `figure figure-${mood}`}>
      <dt>{path === undefined ? name : <a href={path}>{name}</a>}</dt>
      <dd>
        <span className="value">{value}</span>
        {meaning === undefined ? null : <span className="quiet">{meaning}</span>}
      </dd>
    </div>
  );
}
