import { AppError } from '../base/app-error.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { Operator } from '../domain/ports.ts';
import type { KeptRefusedRequest } from '../domain/refused-request.ts';
import { requestOfKept } from '../intake/kept-request.ts';
import { createIntake } from '../intake/receive.ts';
import type { AppContext } from './context.ts';

export type PutThroughResult =
  | { readonly kind: 'stored'; readonly eventIds: readonly string[] }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

/**
 * Puts a refused request through intake again, after a secret or a setting was mended; what is stored is written to the
 * operators' log.
 *
 * @throws AppError `not_found`; `conflict` when it was put through already, or when only the beginning of its body is kept
 */
export async function putThrough(context: AppContext, refusedId: string, operator: Operator): Promise<PutThroughResult> {
  const kept = await requireReplayable(context, refusedId);
  const { store, secrets, config, clock } = context;
  const intake = createIntake({ inbox: store, secrets, config, clock, queue: DEFAULT_QUEUE });
  const result = await intake.replay(requestOfKept(kept), kept.receivedAt, kept.isProven);
  if (result.kind !== 'stored') return result.kind === 'refused' ? { kind: 'refused', code: result.code, detail: result.detail } : result;
  const eventIds = result.receipts.map((receipt) => receipt.eventId);
  await store.markRefusedReplayed(kept.id, eventIds[0] ?? '', operator.now);
  const events = eventIds.map((id) => `evento:${id}`).join(' ');
  await store.recordActivity('refused replay', `recusa:${kept.id}`, events, operator);
  return { kind: 'stored', eventIds };
}

async function requireReplayable({ store }: AppContext, id: string): Promise<KeptRefusedRequest> {
  const kept = await store.findRefused(id);
  if (kept === null) {
    throw new AppError('not_found', `There is no refused request ${id}.`, {
      hint: '`lead-intake refused list` shows those that are kept.',
    });
  }
  if (kept.replayedEventId !== null) {
    throw new AppError('conflict', `Refused request ${id} was put through already, as event ${kept.replayedEventId}.`, {
      hint: `\`lead-intake events show ${kept.replayedEventId}\` shows what became of it; \`events replay\` processes it again.`,
    });
  }
  if (!kept.complete) {
    throw new AppError('conflict', `Of refused request ${id} only the beginning is kept; it cannot be put through again.`, {
      hint: 'Ask the sender to send it again; for a body that was too large raise MAX_BODY_BYTES first.',
    });
  }
  return kept;
}
