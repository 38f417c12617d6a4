import type { Clock } from '../../../base/clock.ts';
import type { EventCount } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { EventStatus, type EventSummary } from '../../../domain/webhook-event.ts';
import { toStoreFilter } from '../addresses/event-filter.ts';
import type { NamedEvents } from '../addresses/event-selection.ts';

export type BulkVerb = 'repetir' | 'esquecer';

/** What the confirmation shows. */
export interface BulkQuestion {
  readonly verb: BulkVerb;
  readonly events: NamedEvents;
  readonly count: EventCount;
  readonly kinds: readonly BulkKind[];
  /** Events that the filter's search does not cover yet. */
  readonly unsearched: number;
}

/** The maximum number of selected events that are read to show their kinds. */
const LOOKED_AT = 1_000;

interface BulkKind {
  readonly origin: EventSummary['origin'];
  readonly status: EventSummary['status'];
  readonly errorCode: string | null;
  readonly count: number;
}

/** The kinds of the selected events that may be changed, most frequent first; for a filter, those of the newest events. */
export async function countKinds(
  { store, clock }: { readonly store: Reports; readonly clock: Clock },
  { ids, filter }: NamedEvents,
): Promise<readonly BulkKind[]> {
  const events =
    filter === undefined
      ? await store.eventsById(ids)
      : (await store.listEvents({ ...toStoreFilter(filter, clock()), limit: LOOKED_AT })).items;
  const touchable = events.filter(({ status }) => status !== EventStatus.processed);
  const groups = Map.groupBy(touchable, ({ origin, status, errorCode }) => JSON.stringify([origin, status, errorCode]));
  const kinds = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ origin: first.origin, status: first.status, errorCode: first.errorCode, count: group.length }];
  });
  return kinds.toSorted((a, b) => b.count - a.count);
}
