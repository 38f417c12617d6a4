import type { ConsentRecord, Consents } from '../domain/consent.ts';
import type { ConversionOutbox, FetchedLeads } from '../domain/delivery-ports.ts';
import type { LeadChange, LeadView } from '../domain/lead.ts';
import type { People, PersonFound, PersonProgress, PersonQuery } from '../domain/person.ts';
import type { KeptRefusedRequest } from '../domain/refused-request.ts';
import type { ConversionTrail, EventTrail, Reports } from '../domain/report-ports.ts';

/** What a search found, with the leads that operators recognize the person by. */
export interface PersonView {
  readonly found: PersonFound;
  readonly leads: readonly LeadView[];
}

/** @throws AppError as `People.findPerson` */
export async function findPersonView(
  store: Pick<People, 'findPerson'> & Pick<Reports, 'leadsById'>,
  query: PersonQuery,
  onProgress?: (progress: PersonProgress) => void,
): Promise<PersonView> {
  const found = await store.findPerson(query, onProgress);
  return { found, leads: await store.leadsById(found.leadIds) };
}

export function isNobody({ places }: PersonFound): boolean {
  return places.length === 0;
}

/** A person in the operators' log: by IDs, never by name. Leads are all named, because the log shows who had access to each. */
export function personTarget({ leadIds, eventIds, refusedIds }: PersonFound): string {
  if (leadIds.length > 0) return leadIds.map((id) => `lead:${id}`).join(' ');
  const others = [...eventIds.map((id) => `evento:${id}`), ...refusedIds.map((id) => `recusa:${id}`)];
  return others.slice(0, MOST_NAMED).join(' ');
}

const MOST_NAMED = 20;

/** An event, and what was fetched from the platform for it. */
export interface PersonEvent extends EventTrail {
  readonly fetched: Uint8Array | null;
}

/** A conversion, and the key of the account that has it; `null` if none has. */
export interface PersonConversion extends ConversionTrail {
  readonly account: string | null;
}

/** Everything that is stored about a person. */
export interface PersonData {
  readonly at: number;
  readonly leads: readonly LeadView[];
  readonly consents: readonly ConsentRecord[];
  readonly changes: readonly LeadChange[];
  readonly events: readonly PersonEvent[];
  readonly conversions: readonly PersonConversion[];
  readonly refused: readonly KeptRefusedRequest[];
}

type PersonReports = Pick<Reports, 'findLead' | 'eventTrail' | 'conversionTrail' | 'findRefused'> &
  Pick<Consents, 'consentsOfLead'> &
  FetchedLeads;

/** Reads everything about a found person, except parts of shared requests that are about others. */
export async function readPersonData(
  store: PersonReports & Pick<ConversionOutbox, 'conversionsToSend'>,
  found: PersonFound,
  at: number,
): Promise<PersonData> {
  const details = await all(found.leadIds, (id) => store.findLead(id));
  return {
    at,
    leads: details.map(({ lead }) => lead),
    consents: (await all(found.leadIds, (id) => store.consentsOfLead(id))).flat(),
    changes: details.flatMap(({ changes }) => changes),
    events: await readEvents(store, found.eventIds),
    conversions: await readConversions(
      store,
      details.flatMap(({ conversions }) => conversions.map(({ id }) => id)),
    ),
    refused: await all(found.refusedIds, (id) => store.findRefused(id)),
  };
}

async function readEvents(store: PersonReports, ids: readonly string[]): Promise<readonly PersonEvent[]> {
  const fetched = await store.fetchedLeads(ids);
  const trails = await all(ids, (id) => store.eventTrail(id));
  return trails.map((trail) => ({
    ...trail,
    event: { ...trail.event, batchBody: null },
    fetched: fetched.get(trail.event.id) ?? null,
  }));
}

async function readConversions(
  store: PersonReports & Pick<ConversionOutbox, 'conversionsToSend'>,
  ids: readonly string[],
): Promise<readonly PersonConversion[]> {
  const sent = new Map((await store.conversionsToSend(ids)).flatMap((one) => (one === null ? [] : [[one.id, one.account]])));
  const trails = await all(ids, (id) => store.conversionTrail(id));
  return trails.map((trail) => ({ ...trail, account: sent.get(trail.conversion.id) ?? null }));
}

/** One after the other: exports are rare and must not slow down the service. */
async function all<Found>(ids: readonly string[], find: (id: string) => Promise<Found | null>): Promise<readonly Found[]> {
  return (await Array.fromAsync(ids, find)).filter((found) => found !== null);
}
