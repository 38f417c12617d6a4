import { isUtf8 } from 'node:buffer';
import { isJsonArray, parseJson, scalarText } from '../../../base/exact-json.ts';
import type { LeadFields } from '../../../domain/lead.ts';
import type { KeptRefusedRequest } from '../../../domain/refused-request.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import type { WebhookEvent } from '../../../domain/webhook-event.ts';
import { maskHeaders, maskLead, maskLeadFields } from '../../../presentation/masking.ts';
import type { SourceSettings } from '../../../presentation/source-record.ts';
import { type BodyLayout, bodyPart } from './body/body-part.ts';
import { compareBodies } from './body/compare-bodies.ts';
import type { NowFound } from './event-advice.ts';

/** The view of an event that the URL requests. */
interface EventLook {
  readonly revealed: boolean;
  readonly layout: BodyLayout;
  /** Where the part of the body begins, in characters. */
  readonly from: number;
}

/** The trail of an event with its personal data revealed or masked, ready for the page. */
export type EventView = Awaited<ReturnType<typeof viewEvent>>;

/**
 * The data for the page of an event, masked unless revealed.
 * @param fetched what was fetched from the platform for it; `undefined` if nothing was fetched
 * @param found what was missing according to its error, if it exists now
 */
export async function viewEvent(
  trail: EventTrail,
  fetched: Uint8Array | undefined,
  look: EventLook,
  sources: readonly SourceSettings[],
  found: NowFound | null,
) {
  const { event } = trail;
  const { revealed } = look;
  return {
    secret: verifyingSecret(event, sources),
    found,
    trail: revealed ? trail : maskTrail(trail),
    revealed,
    headers: shownHeaders(event.headers, revealed),
    body: shown(event.body, look),
    /** The newest resend with different content. */
    conflict: event.conflictBody === null ? null : compared(event.body, event.conflictBody, look),
    fetched: fetched === undefined ? null : shown(fetched, { ...look, from: 0 }),
    person: await personOf(trail, revealed),
  };
}

/** Built-in types are enough: a body of any other type cannot be read without the worker's settings. */
const RULES = { eventTypes: new Map() };

/** The person, masked unless revealed: from its lead, or from its body if there is no lead; `null` if neither names anybody. */
async function personOf({ event, lead }: EventTrail, revealed: boolean): Promise<string | null> {
  const fields = lead ?? (await readFields(event));
  if (fields === undefined) return null;
  const { name, email, phone } = revealed ? fields : maskLeadFields(fields);
  return name ?? email ?? phone;
}

/**
 * The code that reads a body is loaded with the first page that needs it: it contains every telephone number plan, which intake does not
 * need.
 */
async function readFields(event: WebhookEvent): Promise<LeadFields | undefined> {
  const { readLeadFields } = await import('../../../processing/process-event.ts');
  return readLeadFields({ ...event, eventId: event.id, limitedTo: null }, RULES);
}

/** The trail without free text of operators. Bodies and changes of the lead stay: they are masked where they are shown. */
function maskTrail(trail: EventTrail): EventTrail {
  return { ...trail, lead: trail.lead === null ? null : maskLead(trail.lead) };
}

/** A part of a body: as received, or with personal data masked. */
function shown(body: Uint8Array, { revealed, layout, from }: EventLook) {
  const text = Buffer.from(body).toString('utf8');
  const part = bodyPart(text, { from, layout, masked: !revealed });
  const broken = part.brokenAt === null ? null : breakPlace(text, part.brokenAt);
  // Bytes that are not valid UTF-8 are shown as U+FFFD.
  return { bytes: body.byteLength, isUtf8: isUtf8(body), part, layout, broken };
}

/** Where a text stops being JSON; line and column start at 1, as in an editor, and `at` counts characters from 0. */
export type BreakPlace = ReturnType<typeof breakPlace>;

function breakPlace(text: string, at: number) {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, at, isEnd: at === text.length };
}

function compared(first: Uint8Array, second: Uint8Array, { revealed }: EventLook) {
  return { bytes: second.byteLength, comparison: compareBodies(first, second, !revealed) };
}

/** Which secret verified an event, according to the current settings: the current secret of that time may be the previous one now. */
function verifyingSecret({ origin, secret }: WebhookEvent, sources: readonly SourceSettings[]): 'current' | 'previous' | 'former' | null {
  const settings = sources.find((source) => source.origin === origin);
  if (secret === null || settings === undefined) return null;
  if (secret === settings.secret.fingerprint) return 'current';
  return secret === settings.previous.fingerprint ? 'previous' : 'former';
}

/** The stored headers of a request, in the received order. */
export type KeptHeaders = readonly (readonly [name: string, value: string])[];

function readKeptHeaders(text: string): KeptHeaders {
  const json = parseJson(text);
  if (!json.ok || !isJsonArray(json.value)) return [];
  return json.value.flatMap((pair) => (isJsonArray(pair) ? [[scalarText(pair[0]) ?? '', scalarText(pair[1]) ?? ''] as const] : []));
}

function shownHeaders(text: string, revealed: boolean): KeptHeaders {
  const headers = readKeptHeaders(text);
  return revealed ? headers : maskHeaders(headers);
}

/** A refused request, ready for its page: the beginning of its body as received, or with personal data masked. */
export type RefusedView = ReturnType<typeof viewRefused>;

/** The data for the page of a refused request, masked unless revealed. */
export function viewRefused(refused: KeptRefusedRequest, revealed: boolean) {
  const text = Buffer.from(refused.body).toString('utf8');
  const layout = revealed ? 'recebido' : 'formatado';
  return {
    refused,
    revealed,
    headers: shownHeaders(refused.headers, revealed),
    body: bodyPart(text, { from: 0, layout, masked: !revealed }),
  };
}
