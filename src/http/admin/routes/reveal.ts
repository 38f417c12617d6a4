import { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import { OperatorAction } from '../../../domain/activity.ts';
import type { QueueControl } from '../../../domain/ports.ts';
import type { Exchange } from '../../exchange.ts';
import { flag } from '../requests/values.ts';
import { operatorOf } from '../requests/visitor.ts';

/** The query of paths that can reveal personal data. */
export const revealValues = z.object({
  mostrar: flag('1: include personal data. Requires an operator token; recorded in the activity log.'),
});

interface RevealDeps {
  readonly store: QueueControl;
  readonly clock: Clock;
}

/**
 * Records who requested personal data before sending it. A response without a body (HEAD) reveals nothing.
 * @param target `lead:7`, `evento:3` …
 */
export async function recordReveal({ store, clock }: RevealDeps, exchange: Exchange, target: string, detail: string): Promise<void> {
  if (exchange.method !== 'HEAD') await store.recordActivity(OperatorAction.reveal, target, detail, operatorOf(exchange, clock));
}
