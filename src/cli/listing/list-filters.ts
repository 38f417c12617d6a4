import { say } from '../../base/language.ts';
import type { Origin } from '../../domain/origin.ts';
import { beforeFlag, durationFlag, limitFlag, originFlag } from '../flags.ts';

/** What every list can be narrowed down by. */
export const timeFilterFlags = {
  source: originFlag(),
  since: durationFlag({ summary: 'Only from within this time, such as 90s, 15m, 2h or 7d.' }),
  until: durationFlag({ summary: 'Only from before this time ago, such as 1h.' }),
};

/** How lists are paged. */
export const pageFlags = { limit: limitFlag, before: beforeFlag };

interface TimeFilterFlags {
  readonly source?: Origin | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** The filter flags as the store takes them. */
export function timeFilter(
  flags: TimeFilterFlags,
  now: number,
): { readonly origin?: Origin; readonly since?: number; readonly until?: number } {
  return {
    ...(flags.source === undefined ? {} : { origin: flags.source }),
    ...(flags.since === undefined ? {} : { since: now - flags.since }),
    ...(flags.until === undefined ? {} : { until: now - flags.until }),
  };
}

/** What to say under a page that is not the last. */
export function moreRemark(nextCursor: string): string {
  return say({ en: `There are more: add --before ${nextCursor}`, pt: `Há mais: acrescente --before ${nextCursor}` });
}
