import type { Clock } from '../base/clock.ts';
import { LimitedLog } from '../base/limited-log.ts';
import type { Logger } from '../base/logger.ts';
import type { SourceSecrets } from '../config/config.ts';
import type { NamedKey } from '../domain/named-secret.ts';
import type { EventInbox } from '../domain/ports.ts';
import { type Likeness, REFUSED_BODY_BYTES, REFUSED_RATE, type RefusedRequest } from '../domain/refused-request.ts';
import type { Reports } from '../domain/report-ports.ts';
import { withoutGoogleKey } from '../intake/google-key.ts';
import { createKeyring, heldSecret, type SourceKeys } from '../intake/keyring.ts';
import { likenessOf } from '../intake/likeness.ts';
import { sharedRead } from './shared-read.ts';

/** A process alone uses no more than what all may keep together. */
const BURST = REFUSED_RATE.requests;
const PER_SECOND = BURST / (REFUSED_RATE.withinMs / 1_000);
const LONGEST_BUFFER = BURST;
const NOT_KEPT = 'refused_not_kept';
const SENDERS_KNOWN_FOR_MS = 60_000;

/**
 * Keeps refused requests for the operator. Best effort: a flood of them takes a bounded amount of memory and disk, and a flood from
 * unverified senders takes no room from verified ones.
 */
export interface RefusedRecorder {
  /** Queues the request and returns immediately. `body` may be longer than the part that is kept. */
  record(request: RefusedRequest): void;
  /** Requests that were not kept, because there were too many or the store could not accept them. */
  readonly dropped: number;
  /** Resolves once every queued request is stored or dropped. */
  flush(): Promise<void>;
}

export interface RefusedRecorderDeps {
  readonly inbox: Pick<EventInbox, 'recordRefused'>;
  readonly reports: Pick<Reports, 'knownSenders'>;
  readonly secrets: SourceSecrets;
  /** The current named secrets. Default: none. */
  readonly named?: () => readonly NamedKey[];
  readonly clock: Clock;
  readonly log: Logger;
}

export function createRefusedRecorder({ inbox, reports, secrets, named, clock, log }: RefusedRecorderDeps): RefusedRecorder {
  const keyring = createKeyring(secrets, named);
  let senders: ReadonlySet<string> = new Set();
  // Requests are kept anyway if they cannot be read; they are read again in a minute.
  const readSenders = sharedRead<ReadonlySet<string>>(
    () =>
      reports.knownSenders().then(
        (known) => new Set(known),
        () => senders,
      ),
    { forMs: SENDERS_KNOWN_FOR_MS, now: clock },
  );
  const lanes: Lanes = { verified: createLane(clock), known: createLane(clock), lead: createLane(clock), none: createLane(clock) };
  const limitedLog = new LimitedLog(log);
  let dropped = 0;
  let writing: Promise<void> | undefined;

  /** Requests that arrive during one write go into the next. */
  async function writeAll(): Promise<void> {
    for (let batch = takeAll(lanes); batch.length > 0; batch = takeAll(lanes)) {
      try {
        senders = await readSenders();
        const requests = batch.map((request) => ({ ...request, likeness: likenessNow(request, senders) }));
        dropped += await inbox.recordRefused(requests, REFUSED_RATE);
      } catch (error) {
        dropped += batch.length;
        if (limitedLog.mayWrite('warn', NOT_KEPT))
          log.warn({ err: error, requests: batch.length, code: NOT_KEPT }, 'Refused requests could not be kept.');
      }
    }
    writing = undefined;
  }

  return {
    record(request) {
      const lane = lanes[request.isVerified ? 'verified' : likenessOf(request.origin, request.body, senders)];
      if (lane.buffer.length >= LONGEST_BUFFER || !lane.bucket.take()) {
        dropped += 1;
        return;
      }
      lane.buffer.push(kept(withoutSecrets(request, keyring(request.origin))));
      writing ??= writeAll();
    },
    get dropped() {
      return dropped;
    },
    async flush() {
      await writing;
      limitedLog.flush();
    },
  };
}

/** Requests waiting to be written, and how fast more are accepted. */
interface Lane {
  readonly bucket: { take(): boolean };
  readonly buffer: RefusedRequest[];
}

function createLane(clock: Clock): Lane {
  return { bucket: createTokenBucket(clock), buffer: [] };
}

/** A verified sender needs no further evidence. */
function likenessNow({ isVerified, origin, body }: RefusedRequest, known: ReadonlySet<string>): Likeness {
  return isVerified ? 'none' : likenessOf(origin, body, known);
}

/** Each kind has its own lane, so that requests that are less likely to be genuine take no room from the others. */
type Lanes = Readonly<Record<'verified' | Likeness, Lane>>;

function takeAll({ verified, known, lead, none }: Lanes): readonly RefusedRequest[] {
  return [verified, known, lead, none].flatMap(({ buffer }) => buffer.splice(0));
}

/** More than is kept, so that a secret at the end of the kept part is not cut in two and missed. */
const LOOKED_AT_BYTES = 2 * REFUSED_BODY_BYTES;

/**
 * The request without the secrets of any source, wherever they appear. A request that contains a secret of its own source counts as
 * verified: once the secret is blanked, a replay could not verify it any more.
 */
function withoutSecrets(request: RefusedRequest, sourceKeys: SourceKeys): RefusedRequest {
  const { buffer, byteOffset, byteLength } = request.body;
  const given = Buffer.from(buffer, byteOffset, Math.min(byteLength, LOOKED_AT_BYTES));
  const body = sourceKeys.blanker.bytes(given);
  const headers = sourceKeys.blanker.text(request.headers);
  const complete = request.complete && byteLength <= LOOKED_AT_BYTES;
  const withoutThem = { ...request, body, headers, complete };
  if (request.isVerified || (body === given && headers === request.headers)) return withoutThem;
  const held = heldSecret(sourceKeys, { body: given, headersJson: request.headers });
  return held === undefined ? withoutThem : { ...held, ...withoutThem, isVerified: true };
}

/**
 * The part that is kept. A `google_key` that was compared and is wrong stays, because without it an operator could not replay the request
 * after correcting the secret. In every other case it may be one of our secrets that is not configured here, and is blanked.
 */
function kept(request: RefusedRequest): RefusedRequest {
  const { buffer, byteOffset, byteLength } = request.body;
  const body = request.code === 'google_key_invalid' ? request.body : withoutGoogleKey(Buffer.from(buffer, byteOffset, byteLength));
  if (body.byteLength <= REFUSED_BODY_BYTES) return { ...request, body };
  return { ...request, body: Buffer.from(body.subarray(0, REFUSED_BODY_BYTES)), complete: false };
}

function createTokenBucket(clock: Clock): { take(): boolean } {
  let tokens = BURST;
  let filledAt = clock();
  return {
    take() {
      const now = clock();
      // If the clock is set back, the bucket must not be emptied.
      tokens = Math.min(BURST, tokens + (Math.max(now - filledAt, 0) / 1_000) * PER_SECOND);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
