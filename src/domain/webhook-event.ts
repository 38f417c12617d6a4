import { isDeepStrictEqual } from 'node:util';
import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, readJson } from '../base/exact-json.ts';
import type { IdentityKind } from './event-kind.ts';
import { Origin } from './origin.ts';
import type { Sender } from './secret-rotation.ts';

/** The states of an event, in the seed's words. The diagram is in `docs/architecture.md`. */
export const EventStatus = { received: 'recebido', processed: 'processado', failed: 'erro' } as const;

export type EventStatus = (typeof EventStatus)[keyof typeof EventStatus];

export const EVENT_STATUSES = Object.values(EventStatus);

/** How the sender proved itself. `backfill`: nobody sent it, it was fetched from the platform; `operator`: somebody here put it in. */
export type Credential = 'hmac' | 'hmac_previous' | 'google_key' | 'google_key_previous' | 'unsigned' | 'operator' | 'backfill';

/** One event inside a delivery, as intake read it. */
export interface NewEvent {
  readonly eventType: string;
  /** Unique per origin, kind and limit of the secret: the form's `id`, the platform's lead id, or the SHA-256 of the body. */
  readonly identity: string;
  /** Left out: `lead`. */
  readonly kind?: IdentityKind;
  /** Only for an event out of a batch: its part of the request, in the platform's own shape. Otherwise the delivery's body is the event's. */
  readonly body?: Uint8Array;
}

/** One authenticated request: what the EventInbox stores in a single durable step. */
export interface Delivery {
  readonly origin: Origin;
  /** The bytes as received; for search ads with the `google_key` blanked out. */
  readonly body: Uint8Array;
  /** JSON text of the header name/value list, without credentials of proxies and browsers. */
  readonly headers: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly credential: Credential;
  /** Fingerprint of the secret that verified it; left out: none did. */
  readonly secret?: string;
  /** The only client whose leads its events may create, because its secret is limited to it; left out: all. */
  readonly limitedTo?: string;
  /** Who used that secret. */
  readonly senders?: readonly Sender[];
  /** When it is stored, UTC milliseconds: times follow ids. */
  readonly receivedAt: number;
  /** When the request first arrived and was refused, UTC milliseconds; left out: it was not refused. */
  readonly refusedAt?: number;
  readonly queue: string;
  readonly events: readonly NewEvent[];
  /** True: events that are known stay as they are, and do not count as resent. */
  readonly onlyNew?: boolean;
}

/** What became of one event of a delivery. */
export interface Receipt {
  readonly eventId: string;
  /** `accepted`: stored, or still waiting, or set to run again. `already_accepted`: being processed, or processed. */
  readonly status: 'accepted' | 'already_accepted';
  /** False when the event was known before. */
  readonly isNew: boolean;
  /** A resend whose content differs from the first; the first wins. */
  readonly conflict: boolean;
  /** The resend also names another type: perhaps it is another event with the same id. */
  readonly typeDiffers: boolean;
}

/** An event with what a list shows. */
export interface EventSummary {
  readonly id: string;
  readonly origin: Origin;
  readonly eventType: string;
  readonly identity: string;
  readonly status: EventStatus;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly leadId: string | null;
  readonly receivedAt: number;
  /** When its request first arrived and was refused; it was replayed later. */
  readonly refusedAt: number | null;
  readonly processedAt: number | null;
  readonly resends: number;
  readonly conflicts: number;
  /** The type of the newest resend that named another one; null: none did. */
  readonly conflictType: string | null;
}

/** Events of which a resend named another type. */
export interface TypeConflicts {
  readonly count: number;
  /** True: there are more than were counted. */
  readonly atLeast: boolean;
  readonly newest: Pick<EventSummary, 'id' | 'eventType'> & { readonly conflictType: string; readonly at: number };
}

/** Events that ended in the same error, or wait for the same thing. */
export interface ProblemGroup {
  readonly errorCode: string;
  /** What their errors name; '' is nothing, null more things than are told apart. */
  readonly named: string | null;
  /** True: they wait for something outside; false: they failed. */
  readonly parked: boolean;
  readonly count: number;
  /** True: there are more than were counted. */
  readonly atLeast: boolean;
  /** The newest of them, which speaks for the others. */
  readonly newest: { readonly eventId: string; readonly at: number; readonly message: string | null };
}

/** An event with everything that is kept of it. */
export interface WebhookEvent extends EventSummary {
  readonly body: Uint8Array;
  /** The whole request this event was a part of, when it came in a batch. */
  readonly batchBody: Uint8Array | null;
  readonly headers: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly credential: Credential;
  /** Fingerprint of the secret that verified it; null: none did. Whether it is the current one is a matter of the settings. */
  readonly secret: string | null;
  /** The only client whose leads it may create, because that secret is limited to it; null: all. */
  readonly limitedTo: string | null;
  readonly lastResendAt: number | null;
  /** The newest resend that said something else; it changed nothing. */
  readonly conflictBody: Uint8Array | null;
}

/** When the event reached lead-intake, taken or refused. */
export function firstArrival({ receivedAt, refusedAt }: Pick<EventSummary, 'receivedAt' | 'refusedAt'>): number {
  return refusedAt ?? receivedAt;
}

/**
 * Whether a resend says the same as the first: equal bytes, or equal JSON apart from what every resend changes (the
 * form's `timestamp`, which must be fresh to pass the tolerance window, and the batch a platform wrapped it in).
 */
export function sameContent(origin: Origin, first: Uint8Array, second: Uint8Array): boolean {
  if (Buffer.compare(first, second) === 0) return true;
  const a = readJson(first);
  const b = readJson(second);
  return a.ok && b.ok && isDeepStrictEqual(essence(origin, a.value), essence(origin, b.value));
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

/** The value of the leadgen change of a payload that holds one. */
function onlyChange(json: JsonObject): JsonValue | undefined {
  const entries = field(json, 'entry');
  const changes = (isJsonArray(entries) ? entries : []).flatMap((entry) => {
    const list = isJsonObject(entry) ? field(entry, 'changes') : undefined;
    return isJsonArray(list) ? list.filter(isJsonObject) : [];
  });
  const leadgen = changes.find((change) => field(change, 'field') === 'leadgen');
  return leadgen === undefined ? undefined : field(leadgen, 'value');
}
