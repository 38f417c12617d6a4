import type { ReactNode } from 'react';
import { CONVERSION_QUEUE } from '../../../../domain/job.ts';
import { isAlive, type QueueSnapshot, type Worker } from '../../../../domain/queue-status.ts';
import { isoTime } from '../../../../presentation/json.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import { conversionList } from '../../addresses/lists.ts';
import { queuePath } from '../../addresses/queue-path.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { QueueView } from '../../health/look-at-queue.ts';
import { ThroughputChart } from '../charts/throughput-chart.tsx';
import { marksFor, TimesChart } from '../charts/times-chart.tsx';
import { Age, Ago } from '../elements/age.tsx';
import { Figure } from '../elements/figure.tsx';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { ConversionQueue } from './conversion-queue.tsx';
import { DatabaseFacts } from './database-facts.tsx';

export function QueuePage({ frame, view }: { readonly frame: Frame; readonly view: QueueView }): ReactNode {
  const words = useMessages().web.queue;
  const { queue } = view.snapshot;
  const hidden = { fila: queue };
  return (
    <AdminPage
      frame={frame}
      section="queue"
      title={words.title(queue)}
      beside={
        <>
          <Connection />
          <div className="actions">
            <div className="while-running">
              <PostForm frame={frame} action="/admin/fila/pausar" hidden={hidden} label={words.pause} kind="secondary" />
            </div>
            <div className="while-paused">
              <PostForm frame={frame} action="/admin/fila/retomar" hidden={hidden} label={words.resume} kind="primary" />
            </div>
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

/** The part of the page that is sent anew after each change. It holds no form, so one rendering serves every reader. */
export function QueueFigures({ view }: { readonly view: QueueView }): ReactNode {
  const words = useMessages().web.queue;
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
        {words.asOf} <Moment at={snapshot.at} />
      </p>
    </div>
  );
}

function Banners({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useMessages().web.queue;
  const queueWords = words.queues[kindOf(snapshot)];
  const isWorked = snapshot.workers.some((worker) => isAlive(worker, snapshot.at));
  return (
    <>
      {isWorked ? null : (
        <div className="notice notice-bad" id="no-worker">
          <strong>{words.noWorkerTitle}</strong> {queueWords.noWorkerText}
        </div>
      )}
      {snapshot.pausedAt === null ? null : (
        <div className="notice notice-warn" id="paused">
          <strong>{words.pausedTitle}</strong> {queueWords.pausedText} <Moment at={snapshot.pausedAt} /> (
          <Ago since={snapshot.pausedAt} now={snapshot.at} />
          ).
        </div>
      )}
    </>
  );
}

function States({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useMessages().web.queue;
  const meanings = { ...words.meanings, ...words.queues[kindOf(snapshot)].meanings };
  return (
    <section aria-label={words.figures}>
      <dl className="figures states">
        <OldestWaiting snapshot={snapshot} />
        <Figure name="pendente" value={<Count value={snapshot.waiting} />} meaning={meanings.pendente} />
        <Figure name="processando" value={<Count value={snapshot.running} />} meaning={meanings.processando} />
        <Figure
          name="falhou"
          path={failuresPath(snapshot)}
          value={<Count value={snapshot.failed} />}
          meaning={meanings.falhou}
          mood={snapshot.failed > 0 ? 'bad' : undefined}
        />
        <Figure name="concluido" value={<Count value={snapshot.finished} />} meaning={meanings.concluido} />
        <Figure name="adiado" value={<Count value={snapshot.delayed} />} meaning={meanings.adiado} />
        <Figure name="estacionado" value={<Count value={snapshot.parked} />} meaning={meanings.estacionado} />
      </dl>
    </section>
  );
}

function kindOf({ queue }: QueueSnapshot): 'events' | 'conversions' {
  return queue === CONVERSION_QUEUE ? 'conversions' : 'events';
}

/** Where what failed is looked at and run again. */
function failuresPath(snapshot: QueueSnapshot): string {
  return kindOf(snapshot) === 'conversions' ? conversionList.address({ state: 'rejeitada' }) : eventListPath({ status: 'erro' });
}

/** It stands first: it tells a queue that stands still from one that has nothing to do. */
function OldestWaiting({ snapshot: { oldestWaitingMs, at } }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useMessages().web.queue;
  if (oldestWaitingMs === null) return <Figure name={words.oldest} value={words.none} meaning={words.oldestNone} />;
  return <Figure name={words.oldest} value={<Age since={at - oldestWaitingMs} now={at} />} meaning={words.oldestMeaning} />;
}

function Charts({ view: { history } }: { readonly view: QueueView }): ReactNode {
  const words = useMessages().web.queue;
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
  const words = useMessages().web.queue;
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
            { name: words.heartbeat, cell: (worker) => <Heartbeat worker={worker} now={at} /> },
            { name: words.since, cell: ({ startedAt }) => <Moment at={startedAt} /> },
            { name: words.version, cell: ({ version }) => <Foreign text={version} /> },
            { name: words.processed, look: 'number', cell: ({ processed }) => <Count value={processed} /> },
            { name: words.failures, look: 'number', cell: ({ failed }) => <Count value={failed} /> },
          ]}
        />
      )}
    </Section>
  );
}

function Heartbeat({ worker, now }: { readonly worker: Worker; readonly now: number }): ReactNode {
  const words = useMessages().web.queue;
  const alive = isAlive(worker, now);
  return (
    <span>
      <span className={alive ? 'badge badge-alive' : 'badge badge-erro'}>{alive ? words.alive : words.gone}</span>{' '}
      <span className="quiet">
        <Ago since={Math.min(now, worker.seenAt)} now={now} />
      </span>
    </span>
  );
}
