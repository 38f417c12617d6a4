import { DAY_MS } from '../../base/time-units.ts';
import { wait as waitFor } from '../../base/wait.ts';
import type { GraphClient, TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { TIME_TO_RENEW_MS } from '../../domain/connected-account.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import type { AppContext } from '../context.ts';
import { DestinationReader } from './destinations.ts';
import { openGraph } from './open-graph.ts';
import { appAccess } from './page-inspector.ts';
import { PageTokenReader } from './page-tokens.ts';
import { type RepeatDeps, repeatTask, type TaskHold } from './repeated-task.ts';

export const TOKEN_EXPIRY_TASK = 'token expiry social_ads';

/** Tokens last for weeks, and the alarm comes two weeks before the end. */
const EVERY_HOURS = 6;

/** How long to wait for one answer, in ms. */
const TIMEOUT_MS = 20_000;

type Context = Pick<AppContext, 'config' | 'secrets' | 'store' | 'clock' | 'log'>;

/**
 * Asks Meta every few hours when the tokens expire, even if leads are not compared, until the signal aborts; in one process at a time. Only
 * the app may ask: without one, nothing is known about any token, and the token may have changed. Never rejects.
 */
export async function watchTokenExpiry(
  context: Context,
  signal: AbortSignal,
  { random, wait }: Pick<RepeatDeps, 'random' | 'wait'> = { random: Math.random, wait: waitFor },
): Promise<void> {
  const app = appAccess(context.config.delivery, context.secrets);
  if (app === null) return await forgetEnds(context);
  const work = async (hold: TaskHold): Promise<boolean> => {
    await using platform = await openGraph(context);
    return await noteTokenExpiry(context, platform.graph, app.token, hold);
  };
  await repeatTask(
    { ...context, random, wait },
    {
      name: TOKEN_EXPIRY_TASK,
      everyHours: EVERY_HOURS,
      failure: 'the end of tokens of Meta could not be asked for',
      isWanted: async () => (await tokensOf(context)).length > 0,
      work,
    },
    signal,
  );
}

async function forgetEnds(context: Context): Promise<void> {
  try {
    for (const { account } of await tokensOf(context)) await noteExpiry(context, account, null);
  } catch (error) {
    context.log.error({ err: error }, 'could not forget when tokens of Meta end');
  }
}

/** False if Meta does not answer, the program stops, or another process took the task; the next round asks again. */
async function noteTokenExpiry(
  context: Context,
  graph: Pick<GraphClient, 'inspectToken'>,
  appToken: string,
  { signal, renew }: TaskHold,
): Promise<boolean> {
  const answers = new Map<string, TokenInspection>();
  for (const { account, token } of await tokensOf(context)) {
    await renew();
    if (signal.aborted) return false;
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = answers.get(token) ?? (await graph.inspectToken(token, appToken, timeout));
    answers.set(token, answer);
    if (signal.aborted || (answer.kind === 'trouble' && answer.trouble.kind === 'passing')) return false;
    await noteEnd(context, account, answer);
  }
  return true;
}

async function noteEnd(context: Context, account: AccountName, answer: TokenInspection): Promise<void> {
  const { clock, log } = context;
  // A token of another app cannot be inspected: the stored expiry belongs to the previous token.
  if (answer.kind === 'trouble' && answer.trouble.kind === 'missing') return await noteExpiry(context, account, null);
  // A refused or throttled app says nothing about the token.
  if (answer.kind === 'trouble' || !answer.info.isValid) return;
  const { expiresAt, dataAccessExpiresAt } = answer.info;
  const ends = [expiresAt, dataAccessExpiresAt].filter((at) => at !== null);
  // Infinity if it never ends.
  const end = Math.min(...ends);
  await noteExpiry(context, account, ends.length === 0 ? null : end);
  if (end - clock() > TIME_TO_RENEW_MS) return;
  const days = Math.max(0, Math.floor((end - clock()) / DAY_MS));
  log.warn({ [account.kind]: account.id, days }, `the token of this ${account.kind} expires soon: connect a new one`);
}

async function noteExpiry({ store, clock }: Context, account: AccountName, at: number | null): Promise<void> {
  await store.noteAccount(account, { kind: 'expires', at }, clock());
}

/** Tokens of pages and datasets, including those of clients. */
async function tokensOf(context: Context): Promise<readonly { readonly account: AccountName; readonly token: string }[]> {
  const pages = await new PageTokenReader(context).read();
  const { accounts } = await new DestinationReader(context).read();
  return [
    ...[...pages.all.keys()].flatMap((id) => pages.forPage(id) ?? []),
    ...accounts.flatMap(({ account, credential }) => ('token' in credential ? [{ account, token: credential.token }] : [])),
  ];
}
