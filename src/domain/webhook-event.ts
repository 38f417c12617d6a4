import { isDeepStrictEqual } from 'node:util';
import { field, isJsonObject, type JsonObject, type JsonValue, objectsIn, readJson, scalarText, writeJson } from '../base/exact-json.ts';
import type { IdentityKind } from './event-kind.ts';
import type { FaultParams } from './fault.ts';
import { Origin } from './origin.ts';
import type { Sender } from './secret-rotation.ts';

/** The states of an event, in the seed's terms. The diagram is in `docs/architecture.md`. */
export const EventStatus = { received: 'recebido', processed: 'processado', failed: 'erro' } as const;

export type EventStatus = (typeof EventStatus)[keyof typeof EventStatus];

export const EVENT_STATUSES = Object.values(EventStatus);

/** How the sender was verified. `backfill`: fetched from the platform; `operator`: imported by an operator. */
export const CREDENTIALS = ['hmac', 'hmac_previous', 'google_key', 'google_key_previous', 'unsigned', 'operator', 'backfill'] as const;
export type Credential = (typeof CREDENTIALS)[number];

/** One event of a delivery, as read by intake. */
export interface NewEvent {
  readonly eventType: string;
  /** Unique per origin, kind and limit of the secret: the form's `id`, the platform's lead id, or the SHA-256 of the body. */
  readonly identity: string;
  /** Default: `lead`. */
  readonly kind?: IdentityKind;
  /** Only for an event of a batch: its part of the request, in the platform's own format. Otherwise the event's body is that of the delivery. */
  readonly body?: Uint8Array;
}

/** One authenticated request: what the EventInbox stores in a single durable step. */
export interface Delivery {
  readonly origin: Origin;
  /** The bytes as received; for Google Ads with the `google_key` blanked out. */
  readonly body: Uint8Array;
  /** JSON text of the header name/value list, without credentials of proxies and browsers. */
  readonly headers: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly credential: Credential;
  /** Fingerprint of the secret that verified it; omitted if none did. */
  readonly secret?: string;
  /** The only client that its events may create leads for, because its secret is limited to it; omitted if not limited. */
  readonly limitedTo?: string;
  /** The senders that used that secret. */
  readonly senders?: readonly Sender[];
  /** When it is stored, UTC milliseconds: times increase with ids. */
  readonly receivedAt: number;
  /** When the request first arrived and was refused, UTC milliseconds; omitted if it was not refused. */
  readonly refusedAt?: number;
  readonly queue: string;
  readonly events: readonly NewEvent[];
  /** True: known events are not changed and do not count as resent. */
  readonly onlyNew?: boolean;
}

export interface Receipt {
  readonly eventId: string;
  /** `accepted`: stored, or still waiting, or set to run again. `already_accepted`: being processed, or processed. */
  readonly status: 'accepted' | 'already_accepted';
  /** False if the event was known before. */
  readonly isNew: boolean;
  /** A resend with content that differs from the first; the first wins. */
  readonly conflict: boolean;
  /** The resend also has another type: it may be another event with the same id. */
  readonly typeDiffers: boolean;
}

export interface EventSummary {
  readonly id: string;
  readonly origin: Origin;
  readonly eventType: string;
  readonly identity: string;
  readonly status: EventStatus;
  readonly errorCode: string | null;
  readonly errorParams: FaultParams | null;
  readonly leadId: string | null;
  readonly receivedAt: number;
  /** When its request first arrived and was refused, if it was replayed later. */
  readonly refusedAt: number | null;
  readonly processedAt: number | null;
  readonly resends: number;
  readonly conflicts: number;
  /** The type of the newest resend with another type; `null` if there is none. */
  readonly conflictType: string | null;
  /** When its person was erased, UTC ms; its body, headers and address are empty then. `null` if not. */
  readonly erasedAt: number | null;
}

/** Events with a resend that is plainly not the same event. */
export interface Conflicts<Newest = unknown> {
  readonly count: number;
  /** True if there are more than were counted. */
  readonly atLeast: boolean;
  readonly newest: Pick<EventSummary, 'id'> & { readonly at: number } & Newest;
}

/** Events with a resend of another type. */
export type TypeConflicts = Conflicts<Pick<EventSummary, 'eventType'> & { readonly conflictType: string }>;

