import { zonedTimeMs } from '../../base/zoned-time.ts';
import { readTime } from '../../processing/event-time.ts';

const LOCAL_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?=(?:\.\d+)?$)/;

/** A time of the export as it is stored. */
export interface SubmitTime {
  readonly text: string;
  /** False: the lead will have no time. */
  readonly isReadable: boolean;
}

/** A time of the export in ISO 8601 with its offset. One that is written in another way stays as it is: a guess may be months wrong. */
export function submitTime(text: string, timeZone: string): SubmitTime {
  const [local] = LOCAL_TIME.exec(text) ?? [];
  const at = local === undefined ? undefined : zonedTimeMs(local, timeZone);
  const stored = at === undefined ? text : new Date(at).toISOString();
  return { text: stored, isReadable: readTime(stored) !== undefined };
}
