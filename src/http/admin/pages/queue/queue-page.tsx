import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import { type QueueSnapshot, WORKER_GONE_MS, type Worker } from '../../../../domain/queue-status.ts';
import { isoTime } from '../../../../presentation/json.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { eventListPath } from '../../routes/event-filter.ts';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { PostForm } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useTexts } from '../language.tsx';
import { queueTexts } from './queue-texts.ts';

export function QueuePage({ frame, snapshot }: { readonly frame: Frame; readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useTexts(queueTexts);
  return (
    <Layout frame={frame} section="queue" title={words.title(snapshot.queue)}>
      <div className="heading">
        <h1>{words.title(snapshot.queue)}</h1>
        <Connection />
        <div className="actions">
          <div className="while-running">
            <PostForm frame={frame} action="/admin/fila/pausar" label={words.pause} kind="secondary" />
          </div>
          <div className="while-paused">
            <PostForm frame={frame} action="/admin/fila/retomar" label={words.resume} kind="primary" />
          </div>
        </div>
      </div>
      <Live address="/admin/fila">
        <QueueFigures snapshot={snapshot} />
      </Live>
    </Layout>
  );
}

/** The part of the page that is sent anew after each change. It holds no form, so one rendering serves every reader. */
export function QueueFigures({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useTexts(queueTexts);
  return (
    <div data-queue={snapshot.pausedAt === null ? 'running' : 'paused'} data-at={isoTime(snapshot.at)}>
      <Banners snapshot={snapshot} />
      <section aria-label={words.figures}>
        <dl className="figures">
          <Figure name="pendente" value={<Count value={snapshot.waiting} />} meaning={words.meanings.pendente} />
          <Figure name="processando" value={<Count value={snapshot.running} />} meaning={words.meanings.processando} />
          <Figure
            name="falhou"
            path={eventListPath({ status: 'erro' })}
            value={<Count value={snapshot.failed} />}
            meaning={words.meanings.falhou}
            alarming={snapshot.failed > 0}
          />
          <Figure name="concluido" value={<Count value={snapshot.finished} />} meaning={words.meanings.concluido} />
          <Figure name="adiado" value={<Count value={snapshot.delayed} />} meaning={words.meanings.adiado} />
          <Figure name="estacionado" value={<Count value={snapshot.parked} />} meaning={words.meanings.estacionado} />
          <OldestWaiting snapshot={snapshot} />
          <LastMinutes snapshot={snapshot} />
        </dl>
      </section>
      <Workers snapshot={snapshot} />
      <p className="quiet">
        {words.asOf} <Moment at={snapshot.at} />
      </p>
    </div>
  );
}

function Banners({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useTexts(queueTexts);
  const alive = snapshot.workers.some((worker) => isAlive(worker, snapshot.at));
  return (
    <>
      {alive ? null : (
        <div className="notice notice-bad">
          <strong>{words.noWorkerTitle}</strong> {words.noWorkerText}
        </div>
      )}
      {snapshot.pausedAt === null ? null : (
        <div className="notice notice-warn">
          <strong>{words.pausedTitle}</strong> {words.pausedText} <Moment at={snapshot.pausedAt} />.
        </div>
      )}
    </>
  );
}

function Figure(props: { name: string; value: ReactNode; meaning: ReactNode; path?: string; alarming?: boolean }): ReactNode {
  return (
    <div className={props.alarming === true ? 'figure figure-bad' : 'figure'}>
      <dt>{props.path === undefined ? props.name : <a href={props.path}>{props.name}</a>}</dt>
      <dd>
        <span className="value">{props.value}</span>
        <span className="quiet">{props.meaning}</span>
      </dd>
    </div>
  );
}

function OldestWaiting({ snapshot: { oldestWaitingMs } }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useTexts(queueTexts);
  const value = oldestWaitingMs === null ? words.none : formatDuration(oldestWaitingMs);
  return <Figure name={words.oldest} value={value} meaning={oldestWaitingMs === null ? words.oldestNone : words.oldestMeaning} />;
}

function LastMinutes({ snapshot: { lastMinutes } }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useTexts(queueTexts);
  return (
    <Figure
      name={words.lastMinutes(lastMinutes.minutes)}
      value={<Count value={lastMinutes.finished} />}
      meaning={
        <>
          {words.lastFinished} ·{' '}
          <span className={lastMinutes.failed > 0 ? 'bad' : undefined}>
            {<Count value={lastMinutes.failed} />} {words.lastFailed}
          </span>
        </>
      }
    />
  );
}

function Workers({ snapshot }: { readonly snapshot: QueueSnapshot }): ReactNode {
  const words = useTexts(queueTexts);
  return (
    <section aria-labelledby="workers">
      <h2 id="workers">{words.workers}</h2>
      {snapshot.workers.length === 0 ? (
        <p className="quiet">{words.workersEmpty}</p>
      ) : (
        <table className="list">
          <thead>
            <tr>
              <th scope="col">{words.worker}</th>
              <th scope="col">{words.machine}</th>
              <th scope="col">{words.heartbeat}</th>
              <th scope="col">{words.since}</th>
              <th scope="col" className="number">
                {words.processed}
              </th>
              <th scope="col" className="number">
                {words.failures}
              </th>
            </tr>
          </thead>
          <tbody>
            {snapshot.workers.map((worker) => (
              <WorkerRow key={worker.id} worker={worker} now={snapshot.at} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function WorkerRow({ worker, now }: { readonly worker: Worker; readonly now: number }): ReactNode {
  const words = useTexts(queueTexts);
  const alive = isAlive(worker, now);
  return (
    <tr>
      <td data-label={words.worker}>
        <Foreign text={worker.id} />
      </td>
      <td data-label={words.machine}>
        <Foreign text={`${worker.host} · ${worker.pid}`} />
      </td>
      <td data-label={words.heartbeat}>
        <span className={alive ? 'badge badge-alive' : 'badge badge-erro'}>{alive ? words.alive : words.gone}</span>{' '}
        <span className="quiet">{words.ago(formatDuration(Math.max(0, now - worker.seenAt)))}</span>
      </td>
      <td data-label={words.since}>
        <Moment at={worker.startedAt} />
      </td>
      <td data-label={words.processed} className="number">
        {<Count value={worker.processed} />}
      </td>
      <td data-label={words.failures} className="number">
        {<Count value={worker.failed} />}
      </td>
    </tr>
  );
}

function isAlive(worker: Worker, now: number): boolean {
  return now - worker.seenAt < WORKER_GONE_MS;
}
