import type { JsonObject } from '../../base/exact-json.ts';
import { told } from '../../domain/fault.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';

/** What stands between two pages of a list; null begins it. */
interface Turn {
  readonly after: string | null;
  readonly signal: AbortSignal;
}

type ListPage<Item> =
  | { readonly kind: 'page'; readonly items: readonly Item[]; readonly after: string | null }
  | { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

export interface NamedForm {
  readonly id: string;
  readonly name: string | null;
}

/** The lists of a platform in which leads are looked for: page by page, each of them one call. */
export interface LeadLists {
  /** The lead forms of a page. */
  listForms(pageId: string, token: string, turn: Turn): Promise<ListPage<NamedForm>>;
  /** The leads of a form that were made at or after `createdAfter` (UTC ms), in any order. */
  listLeads(formId: string, token: string, turn: Turn & { readonly createdAfter: number }): Promise<ListPage<JsonObject>>;
}

/** The items of a list, a page at a time; ends with what went wrong, or null when the list came to its end. */
export type ListWalk<Item> = AsyncGenerator<readonly Item[], PlatformTrouble | null>;

export interface Patience {
  /** Resolves after so many ms, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The pauses after which a page that failed in passing is asked for again, in ms. */
const PAUSES_MS = [2_000, 10_000, 30_000];

/** A list that leads back to where it was, or never ends, is left: otherwise nobody else would ever be compared. */
const MOST_PAGES = 20_000;

/** Walks a list to its end, one page at a time; what passes is waited for a little. */
export async function* walkList<Item>(ask: (after: string | null) => Promise<ListPage<Item>>, { wait, signal }: Patience): ListWalk<Item> {
  let after: string | null = null;
  let failures = 0;
  const seen = new Set<string>();
  for (;;) {
    const page: ListPage<Item> = await ask(after);
    if (page.kind === 'trouble') {
      const pauseMs = PAUSES_MS[failures];
      if (page.trouble.kind !== 'passing' || pauseMs === undefined || signal.aborted) return page.trouble;
      failures += 1;
      await wait(Math.max(pauseMs, Math.min(page.trouble.retryAfterMs ?? 0, PAUSES_MS.at(-1) ?? 0)), signal);
      continue;
    }
    failures = 0;
    yield page.items;
    if (page.after === null) return null;
    if (seen.has(page.after) || seen.size >= MOST_PAGES) return ENDLESS;
    seen.add(page.after);
    after = page.after;
  }
}

const ENDLESS: PlatformTrouble = {
  kind: 'passing',
  fault: {
    code: 'platform_unavailable',
    message: told(['socialAnswerUnknown', { status: 200, found: 'endless' }]),
  },
  retryAfterMs: null,
};
