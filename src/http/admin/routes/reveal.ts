import { z } from 'zod';
import type { Exchange } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { flag } from '../contract/values.ts';
import { operatorOf } from '../entrance/visitor.ts';

/** The query of addresses that show personal data when they are asked to. */
export const revealValues = z.object({
  mostrar: flag('1: show personal data; for operators only, and written into the log of activity.'),
});

/** Personal data leave the service only after it has been written down who asked for them. An answer without a body (HEAD) shows none. */
export async function recordReveal(
  { control, clock }: Pick<AdminDeps, 'control' | 'clock'>,
  exchange: Pick<Exchange, 'method' | 'remoteAddress'>,
  { target, detail }: { readonly target: string; readonly detail: string },
): Promise<void> {
  if (exchange.method !== 'HEAD') await control.recordActivity('revelar', target, detail, operatorOf(exchange, clock));
}
