import type { JsonObject } from '../../base/exact-json.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { faultParams } from '../../domain/fault.ts';

/** A position between two pages of a list; `null` is its start. */
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

/** The lists of a platform that contain leads: page by page, one call each. */
export interface LeadLists {
  /** The lead forms of a page. */
  listForms(pageId: string, token: string, turn: Turn): Promise<ListPage<NamedForm>>;
  /** The leads of a form created at or after `createdAfter` (UTC ms), in any order. */
  listLeads(formId: string, token: string, turn: Turn & { readonly createdAfter: number }): Promise<ListPage<JsonObject>>;
}

/** The items of a list, one page at a time. Returns the error that ended it, or `null` at the end of the list. */
export type ListWalk<Item> = AsyncGenerator<readonly Item[], PlatformTrouble | null>;

export interface WalkOptions {
  /** Resolves after this many ms, or when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The pauses before retrying a page after a temporary error, in ms. */
const PAUSES_MS = [2_000, 10_000, 30_000];

/** Stop at a list that loops or never ends: otherwise no other form would be compared. */
const MOST_PAGES = 20_000;

/** Reads a list to its end, one page at a time; temporary errors are retried after a pause. */
export async function* walkList<Item>(
  ask: (after: string | null) => Promise<ListPage<Item>>,
  { wait, signal }: WalkOptions,
): ListWalk<Item> {
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
    params: faultParams(['socialAnswerUnknown', { status: 200, found: 'endless' }]),
  },
  retryAfterMs: null,
};
