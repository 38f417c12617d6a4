import { mapAtMost } from '../../base/map-at-most.ts';
import { type Finding, warning } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';

/** How the platforms are asked, so that one that hangs does not hold up the report. */
export interface AskLimits {
  /** How long one answer is waited for, in ms. */
  readonly callMs: number;
  /** How long all accounts together may take, in ms; the platforms are asked side by side. */
  readonly totalMs: number;
  /** Accounts of a platform that are asked about at the same time. */
  readonly atOnce: number;
}

export const ASK_LIMITS: AskLimits = { callMs: 10_000, totalMs: 60_000, atOnce: 8 };

/** Keeps to the limits, from its making on. */
export class Asking {
  readonly #limits: AskLimits;
  readonly #end: AbortSignal;

  constructor(limits: AskLimits) {
    this.#limits = limits;
    this.#end = AbortSignal.timeout(limits.totalMs);
  }

  /** For one call that begins now. */
  signal(): AbortSignal {
    return AbortSignal.any([this.#end, AbortSignal.timeout(this.#limits.callMs)]);
  }

  /** The findings of each account, in the order of the accounts. Those that no time is left for are said. */
  async each<Item extends { readonly account: AccountName }>(
    items: readonly Item[],
    ask: (item: Item) => Promise<readonly Finding[]>,
  ): Promise<readonly (readonly Finding[])[]> {
    return await mapAtMost(items, this.#limits.atOnce, async (item) => (this.#end.aborted ? [timeIsOver(item.account)] : await ask(item)));
  }
}

function timeIsOver(account: AccountName): Finding {
  return warning('platforms.not_asked', { about: 'no_time', account, action: null, fault: null });
}
