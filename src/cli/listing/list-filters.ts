import * as Flags from '@oclif/core/flags';
import { shellWord } from '../../base/shell-word.ts';
import type { Origin } from '../../domain/origin.ts';
import type { Page } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';
import { beforeFlag, limitFlag, momentFlag, originFlag } from '../flags.ts';

/** A span of time. */
export const timeFlags = {
  since: momentFlag(),
  until: momentFlag({ mayBeAhead: true }),
};

/** What lists of events and leads can be narrowed down by: the source, and the time. */
export const sourceAndTimeFlags = { source: originFlag(), ...timeFlags };

/** How lists are paged. */
export const pageFlags = { limit: limitFlag, before: beforeFlag };

interface TimeFlags {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

interface SourceAndTimeFlags extends TimeFlags {
  readonly source?: Origin | undefined;
}

/** The time flags as the store takes them: UTC ms. */
export function timeFilter({ since, until }: TimeFlags): { readonly since?: number; readonly until?: number } {
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

/** The flags of source and time as the store takes them. */
export function sourceAndTimeFilter(flags: SourceAndTimeFlags): {
  readonly origin?: Origin;
  readonly since?: number;
  readonly until?: number;
} {
  return { ...(flags.source === undefined ? {} : { origin: flags.source }), ...timeFilter(flags) };
}

/** Looks for a person, whatever is known of them. */
export const searchFlag = Flags.string({
  helpValue: 'TEXT',
});

/**
 * A whole page of a list: one that is searched may end early without being the last.
 *
 * @param read one page of at most so many rows, from a cursor on
 */
export async function readFullPage<Item>(
  limit: number,
  before: string | undefined,
  read: (page: { readonly limit: number; readonly before?: string }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  let page = await read({ limit, ...(before === undefined ? {} : { before }) });
  while (page.nextCursor !== null && page.items.length < limit) {
    const next = await read({ limit: limit - page.items.length, before: page.nextCursor });
    page = { items: [...page.items, ...next.items], nextCursor: next.nextCursor };
  }
  return page;
}

/** What to say under a search that did not see everything yet; undefined when it did. */
export function backlogRemark(missing: number): string | undefined {
  if (missing === 0) return undefined;
  return say((m) => m.cli.listing.notSearched({ missing }));
}

/** What to say under a search that finds refused requests too, which are in no list of events or leads; undefined when it finds none. */
export function refusedRemark(count: number, text: string): string | undefined {
  if (count === 0) return undefined;
  const command = `lead-intake refused list --search ${shellWord(text)}`;
  return say((m) => m.cli.listing.refusedMatchToo({ count, command }));
}

/** What to say under a page that is not the last. */
export function moreRemark(nextCursor: string): string {
  return say((m) => m.cli.listing.thereAreMore({ nextCursor }));
}
