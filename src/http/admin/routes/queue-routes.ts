import { z } from 'zod';
import { worstFirst } from '../../../domain/finding.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { QueueControl } from '../../../domain/ports.ts';
import { findAll } from '../../../findings/findings.ts';
import type { Snapshot } from '../../../findings/snapshot.ts';
import { watchedRecord } from '../../../presentation/finding-record.ts';
import { pauseRecord, queueRecord } from '../../../presentation/queue-record.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import { queuePath } from '../addresses/paths.ts';
import type { Guard } from '../entrance/guard.ts';
import type { LiveMessage, LiveView } from '../live/live-views.ts';
import { type OpenLive, sharedRead } from '../live/open-live.ts';
import { loadPages } from '../pages/load-pages.ts';
import { type QueueDeps, type ReadQueueView, readQueueView } from '../read/queue-view.ts';
import { languageOfRequest, namedFormat, wantsLiveHtml } from '../requests/negotiation.ts';
import { type DescribedRoute, LIVE_PAGE } from '../requests/operation.ts';
import { answerChange } from '../requests/respond.ts';
import { readValues, word } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { routesOf, showPage } from './routes-of.ts';

const QUEUE_PATH = queuePath();

/** The queue in a URL or form. */
const queueValues = z.object({
  fila: word([DEFAULT_QUEUE, CONVERSION_QUEUE], 'The queue: events (default) or conversions.'),
});

export interface QueueRoutesDeps extends Program, QueueDeps {
  readonly store: QueueDeps['store'] & QueueControl;
  readonly readInstallation: () => Promise<Snapshot>;
}

/** The queue's page: HTML, JSON and an event stream on one path; pause and resume. */
export function queueRoutes(deps: QueueRoutesDeps, guard: Guard, live: OpenLive, look: ReadQueueView): DescribedRoute[] {
  const { change, visit } = routesOf(deps, guard, 'queue');
  const looks = { [DEFAULT_QUEUE]: look, [CONVERSION_QUEUE]: sharedRead(() => readQueueView(deps, CONVERSION_QUEUE)) };
  return [
    visit(
      QUEUE_PATH,
      'Get the state of a queue',
      {
        description:
          'As a stream, sends a `snapshot` event at once and after every change, with the queue metrics and, in `achados`, the findings of `/admin` without `endereco`; and a `beat` event with the time every 5 seconds.',
        query: queueValues,
        answer: queueRecord,
        also: LIVE_PAGE,
      },
      (deps, exchange, visitor) => showQueue(deps, { live, looks }, exchange, visitor),
    ),
    change(`${QUEUE_PATH}/pausar`, 'Pause the queue', { form: queueValues, answer: pauseRecord }, (deps, exchange, form) =>
      setPaused(deps, exchange, form, true),
    ),
    change(`${QUEUE_PATH}/retomar`, 'Resume the queue', { form: queueValues, answer: pauseRecord }, (deps, exchange, form) =>
      setPaused(deps, exchange, form, false),
    ),
  ];
}

interface Shown {
  readonly live: OpenLive;
  /** By queue. */
  readonly looks: Readonly<Record<string, ReadQueueView>>;
}

async function showQueue(deps: QueueRoutesDeps, { live, looks }: Shown, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { fila: queue = DEFAULT_QUEUE } = readValues(queueValues, exchange.query);
  const look = looks[queue] ?? (() => readQueueView(deps, queue));
  const format = namedFormat(exchange);
  if (format === 'stream') return live(exchange, visitor, liveQueue(deps, { queue, look }, exchange));
  const view = await readQueueView(deps, queue);
  if (format === 'json') return sendJson(exchange, 200, queueRecord.write(view));
  await showPage(deps, exchange, visitor, 'QueuePage', { view });
}

/** The live figures: HTML for a page, JSON (`snapshot`) for an API client. */
function liveQueue(
  { store, clock, readInstallation }: QueueRoutesDeps,
  { queue, look }: { readonly queue: string; readonly look: ReadQueueView },
  exchange: Exchange,
): LiveView {
  if (!wantsLiveHtml(exchange)) {
    const snapshot = async (): Promise<LiveMessage> => {
      const findings = worstFirst(findAll(await readInstallation()));
      const watched = { snapshot: await store.queueSnapshot(queue, clock()), findings };
      return { event: 'snapshot', data: JSON.stringify(watchedRecord.write(watched)) };
    };
    return { key: `fila ${queue} json`, look: snapshot };
  }
  const language = languageOfRequest(exchange);
  return {
    key: `fila ${queue} ${language}`,
    look: async () => ({ data: (await loadPages()).renderPart(language, 'QueueFigures', { view: await look() }) }),
  };
}

async function setPaused(deps: QueueRoutesDeps, exchange: Exchange, form: URLSearchParams, paused: boolean): Promise<void> {
  const { store, clock } = deps;
  const { fila: queue = DEFAULT_QUEUE } = readValues(queueValues, form);
  const changed = await store.setPaused(queue, paused, operatorOf(exchange, clock));
  answerChange(exchange, pauseRecord.write({ queue, paused, changed }), queuePath(queue));
}
