import { setImmediate } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';
import { OperatorAction } from '../domain/activity.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { Operator } from '../domain/ports.ts';
import type { PutThroughResult, ReplayedRefusal, ReplayOptions, ReplayPreview } from '../domain/put-through.ts';
import { isCredentialCode, type KeptRefusedRequest } from '../domain/refused-request.ts';
import { requestOfKept } from '../intake/kept-request.ts';
import { createIntake, type Intake } from '../intake/receive.ts';
import { appError } from '../messages/messages.ts';
import type { StoreContext } from './context.ts';
import { NamedKeys } from './named-secrets/named-keys.ts';

/** What it needs of the program. */
export type PutThroughContext = Pick<StoreContext, 'store' | 'config' | 'secrets' | 'clock'>;

const WITH_CREDENTIAL: ReplayOptions = { withoutCredential: false };

/**
 * Puts a refused request through intake again, after a secret or a setting was mended; what is stored is written to the
 * operators' log.
 *
 * @throws AppError `not_found`; `conflict` when it was put through already, or when only the beginning of its body is kept
 */
export async function putThrough(
  context: PutThroughContext,
  refusedId: string,
  operator: Operator,
  options = WITH_CREDENTIAL,
): Promise<PutThroughResult> {
  return await putThroughIntake(context, await openIntake(context), refusedId, operator, options);
}

async function putThroughIntake(
  context: PutThroughContext,
  intake: Intake,
  refusedId: string,
  operator: Operator,
  options: ReplayOptions,
): Promise<PutThroughResult> {
  const kept = await requireReplayable(context, refusedId);
  const { store } = context;
  const isVouchedFor = options.withoutCredential && lacksCredential(intake, kept);
  const result = await intake.replay(requestOfKept(kept), kept.receivedAt, { ...kept, isProven: kept.isProven || isVouchedFor });
  if (result.kind === 'refused') return { kind: 'refused', code: result.code, detail: result.detail };
  if (result.kind === 'ignored') {
    await store.markRefusedReplayed(kept.id, null, operator.now);
    return result;
  }
  const eventIds = result.receipts.map((receipt) => receipt.eventId);
  await store.markRefusedReplayed(kept.id, eventIds[0] ?? null, operator.now);
  const events = eventIds.map((id) => `evento:${id}`).join(' ');
  const action = isVouchedFor ? OperatorAction.replayRefusedWithoutCredential : OperatorAction.replayRefused;
  await store.recordActivity(action, `recusa:${kept.id}`, events, operator);
  return { kind: 'stored', eventIds, withoutCredential: isVouchedFor };
}

/** The platform may have been given the right key since, and sends nothing twice: what is kept has the wrong one for ever. */
function lacksCredential(intake: Intake, kept: KeptRefusedRequest): boolean {
  const reading = intake.rehearse(requestOfKept(kept), kept);
  return reading.kind === 'refused' && isCredentialCode(reading.code);
}

/** How many are looked at before other work of the process has its turn. */
const LOOKED_AT_ONCE = 20;

/**
 * What replaying these requests would do now, without doing it: which would be stored, and why others would not.
 *
 * @param ids those that do not exist, are cut or were replayed are told as `impossible`
 */
export async function previewReplay(context: PutThroughContext, ids: readonly string[], options = WITH_CREDENTIAL): Promise<ReplayPreview> {
  const { store } = context;
  const intake = await openIntake(context);
  const refused = new Map<string, number>();
  let [stored, withoutCredential, ignored, impossible] = [0, 0, 0, 0];
  for (const [index, id] of ids.entries()) {
    if (index % LOOKED_AT_ONCE === LOOKED_AT_ONCE - 1) await setImmediate();
    const kept = await store.findRefused(id);
    if (kept === null || kept.replayedAt !== null || !kept.complete) {
      impossible += 1;
      continue;
    }
    const isVouchedFor = options.withoutCredential && lacksCredential(intake, kept);
    const reading = intake.rehearse(requestOfKept(kept), { ...kept, isProven: kept.isProven || isVouchedFor });
    if (isVouchedFor && reading.kind === 'events') withoutCredential += 1;
    if (reading.kind === 'events') stored += 1;
    else if (reading.kind === 'ignored') ignored += 1;
    else refused.set(reading.code, (refused.get(reading.code) ?? 0) + 1);
  }
  return {
    total: ids.length,
    stored,
    withoutCredential,
    ignored,
    impossible,
    refused: [...refused].map(([code, count]) => ({ code, count })),
  };
}

/** Replays requests, a few at a time; one that cannot be replayed does not keep the others back. In the order of the ids. */
export async function* putThroughMany(
  context: PutThroughContext,
  ids: readonly string[],
  operator: Operator,
  options = WITH_CREDENTIAL,
): AsyncGenerator<ReplayedRefusal> {
  const each = [...new Set(ids)];
  const intake = await openIntake(context);
  for (let from = 0; from < each.length; from += LOOKED_AT_ONCE) {
    const some = each.slice(from, from + LOOKED_AT_ONCE);
    yield* await Promise.all(some.map(async (id) => ({ id, result: await putThroughOne(context, intake, id, operator, options) })));
  }
}

async function putThroughOne(
  context: PutThroughContext,
  intake: Intake,
  id: string,
  operator: Operator,
  options: ReplayOptions,
): Promise<ReplayedRefusal['result']> {
  try {
    return await putThroughIntake(context, intake, id, operator, options);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'conflict')) return { kind: 'impossible', error };
    throw error;
  }
}

/** Intake with the secrets of now, named ones too. */
async function openIntake({ store, secrets, config, clock }: PutThroughContext): Promise<Intake> {
  const named = new NamedKeys({ store, credentialsKey: secrets.credentialsKey });
  await named.read();
  return createIntake({ inbox: store, secrets, named: named.current, config, clock, queue: DEFAULT_QUEUE });
}

async function requireReplayable({ store }: PutThroughContext, id: string): Promise<KeptRefusedRequest> {
  const kept = await store.findRefused(id);
  if (kept === null) {
    throw appError('not_found', (m) => m.errors.refused.thereNoRefusedRequest({ id }));
  }
  const { replayedEventId: eventId } = kept;
  if (eventId !== null) {
    throw appError('conflict', (m) => m.errors.refused.refusedRequestPutThrough({ id, eventId }));
  }
  if (!kept.complete) throw appError('conflict', (m) => m.errors.refused.ofRefusedRequestOnly({ id }));
  return kept;
}
