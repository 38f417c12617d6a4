import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { isJsonObject, type JsonObject, readJson, writeJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/signature.ts';
import type { Reconciliation } from '../../domain/delivery-ports.ts';
import { clickIdentity } from '../../domain/lead-id.ts';
import { Origin } from '../../domain/origin.ts';
import type { Directory, EventInbox } from '../../domain/ports.ts';
import { NO_MEANINGS } from '../../processing/form-meanings.ts';
import { PayloadReader } from '../../processing/payload-reader.ts';
import { readPlatformLead } from '../../processing/payloads/platform-lead.ts';
import { clientCorrections, type KnownRow } from './client-corrections.ts';
import { deliveryOf, type FetchedEvent } from './fetched-event.ts';

/** A lead of the Google Ads export, in the shape of its lead-form webhook. */
export interface SearchLeadRow {
  readonly line: number;
  readonly leadId: string | null;
  /** The GCLID. */
  readonly clickId: string | null;
  /** True if the row has a time that cannot be read; the lead will have no time. */
  readonly hasUnreadableTime: boolean;
  readonly payload: JsonObject;
}

export interface ImportRequest {
  /** The platform's id of the form, for rows without one. */
  readonly formId?: string | undefined;
  /** Our own campaign that all rows belong to. */
  readonly campaignId?: string | undefined;
  readonly dryRun: boolean;
  /** Reports how many of the missing rows are stored. */
  readonly onProgress?: (stored: number, missing: number) => void;
}

export interface ImportSummary {
  readonly rows: number;
  /** Rows whose lead is already stored, found by its id, or its click id and contacts. */
  readonly known: number;
  /** Lines that repeat another line of the file. */
  readonly repeated: readonly number[];
  /** Of the known rows: leads that arrived with another client's secret and run again for the client named by the import. */
  readonly recovered: number;
  /** Rows that were not stored yet. */
  readonly missing: number;
  readonly stored: number;
  /** Lines of missing rows whose submit time cannot be read. */
  readonly untimed: readonly number[];
}

const ROWS_AT_ONCE = 100;

type ImportStore = Pick<EventInbox, 'accept'> &
  Pick<Reconciliation, 'knownIdentities' | 'knownClicks' | 'wrongClientEvents' | 'correctClients'> &
  Pick<Directory, 'resolve'>;

/**
 * Stores missing rows as ordinary events. A row is known if its lead id is, or its click id with the same e-mail or phone: no documentation
 * says whether the ids of the export are those of the webhook. A row with neither is identified by its content.
 *
 * @throws AppError `store_…` if nothing can be stored; stored rows stay, and the file can be imported again
 */
export async function importSearchLeads(
  { store, clock }: { readonly store: ImportStore; readonly clock: Clock },
  rows: readonly SearchLeadRow[],
  request: ImportRequest,
): Promise<ImportSummary> {
  const requestId = `import-${randomUUID()}`;
  const { known, repeated, missing } = await sortOut(store, rows, request);
  const toRecover = await clientCorrections(store, known);
  const untimed = missing.filter(({ hasUnreadableTime }) => hasUnreadableTime).map(({ line }) => line);
  const summary = { rows: rows.length, known: known.length, repeated, missing: missing.length, untimed };
  if (request.dryRun) return { ...summary, stored: 0, recovered: toRecover.length };
  let stored = 0;
  for (let from = 0; from < missing.length; from += ROWS_AT_ONCE) {
    const events = missing.slice(from, from + ROWS_AT_ONCE).map((row) => eventOf(row, request));
    const now = clock();
    const receipts = await Promise.all(
      events.map((event) => store.accept(deliveryOf(event, { origin: Origin.searchAds, requestId, now }))),
    );
    stored += receipts.flat().filter(({ isNew }) => isNew).length;
    request.onProgress?.(from + events.length, missing.length);
  }
  return { ...summary, stored, recovered: await store.correctClients(toRecover, clock()) };
}

interface SortedRows extends Pick<ImportSummary, 'repeated'> {
  readonly known: readonly KnownRow[];
  readonly missing: readonly MissingRow[];
}

interface MissingRow extends SearchLeadRow {
  /** The identity of its event. */
  readonly identity: string;
}

/** Before storing anything: two leads of the file may share a click, and neither must make the other a known one. */
async function sortOut(
  store: Pick<Reconciliation, 'knownIdentities' | 'knownClicks'>,
  rows: readonly SearchLeadRow[],
  request: ImportRequest,
): Promise<SortedRows> {
  const stored = await lookUp(store, rows);
  const knownBy = new Map(rows.map((row) => [row, howKnown(row, stored)]));
  const named = rows.filter(({ leadId }) => leadId !== null);
  // The lead of such a click is known by the id of its own row: another lead id with the click is another lead.
  const taken = new Set(named.flatMap((row) => (knownBy.get(row) === 'identity' ? (row.clickId ?? []) : [])));
  // Wherever it is in the file, the row with the lead id is the one that counts.
  const seen = new Set(named.flatMap(clickMarks));
  const used = new Set(stored.identities);
  const sorted = { known: [] as KnownRow[], repeated: [] as number[], missing: [] as MissingRow[] };
  for (const row of rows) {
    const marks = row.leadId === null ? [contentIdentity(row), ...clickMarks(row)] : [row.leadId];
    const by = knownBy.get(row);
    const isKnown = by === 'identity' || (by === 'click' && (row.leadId === null || !taken.has(row.clickId ?? '')));
    const identities = possibleIdentities(row);
    if (marks.some((mark) => seen.has(mark))) sorted.repeated.push(row.line);
    else if (isKnown) sorted.known.push({ identities, clickId: by === 'click' ? row.clickId : null, payload: payloadOf(row, request) });
    else {
      const identity = row.leadId ?? identities.find((one) => !used.has(one)) ?? contentIdentity(row);
      sorted.missing.push({ ...row, identity });
      used.add(identity);
    }
    for (const mark of marks) seen.add(mark);
  }
  return sorted;
}

interface StoredLeads {
  readonly identities: ReadonlySet<string>;
  /** The contacts of each lead or event of a click. */
  readonly contactsByClick: ReadonlyMap<string, readonly (readonly string[])[]>;
}

async function lookUp(
  store: Pick<Reconciliation, 'knownIdentities' | 'knownClicks'>,
  rows: readonly SearchLeadRow[],
): Promise<StoredLeads> {
  const identities = new Set<string>();
  const contactsByClick = new Map<string, readonly (readonly string[])[]>();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE);
    const clickIds = part.flatMap(({ clickId }) => (clickId === null || contactsByClick.has(clickId) ? [] : clickId));
    const [known, clicks] = await Promise.all([
      store.knownIdentities(Origin.searchAds, part.flatMap(possibleIdentities)),
      store.knownClicks(Origin.searchAds, clickIds),
    ]);
    for (const identity of known) identities.add(identity);
    for (const { clickId, contacts, body } of clicks) {
      // An update may have replaced what the lead's own event has.
      const all = [...contacts, ...contactsOfBody(body)];
      contactsByClick.set(clickId, [...(contactsByClick.get(clickId) ?? []), all]);
    }
  }
  return { identities, contactsByClick };
}

