import { z } from 'zod';
import { worstFirst } from '../../../domain/finding.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import { findAll } from '../../../findings/findings.ts';
import { watchedRecord } from '../../../presentation/finding-record.ts';
import { pauseRecord, queueRecord } from '../../../presentation/queue-record.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { queuePath } from '../addresses/queue-path.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { DescribedRoute } from '../contract/operation.ts';
import { readValues, word } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { type LookAtQueue, lookAtQueue } from '../health/look-at-queue.ts';
import { languageOfRequest } from '../language.ts';
import { liveReader } from '../live/live-reader.ts';
import type { LiveMessage, LiveView, LiveViews } from '../live/live-views.ts';
import { sharedLook } from '../live/shared-look.ts';
import { namedFormat, wantsLiveHtml } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import { routesOf } from './routes-of.ts';

const QUEUE_PATH = queuePath();

/** The queue that an address or a form names. */
const queueValues = z.object({
  fila: word([DEFAULT_QUEUE, CONVERSION_QUEUE], 'The queue: of events (when left out), or of conversions to be sent.'),
});

/** The queue's page: HTML, JSON and a stream of events on one address; pause and resume. */
export function queueRoutes(deps: AdminDeps, guard: Guard, live: LiveViews, look: LookAtQueue): DescribedRoute[] {
  const { change, visit } = routesOf(deps, guard);
  const looks = { [deps.queue]: look, [CONVERSION_QUEUE]: sharedLook(() => lookAtQueue(deps, CONVERSION_QUEUE)) };
  return [
    visit(
      {
        method: 'GET',
        path: QUEUE_PATH,
        tag: 'queue',
        summary: 'The state of the queue, its last hour, its workers and its database',
        description:
          'As a stream: an event `snapshot` at once and after every change, with the figures of the queue and in `achados` what is wrong with the installation as `/admin` has it, without `endereco`; and an event `beat` with the time every 5 s.',
        query: queueValues,
        answer: queueRecord,
        also: ['text/html', 'text/event-stream'],
      },
      (deps, exchange, visitor) => showQueue(deps, { live, looks }, exchange, visitor),
    ),
    change(
      {
        method: 'POST',
        path: `${QUEUE_PATH}/pausar`,
        tag: 'queue',
        summary: 'Pause the queue: no job begins',
        form: queueValues,
        answer: pauseRecord,
      },
      (deps, exchange, form) => setPaused(deps, exchange, form, true),
    ),
    change(
      {
        method: 'POST',
        path: `${QUEUE_PATH}/retomar`,
        tag: 'queue',
        summary: 'Resume the queue',
        form: queueValues,
        answer: pauseRecord,
      },
      (deps, exchange, form) => setPaused(deps, exchange, form, false),
    ),
  ];
}

interface Shown {
  readonly live: LiveViews;
  /** By queue. */
  readonly looks: Readonly<Record<string, LookAtQueue>>;
}

async function showQueue(deps: AdminDeps, { live, looks }: Shown, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { fila: queue = deps.queue } = readValues(queueValues, exchange.query);
  const look = looks[queue] ?? (() => lookAtQueue(deps, queue));
  const format = namedFormat(exchange);
  if (format === 'stream') return live.open(exchange, liveQueue(deps, { queue, look }, exchange), liveReader(deps.access, visitor));
  const view = await lookAtQueue(deps, queue);
  if (format === 'json') return sendJson(exchange, 200, queueRecord.write(view));
  const { queuePage } = await loadPages();
  sendPage(exchange, 200, queuePage(frameOf(deps, exchange, visitor), view));
}

/** The figures as they change: HTML for a page, JSON (`snapshot`) for a program. */
function liveQueue(
  { reports, clock, lookAtInstallation }: AdminDeps,
  { queue, look }: { readonly queue: string; readonly look: LookAtQueue },
  exchange: Exchange,
): LiveView {
  if (!wantsLiveHtml(exchange)) {
    const snapshot = async (): Promise<LiveMessage> => {
      const findings = worstFirst(findAll(await lookAtInstallation()));
      const watched = { snapshot: await reports.queueSnapshot(queue, clock()), findings };
      return { event: 'snapshot', data: JSON.stringify(watchedRecord.write(watched)) };
    };
    return { key: `fila ${queue} json`, look: snapshot };
  }
  const language = languageOfRequest(exchange);
  return { key: `fila ${queue} ${language}`, look: async () => ({ data: (await loadPages()).queueFigures(language, await look()) }) };
}

async function setPaused(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, paused: boolean): Promise<void> {
  const { control, clock } = deps;
  const { fila: queue = deps.queue } = readValues(queueValues, form);
  const operator = operatorOf(exchange, clock);
  const changed = await (paused ? control.pause(queue, operator) : control.resume(queue, operator));
  answerChange(exchange, pauseRecord.write({ queue, paused, changed }), queuePath(queue));
}