/** Events that ended in the same error, or wait for the same cause. */
export interface ProblemGroup {
  readonly errorCode: string;
  /** What their errors name; '' if nothing; `null` if there are too many to count separately. */
  readonly named: string | null;
  /** True if they wait for an external cause; false if they failed. */
  readonly parked: boolean;
  readonly count: number;
  /** True if there are more than were counted. */
  readonly atLeast: boolean;
  /** The newest of them, which represents the others. */
  readonly newest: { readonly eventId: string; readonly at: number; readonly params: FaultParams | null };
}

/** An event with everything stored about it. */
export interface WebhookEvent extends EventSummary {
  readonly body: Uint8Array;
  /** The whole request, if this event was part of a batch. */
  readonly batchBody: Uint8Array | null;
  readonly headers: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly credential: Credential;
  /** Fingerprint of the secret that verified it; `null` if none did. Whether it is the current one depends on the settings. */
  readonly secret: string | null;
  /** The only client that it may create leads for, because that secret is limited to it; `null` if not limited. */
  readonly limitedTo: string | null;
  readonly lastResendAt: number | null;
  /** The newest resend with different content; it changed nothing. */
  readonly conflictBody: Uint8Array | null;
  /** When its body, headers and address became too old to be kept and were deleted, UTC ms; `null` if they are stored. */
  readonly bodyDeletedAt: number | null;
}

/** When the event first reached lead-intake, whether accepted or refused. */
export function firstArrival({ receivedAt, refusedAt }: Pick<EventSummary, 'receivedAt' | 'refusedAt'>): number {
  return refusedAt ?? receivedAt;
}

/**
 * Whether a resend equals the first event: equal bytes, or equal JSON except for what every resend changes (the form's `timestamp`, which must be
 * fresh to pass the tolerance window, and the batch that a platform wrapped it in).
 */
export function sameContent(origin: Origin, first: Uint8Array, second: Uint8Array): boolean {
  if (Buffer.compare(first, second) === 0) return true;
  const a = readJson(first);
  const b = readJson(second);
  return a.ok && b.ok && isDeepStrictEqual(essence(origin, a.value), essence(origin, b.value));
}

/** Only plain keys: `processing/known-keys.ts` knows more, and loads the tables of all phone numbers for it. */
const CONTACT_KEY = /mail|correo|fone|phone|whats|celular|movil/i;

/**
 * Whether two bodies are plainly of two people: both have an e-mail address or phone number, and they share none. Only flat bodies are compared:
 * in those of the platforms' forms, the platform chooses the id.
 */
export function areOfTwoPeople(first: Uint8Array, second: Uint8Array): boolean {
  const known = contactsIn(first);
  const others = contactsIn(second);
  return known.length > 0 && others.length > 0 && !others.some((contact) => known.includes(contact));
}

/** Addresses in lower case, and the last eight digits of numbers, so that another spelling is the same contact. */
function contactsIn(body: Uint8Array): readonly string[] {
  const reading = readJson(body);
  if (!(reading.ok && isJsonObject(reading.value))) return [];
  return Object.entries(reading.value).flatMap(([key, value]) => {
    const text = CONTACT_KEY.test(key) ? (scalarText(value) ?? '') : '';
    if (text.includes('@')) return [text.trim().toLowerCase()];
    const digits = text.replaceAll(/\D/g, '');
    return digits.length < 8 ? [] : [digits.slice(-8)];
  });
}

/** What is the same in a body and all its resends, as text: `sameContent` bodies have the same. */
export function contentText(origin: Origin, body: Uint8Array): string {
  const reading = readJson(body);
  if (!reading.ok) return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return writeJson(essence(origin, reading.value) ?? null);
}

function essence(origin: Origin, json: JsonValue): JsonValue | undefined {
  if (!isJsonObject(json)) return json;
  if (origin === Origin.ownForm) return withoutKey(json, 'timestamp');
  if (origin === Origin.socialAds) return onlyChange(json) ?? json;
  return json;
}

function withoutKey(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** The value of the payload's leadgen change, if there is one. */
function onlyChange(json: JsonObject): JsonValue | undefined {
  const changes = objectsIn(json, 'entry').flatMap((entry) => objectsIn(entry, 'changes'));
  const leadgen = changes.find((change) => field(change, 'field') === 'leadgen');
  return leadgen === undefined ? undefined : field(leadgen, 'value');
}
