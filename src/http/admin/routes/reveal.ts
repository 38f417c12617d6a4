import { z } from 'zod';
import { OperatorAction } from '../../../domain/activity.ts';
import type { Exchange } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { flag } from '../contract/values.ts';
import { operatorOf } from '../entrance/visitor.ts';

/** The query of addresses that show personal data when they are asked to. */
export const revealValues = z.object({
  mostrar: flag('1: show personal data; for operators only, and written into the log of activity.'),
});

/**
 * Writes down who asked for personal data; they leave the service only after that. An answer without a body (HEAD) shows none.
 * @param target `lead:7`, `evento:3` …
 */
export async function recordReveal({ control, clock }: AdminDeps, exchange: Exchange, target: string, detail: string): Promise<void> {
  if (exchange.method !== 'HEAD') await control.recordActivity(OperatorAction.reveal, target, detail, operatorOf(exchange, clock));
}
