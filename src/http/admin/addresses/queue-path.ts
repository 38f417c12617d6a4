import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import { addressOf } from './list-address.ts';

/** The page of a queue; left out: of the queue of events. */
export function queuePath(queue: string = DEFAULT_QUEUE): string {
  return addressOf('/admin/fila', { fila: queue === DEFAULT_QUEUE ? undefined : queue });
}
