import { setImmediate } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { Operator } from '../domain/ports.ts';
import { type ReplayedRequest, type ReplayOptions, type ReplaySummary, summarizeReplay } from '../domain/refused-replay.ts';
import { isCredentialCode, type KeptRefusedRequest } from '../domain/refused-request.ts';
import { requestOfKept } from '../intake/intake-request.ts';
import { createIntake, type Intake } from '../intake/receive.ts';
import { appError, notFound } from '../messages/messages.ts';
import type { StoreContext } from './context.ts';
import { NamedKeys } from './named-secrets/named-keys.ts';

/** The parts of the program that a replay needs. */
type ReplayContext = Pick<StoreContext, 'store' | 'config' | 'secrets' | 'clock'>;

type ReplayResult = ReplayedRequest['result'];

/** A request that can be replayed, and what verifies its sender now. */
interface Replayable {
  readonly kept: KeptRefusedRequest;
  readonly isVouchedFor: boolean;
  readonly isVerified: boolean;
}

const WITH_CREDENTIAL: ReplayOptions = { withoutCredential: false };

/** How many are checked before other work of the process continues. */
const AT_ONCE = 20;

/**
 * Sends refused requests through intake again, with the current secrets and settings, a few at a time and in the order of the ids; one that
 * cannot be replayed does not block the others. Stored events are written to the operators' log.
 */
export async function* replayRefused(
  context: ReplayContext,
  ids: readonly string[],
  operator: Operator,
  options = WITH_CREDENTIAL,
): AsyncGenerator<ReplayedRequest> {
  const intake = await openIntake(context);
  yield* eachRequest(ids, async (id) => await replay(context, intake, await replayable(context, intake, id, options), operator));
}

/** What replaying these requests would do now, without doing it: which would be stored, and why others would not. */
export async function previewReplay(context: ReplayContext, ids: readonly string[], options = WITH_CREDENTIAL): Promise<ReplaySummary> {
  const intake = await openIntake(context);
  const rehearsed = eachRequest(ids, async (id) => rehearse(intake, await replayable(context, intake, id, options)));
  return summarizeReplay(await Array.fromAsync(rehearsed));
}

async function* eachRequest(ids: readonly string[], attempt: (id: string) => Promise<ReplayResult>): AsyncGenerator<ReplayedRequest> {
  const each = [...new Set(ids)];
  for (let from = 0; from < each.length; from += AT_ONCE) {
    yield* await Promise.all(
      each.slice(from, from + AT_ONCE).map(async (id) => ({ id, result: await attempt(id).catch(impossibleOrThrow) })),
    );
    await setImmediate();
  }
}

function impossibleOrThrow(error: unknown): ReplayResult {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'conflict')) return { kind: 'impossible', error };
  throw error;
}

async function replay(
  { store }: ReplayContext,
  intake: Intake,
  { kept, isVouchedFor, isVerified }: Replayable,
  operator: Operator,
): Promise<ReplayResult> {
  const result = await intake.replay(requestOfKept(kept), kept.receivedAt, { ...kept, isVerified });
  if (result.kind === 'refused') return { kind: 'refused', code: result.code, params: result.params };
  const eventIds = result.kind === 'ignored' ? [] : result.receipts.map((receipt) => receipt.eventId);
  await store.noteReplay(kept.id, { eventIds, withoutCredential: isVouchedFor }, operator);
  if (result.kind === 'ignored') return result;
  return { kind: 'stored', eventIds, withoutCredential: isVouchedFor };
}

function rehearse(intake: Intake, { kept, isVouchedFor, isVerified }: Replayable): ReplayResult {
  const reading = intake.rehearse(requestOfKept(kept), { ...kept, isVerified });
  return reading.kind === 'events' ? { kind: 'stored', eventIds: [], withoutCredential: isVouchedFor } : reading;
}

/** @throws AppError `not_found`; `conflict` if it was already replayed, or if only the beginning of its body was kept */
async function replayable({ store }: ReplayContext, intake: Intake, id: string, options: ReplayOptions): Promise<Replayable> {
  const kept = await store.findRefused(id);
  if (kept === null) throw notFound('refused', id);
  const { replayedEventId: eventId } = kept;
  if (eventId !== null) throw appError('conflict', (m) => m.errors.refused.alreadyReplayed({ id, eventId }));
  if (!kept.complete) throw appError('conflict', (m) => m.errors.refused.bodyCutOff({ id }));
  const isVouchedFor = options.withoutCredential && lacksCredential(intake, kept);
  return { kept, isVouchedFor, isVerified: kept.isVerified || isVouchedFor };
}

/** The platform may have been given the right key since then but sends nothing twice: the stored request has the wrong key forever. */
function lacksCredential(intake: Intake, kept: KeptRefusedRequest): boolean {
  const reading = intake.rehearse(requestOfKept(kept), kept);
  return reading.kind === 'refused' && isCredentialCode(reading.code);
}

/** Intake with the current secrets, including named ones. */
async function openIntake({ store, secrets, config, clock }: ReplayContext): Promise<Intake> {
  const named = new NamedKeys({ store, credentialsKey: secrets.credentialsKey });
  await named.read();
  return createIntake({ inbox: store, secrets, named: named.current, config, clock, queue: DEFAULT_QUEUE });
}