/** People who forward a link share its click: whoever has other contacts is another person. */
function howKnown(row: SearchLeadRow, { identities, contactsByClick }: StoredLeads): 'identity' | 'click' | undefined {
  if (identities.has(row.leadId ?? contentIdentity(row))) return 'identity';
  if (row.clickId === null) return undefined;
  const people = contactsByClick.get(row.clickId) ?? [];
  if (people.length === 0) return identities.has(clickIdentity(row.clickId)) ? 'click' : undefined;
  const own = contactsOf(row.payload);
  const maybe = people.some((contacts) => own.length === 0 || contacts.length === 0 || contacts.some((one) => own.includes(one)));
  return maybe ? 'click' : undefined;
}

/** What a row without a lead id has in common with other rows of its lead: the click, and the e-mail or phone. */
function clickMarks({ clickId, payload }: SearchLeadRow): readonly string[] {
  return clickId === null ? [] : contactsOf(payload).map((contact) => `${clickId} ${contact}`);
}

function contactsOfBody(body: Uint8Array): readonly string[] {
  const json = readJson(body);
  return json.ok && isJsonObject(json.value) ? contactsOf(json.value) : [];
}

function contactsOf(payload: JsonObject): readonly string[] {
  const { emailNormalized, phoneKey } = readPlatformLead(new PayloadReader(payload), Origin.searchAds, NO_MEANINGS).fields;
  return [emailNormalized, phoneKey].filter((contact) => contact !== null);
}

/**
 * The identities that the event of a row can have, the usual one first: a row that has a lead id today may have been imported without one, and
 * of several leads with one click, only the first has the identity of the click.
 */
function possibleIdentities(row: SearchLeadRow): readonly string[] {
  const click = row.clickId === null ? [] : [clickIdentity(row.clickId)];
  return row.leadId === null ? [...click, contentIdentity(row)] : [row.leadId, ...click];
}

function contentIdentity({ payload }: SearchLeadRow): string {
  return sha256Hex(Buffer.from(writeJson(sortedPairs(payload))));
}

/** Gives the same result if the file has its columns in another order. */
function sortedPairs({ user_column_data: answers = [], ...marks }: JsonObject): readonly string[] {
  const list = Array.isArray(answers) ? answers.map((answer) => writeJson(answer)) : [];
  return [...Object.entries(marks).map((pair) => writeJson(pair)), ...list].toSorted();
}

function eventOf(row: MissingRow, request: ImportRequest): FetchedEvent {
  return { identity: row.identity, eventType: 'lead_form', body: Buffer.from(writeJson(payloadOf(row, request))) };
}

function payloadOf(row: SearchLeadRow, { formId, campaignId }: ImportRequest): JsonObject {
  return {
    ...(formId === undefined ? {} : { form_id: formId }),
    ...row.payload,
    ...(campaignId === undefined ? {} : { campanha_id: campaignId }),
  };
}
