import { z } from 'zod';
import { worstFirst } from '../../../domain/finding.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../../domain/job.ts';
import { findAll } from '../../../findings/findings.ts';
import { watchedRecord } from '../../../presentation/finding-record.ts';
import { pauseRecord, queueRecord } from '../../../presentation/queue-record.ts';
import { sharedRead } from '../../shared-read.ts';
import { queuePath } from '../addresses/paths.ts';
import { OF_ONE_ROUND } from '../live/open-live.ts';
import { readQueueView } from '../read/queue-view.ts';
import { type DescribedRoute, LIVE_PAGE } from '../requests/operation.ts';
import { readValues, word } from '../requests/values.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

const QUEUE_PATH = queuePath();

const queueValues = z.object({
  fila: word([DEFAULT_QUEUE, CONVERSION_QUEUE], 'The queue: events (default) or conversions.'),
});

/** The queue's page: HTML, JSON and an event stream on one path; pause and resume. */
export function queueRoutes(admin: Admin): DescribedRoute[] {
  const { change, visit } = routesOf(admin, 'queue');
  const changed = { form: queueValues, answer: pauseRecord };
  const shared = (queue: string) => sharedRead(() => readQueueView(admin.deps, queue), OF_ONE_ROUND);
  const looks = { [DEFAULT_QUEUE]: shared(DEFAULT_QUEUE), [CONVERSION_QUEUE]: shared(CONVERSION_QUEUE) };
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
      async (context) => {
        const { fila: queue = DEFAULT_QUEUE } = context.query(queueValues);
        if (context.format === 'stream') {
          return context.streamPart({
            key: `fila ${queue}`,
            event: 'snapshot',
            json: () => watchedJson(context, queue),
            part: 'QueueFigures',
            props: async () => ({ view: await looks[queue]() }),
          });
        }
        const view = await readQueueView(context.deps, queue);
        if (context.wantsJson) return context.json(queueRecord.write(view));
        await context.page('QueuePage', { view });
      },
    ),
    change(`${QUEUE_PATH}/pausar`, 'Pause the queue', changed, (context, form) => setPaused(context, form, true)),
    change(`${QUEUE_PATH}/retomar`, 'Resume the queue', changed, (context, form) => setPaused(context, form, false)),
  ];
}

async function watchedJson({ store, deps }: Context, queue: string) {
  const findings = worstFirst(findAll(await deps.readInstallation()));
  return watchedRecord.write({ snapshot: await store.queueSnapshot(queue, deps.clock()), findings });
}

async function setPaused(context: Context, form: URLSearchParams, paused: boolean): Promise<void> {
  const { fila: queue = DEFAULT_QUEUE } = readValues(queueValues, form);
  const changed = await context.store.setPaused(queue, paused, context.operator);
  context.changed(pauseRecord.write({ queue, paused, changed }), queuePath(queue));
}
