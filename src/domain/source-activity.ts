import type { Origin } from './origin.ts';
import type { SourceSilence } from './source-silence.ts';
import type { Credential } from './webhook-event.ts';

/** Events of a source in the last 24 hours are counted up to here. */
export const COUNTED_EVENTS = 10_000;
/** So many of a source's newest events are looked at for what was sent last. */
export const NEWEST_EVENTS = 200;

/** Whether a source is alive. */
export interface SourceActivity {
  readonly origin: Origin;
  /** When its newest event was received, UTC ms; null when there never was one. */
  readonly lastReceivedAt: number | null;
  /** How the newest event was proven. */
  readonly lastProvenBy: Credential | null;
  /** Events of the last 24 hours, at most `COUNTED_EVENTS`. */
  readonly received24h: number;
  /** True: there were more than could be counted. */
  readonly isMoreThanCounted: boolean;
  /** Whether it has been silent for longer than usual. What was fetched or imported here does not break a silence: nobody sent it. */
  readonly silence: SourceSilence;
}
