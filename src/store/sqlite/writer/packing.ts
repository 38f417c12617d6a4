import type { IdentityKind } from '../../../domain/event-kind.ts';
import type { ClaimedJob } from '../../../domain/job.ts';
import type { Sender } from '../../../domain/secret-rotation.ts';
import type { Delivery, NewEvent } from '../../../domain/webhook-event.ts';

/**
 * Packs arguments and results for the transfer between a process and its writer thread. Most are few and small and are sent unchanged.
 * Those that come by the thousand become flat lists and text: cloning an object with its buffers costs three times as much on either side
 * (a form of 400 bytes: 5 instead of 1.3 µs to send, 3 instead of 1.2 to receive). Bytes become text with one character per byte.
 */
export function packArgs(name: string, args: readonly unknown[]): readonly unknown[] {
  if (name === 'accept') return packDelivery(args[0] as Delivery);
  // Outcomes are plain values; their exact numbers are already text (`StoredFields`).
  if (name === 'finish') return [JSON.stringify(args)];
  return args.map(exactBytes);
}

/** Reverses `packArgs`. */
export function unpackArgs(name: string, args: readonly unknown[]): readonly unknown[] {
  if (name === 'accept') return [unpackDelivery(args as PackedDelivery)];
  if (name === 'finish') return JSON.parse(args[0] as string) as unknown[];
  return args;
}

export function packResult(name: string, result: unknown): unknown {
  return name === 'claim' ? packClaims(result as readonly ClaimedJob[]) : result;
}

/** Reverses `packResult`. */
export function unpackResult(name: string, result: unknown): unknown {
  return name === 'claim' ? unpackClaims(result as PackedClaims) : result;
}

type PackedClaim = [
  jobId: string,
  workerId: string,
  lease: number,
  attempt: number,
  eventId: string,
  origin: ClaimedJob['origin'],
  eventType: string,
  identity: string,
  body: string,
  receivedAt: number,
  refusedAt: number | null,
  requestId: string,
  conversionId: string | null,
  limitedTo: string | null,
  platformFaultsSince: number | undefined,
  platformFaultsTries: number | undefined,
];

/** `PackedClaim`s, concatenated. */
type PackedClaims = readonly PackedClaim[number][];

const CLAIM_LENGTH = 16;

function packClaims(claims: readonly ClaimedJob[]): PackedClaims {
  const packed: PackedClaim[number][] = [];
  for (const {
    jobId,
    workerId,
    lease,
    attempt,
    eventId,
    origin,
    eventType,
    identity,
    body,
    receivedAt,
    refusedAt,
    requestId,
    conversionId,
    limitedTo,
    platformFaults,
  } of claims) {
    const job = [jobId, workerId, lease, attempt] as const;
    const event = [eventId, origin, eventType, identity, text(body), receivedAt, refusedAt, requestId] as const;
    const claim: PackedClaim = [...job, ...event, conversionId, limitedTo, platformFaults?.since, platformFaults?.tries];
    packed.push(...claim);
  }
  return packed;
}

function unpackClaims(packed: PackedClaims): readonly ClaimedJob[] {
  const claims: ClaimedJob[] = [];
  for (let at = 0; at < packed.length; at += CLAIM_LENGTH) {
    const claim = packed.slice(at, at + CLAIM_LENGTH) as PackedClaim;
    const [jobId, workerId, lease, attempt, eventId, origin, eventType, identity, body, ...after] = claim;
    const [receivedAt, refusedAt, requestId, conversionId, limitedTo, since, tries] = after;
    const event = { eventId, origin, eventType, identity, body: bytes(body), receivedAt, refusedAt, requestId };
    const platformFaults = since === undefined || tries === undefined ? null : { since, tries };
    claims.push({ jobId, workerId, lease, attempt, ...event, conversionId, limitedTo, platformFaults });
  }
  return claims;
}

const SENDER_LENGTH = 2;
const EVENT_LENGTH = 4;

type PackedDelivery = [
  origin: Delivery['origin'],
  body: string,
  headers: string,
  remoteAddress: string,
  requestId: string,
  credential: Delivery['credential'],
  receivedAt: number,
  refusedAt: number | undefined,
  secret: string | undefined,
  limitedTo: string | undefined,
  queue: string,
  onlyNew: boolean | undefined,
  senders: number,
  /**
   * `SENDER_LENGTH` items per sender: kind and id. Then `EVENT_LENGTH` items per event: type, identity, kind, and its part of the body if
   * it came in a batch.
   */
  ...sendersAndEvents: (string | undefined)[],
];

function packDelivery(delivery: Delivery): PackedDelivery {
  const { origin, body, headers, remoteAddress, requestId, credential, receivedAt, refusedAt, secret, limitedTo, queue, onlyNew } =
    delivery;
  const senders = delivery.senders ?? [];
  const head = [origin, text(body), headers, remoteAddress, requestId, credential] as const;
  const packed: PackedDelivery = [...head, receivedAt, refusedAt, secret, limitedTo, queue, onlyNew, senders.length];
  for (const { kind, id } of senders) packed.push(kind, id);
  for (const event of delivery.events) packed.push(event.eventType, event.identity, event.kind, event.body && text(event.body));
  return packed;
}

function unpackDelivery(packed: PackedDelivery): Delivery {
  const [origin, body, headers, remoteAddress, requestId, credential, ...after] = packed;
  const [receivedAt, refusedAt, secret, limitedTo, queue, onlyNew, sendersLength, ...rest] = after;
  const eventsAt = sendersLength * SENDER_LENGTH;
  const senders: Sender[] = [];
  for (let at = 0; at < eventsAt; at += SENDER_LENGTH) senders.push({ kind: rest[at] as Sender['kind'], id: rest[at + 1] as string });
  const events: NewEvent[] = [];
  for (let at = eventsAt; at < rest.length; at += EVENT_LENGTH) {
    const kind = rest[at + 2] as IdentityKind | undefined;
    const part = rest[at + 3];
    const event = { eventType: rest[at] as string, identity: rest[at + 1] as string, ...(kind === undefined ? {} : { kind }) };
    events.push(part === undefined ? event : { ...event, body: bytes(part) });
  }
  const delivery = { origin, body: bytes(body), headers, remoteAddress, requestId, credential, receivedAt, queue, events };
  return {
    ...delivery,
    ...(refusedAt === undefined ? {} : { refusedAt }),
    ...(secret === undefined ? {} : { secret, senders }),
    ...(limitedTo === undefined ? {} : { limitedTo }),
    ...(onlyNew === undefined ? {} : { onlyNew }),
  };
}

function text(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}

function bytes(body: string): Buffer {
  return Buffer.from(body, 'latin1');
}

/** A view of a larger buffer would send the whole buffer to the thread: for a body of 400 bytes, the 64 KiB its socket was read into. */
function exactBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
  if (Array.isArray(value)) return value.map(exactBytes);
  if (value instanceof Map) return value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, exactBytes(inner)]));
}
