import { withoutCancellation } from '../../../base/cancellation.ts';
import { type DailyFigures, dailyFigures } from '../../../domain/daily-figures.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { Reports } from '../../../domain/report-ports.ts';

/**
 * Figures are cached for this multiple of the time it took to count them, which limits the share of time that open pages spend counting.
 */
const KEPT_FOR = 100;

interface DailyFiguresDeps {
  readonly store: Pick<Reports, 'spanFigures'>;
  /** The time zone (IANA) that defines the days. */
  readonly timeZone: string;
}

/** Counts the last fourteen days, once for all requests at nearly the same time: 20 ms with a few leads a day, 150 ms with 35,000 a day. */
export function sharedDailyFigures({ store, timeZone }: DailyFiguresDeps): (now: number) => Promise<DailyFigures> {
  let last: { readonly figures: Promise<DailyFigures>; until: number } | undefined;
  return (now) => {
    if (last !== undefined && performance.now() < last.until) return last.figures;
    const begun = performance.now();
    const count = () => dailyFigures((since, until) => store.spanFigures(DEFAULT_QUEUE, since, until), now, timeZone);
    const counting = { figures: withoutCancellation(count), until: Number.POSITIVE_INFINITY };
    last = counting;
    const ended = (keptFor: number) => {
      counting.until = performance.now() + keptFor * (performance.now() - begun);
    };
    counting.figures.then(
      () => ended(KEPT_FOR),
      () => ended(0),
    );
    return counting.figures;
  };
}
