import { DAY_MS } from '../../base/time-units.ts';
import type { GraphClient } from '../../delivery/social-ads/graph-client.ts';
import { TIME_TO_RENEW_MS } from '../../domain/connected-account.ts';
import type { AppContext } from '../context.ts';
import { appAccess } from './app-access.ts';
import { PageTokenReader, pageAccount } from './page-tokens.ts';

/** How long one answer is waited for, in ms. */
const PATIENCE_MS = 20_000;

/** When a token, or what it opens, ends; null: never. */
function endOf({
  expiresAt,
  dataAccessExpiresAt,
}: {
  readonly expiresAt: number | null;
  readonly dataAccessExpiresAt: number | null;
}): number | null {
  const ends = [expiresAt, dataAccessExpiresAt].filter((end) => end !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Asks Meta when the tokens of the pages end, and keeps it, so that there is an alarm before. Only the app may ask; a token that cannot be inspected
 * keeps what was known of it.
 */
export async function noteTokenExpiry(
  context: Pick<AppContext, 'config' | 'secrets' | 'store' | 'clock' | 'log'>,
  graph: Pick<GraphClient, 'inspectToken'>,
  signal: AbortSignal,
): Promise<void> {
  const { config, secrets, store, clock, log } = context;
  const app = appAccess(config.delivery, secrets);
  if (app === null) return;
  const tokens = await new PageTokenReader(context).read();
  for (const page of tokens.all.keys()) {
    const token = tokens.forPage(page);
    if (token === null) continue;
    const answer = await graph.inspectToken(token.token, app.token, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    // Of a platform that is away, the next comparison asks again.
    if (signal.aborted || (answer.kind === 'trouble' && answer.trouble.kind === 'passing')) return;
    if (answer.kind !== 'token' || !answer.info.isValid) continue;
    const end = endOf(answer.info);
    await store.noteAccountExpiry(pageAccount(page), end);
    if (end !== null && end - clock() <= TIME_TO_RENEW_MS)
      log.warn({ page, days: Math.max(0, Math.floor((end - clock()) / DAY_MS)) }, 'the token of this page expires soon: connect a new one');
  }
}
