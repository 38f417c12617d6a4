import type { JsonObject } from '../../base/exact-json.ts';
import { writeJson } from '../../base/exact-json.ts';
import type { Reconciliation, WrongClientEvent } from '../../domain/delivery-ports.ts';
import { Origin } from '../../domain/origin.ts';
import type { Directory } from '../../domain/ports.ts';
import { readRouting } from '../../processing/read-routing.ts';

/** A lead of an export that is here already. */
export interface KnownRow {
  /** What the event may be stored under. */
  readonly identities: readonly string[];
  /** By which it may be found too; null: the row has none, or its id is stored. */
  readonly clickId: string | null;
  /** What an event of the row would say. */
  readonly payload: JsonObject;
}

/** An event, and the client that it is to go by. */
interface HealedEvent {
  readonly eventId: string;
  readonly clientId: string;
}

/**
 * Leads that Google Ads sent with the key of another client than theirs: an export that names their client says whose they are. Those stay as they
 * are whose event names another client than the export does: they would end the same way again.
 */
export async function wrongClientToHeal(
  store: Pick<Reconciliation, 'wrongClientEvents'> & Pick<Directory, 'resolve'>,
  rows: readonly KnownRow[],
): Promise<readonly HealedEvent[]> {
  const events = rows.length === 0 ? [] : await store.wrongClientEvents(Origin.searchAds);
  if (events.length === 0) return [];
  const found = rows.flatMap((row) => {
    const event = events.find((each) => isOf(each, row));
    const told = event === undefined ? null : readRouting(Origin.searchAds, Buffer.from(writeJson(row.payload)));
    const own = event === undefined ? null : readRouting(Origin.searchAds, event.body);
    return event === undefined || told === null || own === null ? [] : [{ event, told, own }];
  });
  const [told, own] = await Promise.all([store.resolve(found.map((each) => each.told)), store.resolve(found.map((each) => each.own))]);
  const healed = found.flatMap(({ event }, index) => {
    const clientId = told[index]?.clientId;
    const isNews = clientId !== undefined && clientId !== event.limitedTo;
    return isNews && (own[index]?.clientId ?? clientId) === clientId ? [{ eventId: event.eventId, clientId }] : [];
  });
  return [...new Map(healed.map((each) => [each.eventId, each])).values()];
}

function isOf({ identity, clickIds }: WrongClientEvent, row: KnownRow): boolean {
  return row.identities.includes(identity) || (row.clickId !== null && clickIds.includes(row.clickId));
}
