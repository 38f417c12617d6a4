import type { JsonObject } from '../../base/exact-json.ts';
import { writeJson } from '../../base/exact-json.ts';
import type { Reconciliation, WrongClientEvent } from '../../domain/delivery-ports.ts';
import { Origin } from '../../domain/origin.ts';
import type { Directory } from '../../domain/ports.ts';
import { readRouting } from '../../processing/read-routing.ts';

/** A lead of an export that is already stored. */
export interface KnownRow {
  /** The identities the event may be stored under. */
  readonly identities: readonly string[];
  /** Another way to find the event; `null` if the row has none or its id is stored. */
  readonly clickId: string | null;
  /** The payload that an event of the row would have. */
  readonly payload: JsonObject;
}

/** An event and its new client. */
interface ClientCorrection {
  readonly eventId: string;
  readonly clientId: string;
}

/**
 * Leads that Google Ads sent with the key of another client: an export that names the client decides whose they are. An event that names a
 * different client than the export is not changed: it would fail the same way again.
 */
export async function clientCorrections(
  store: Pick<Reconciliation, 'wrongClientEvents'> & Pick<Directory, 'resolve'>,
  rows: readonly KnownRow[],
): Promise<readonly ClientCorrection[]> {
  const events = rows.length === 0 ? [] : await store.wrongClientEvents(Origin.searchAds);
  if (events.length === 0) return [];
  const found = rows.flatMap((row) => {
    const event = events.find((each) => isOf(each, row));
    const told = event === undefined ? null : readRouting(Origin.searchAds, Buffer.from(writeJson(row.payload)));
    const own = event === undefined ? null : readRouting(Origin.searchAds, event.body);
    return event === undefined || told === null || own === null ? [] : [{ event, told, own }];
  });
  const [told, own] = await Promise.all([store.resolve(found.map((each) => each.told)), store.resolve(found.map((each) => each.own))]);
  const recovered = found.flatMap(({ event }, index) => {
    const clientId = told[index]?.clientId;
    const isNews = clientId !== undefined && clientId !== event.limitedTo;
    return isNews && (own[index]?.clientId ?? clientId) === clientId ? [{ eventId: event.eventId, clientId }] : [];
  });
  return [...new Map(recovered.map((each) => [each.eventId, each])).values()];
}

function isOf({ identity, clickIds }: WrongClientEvent, row: KnownRow): boolean {
  return row.identities.includes(identity) || (row.clickId !== null && clickIds.includes(row.clickId));
}
