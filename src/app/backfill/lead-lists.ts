import type { GraphPage } from '../../delivery/social-ads/graph-client.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { newFault } from '../../domain/fault.ts';
import type { WorkContext } from '../context.ts';
import type { OpenPages } from '../platforms/open-graph.ts';
import type { PageTokens } from '../platforms/page-tokens.ts';

/** What a comparison with the platform uses. */
export interface Comparison extends WorkContext, WalkOptions {
  readonly platform: OpenPages;
  readonly tokens: PageTokens;
}

interface WalkOptions {
  /** Resolves after this many ms, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The pauses before retrying a page after a temporary error, in ms. */
const PAUSES_MS = [2_000, 10_000, 30_000];

/** Stop at a list that loops or never ends: otherwise no other form would be compared. */
const MOST_PAGES = 20_000;

/**
 * Reads a list of the platform to its end or until the signal aborts, one page at a time; temporary errors are retried after a pause. Returns
 * the error that ended it, or `null`.
 */
export async function walkList<Item>(
  ask: (after: string | null) => Promise<GraphPage<Item>>,
  { wait, signal }: WalkOptions,
  onPage: (items: readonly Item[]) => Promise<void>,
): Promise<PlatformTrouble | null> {
  let after: string | null = null;
  let failures = 0;
  const seen = new Set<string>();
  for (;;) {
    const page: GraphPage<Item> = await ask(after);
    if (page.kind === 'trouble') {
      const pauseMs = PAUSES_MS[failures];
      if (page.trouble.kind !== 'passing' || pauseMs === undefined || signal.aborted) return page.trouble;
      failures += 1;
      await wait(Math.max(pauseMs, Math.min(page.trouble.retryAfterMs ?? 0, PAUSES_MS.at(-1) ?? 0)), signal);
      continue;
    }
    failures = 0;
    await onPage(page.items);
    if (page.after === null || signal.aborted) return null;
    if (seen.has(page.after) || seen.size >= MOST_PAGES) return ENDLESS;
    seen.add(page.after);
    after = page.after;
  }
}

const ENDLESS: PlatformTrouble = {
  kind: 'passing',
  fault: newFault('platform_unavailable', ['socialAnswerUnknown', { status: 200, found: 'endless' }]),
  retryAfterMs: null,
};
