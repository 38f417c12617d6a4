import type { EventSummary } from '../../../domain/webhook-event.ts';
import { toStoreFilter } from '../addresses/event-filter.ts';
import type { NamedEvents } from '../addresses/event-selection.ts';
import type { AdminDeps } from '../admin-deps.ts';

/** So many of the events meant are looked at to tell what they are. */
const LOOKED_AT = 1_000;

/** Events of one origin that are in one state for one reason. */
export interface BulkKind {
  readonly origin: EventSummary['origin'];
  readonly status: EventSummary['status'];
  readonly errorCode: string | null;
  readonly count: number;
}

/**
 * Of which kinds the events are that an operator means and that may be touched, the most frequent first; of a filter as the newest events
 * tell.
 */
export async function countKinds({ reports, clock }: AdminDeps, { ids, filter }: NamedEvents): Promise<readonly BulkKind[]> {
  const events =
    filter === undefined
      ? await reports.eventsById(ids)
      : (await reports.listEvents({ ...toStoreFilter(filter, clock()), limit: LOOKED_AT })).items;
  const touchable = events.filter(({ status }) => status !== 'processado');
  const groups = Map.groupBy(touchable, ({ origin, status, errorCode }) => JSON.stringify([origin, status, errorCode]));
  const kinds = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ origin: first.origin, status: first.status, errorCode: first.errorCode, count: group.length }];
  });
  return kinds.toSorted((a, b) => b.count - a.count);
}
