import type { JobGroup, JobState } from '../../domain/job.ts';
import type { Origin } from '../../domain/origin.ts';
import type { SecretUse } from '../../domain/secret-rotation.ts';
import type { Zone } from './zones.ts';

/** The groups with a stored total: waiting, parked, finished, failed. */
export type CountedGroup = Exclude<JobGroup, typeof JobGroup.running | typeof JobGroup.delayed>;

/** Measured times of a job: from its creation to its first claim, and from its last claim to its end. */
export type Measure = 'espera' | 'execucao';

/** Counts what a transaction changes, in memory; stored with it: one statement per queue and group, where a trigger would need one per job. */
export interface Tally {
  /** Adds `by` jobs to a group; negative removes. */
  add(queue: string, group: CountedGroup, by: number): void;
  /** Records a job's first claim: created at `madeAt`, claimed at `now` (UTC ms). */
  begun(queue: string, madeAt: number, now: number): void;
  /** Records a job's end: claimed at `claimedAt`, ended at `now` (UTC ms). */
  ended(queue: string, group: typeof JobState.done | typeof JobState.failed, claimedAt: number, now: number): void;
  /** Records a sender's use of a secret. */
  used(use: SecretUse): void;
  /** Records a new event of a source. */
  received(origin: Origin, now: number): void;
  /** Records that an event has a value that lists are filtered by. */
  holds(eventRow: number, zone: Zone): void;
}
