import { isoTimeMs } from '../../base/iso-time.ts';
import { zonedTimeMs } from '../../base/zoned-time.ts';
import { readTime } from '../../processing/event-time.ts';
import type { DayOrder } from './day-order.ts';
import { readWrittenTime, type WrittenTime } from './written-time.ts';

/** A time of the export: how it is stored, and when it is, in UTC ms; undefined: the lead will have no time. */
export interface SubmitTime {
  readonly stored: string;
  readonly at: number | undefined;
}

/** How the times of a file are read. */
export interface TimeReading {
  readonly order: DayOrder;
  /** Of times that name none, IANA. */
  readonly timeZone: string;
}

/** A time of the export in ISO 8601 with its offset. One that cannot be read stays as it is: a guess may be months wrong. */
export function submitTime(text: string, reading: TimeReading): SubmitTime {
  const written = readWrittenTime(text);
  // ISO with its offset, and Unix times.
  const asItIs = written === undefined || written.offset !== undefined ? readTime(text) : undefined;
  if (written === undefined || asItIs !== undefined) return { stored: text, at: asItIs };
  const at = momentOf(written, reading);
  return { stored: at === undefined ? text : new Date(at).toISOString(), at };
}

function momentOf(written: WrittenTime, { order, timeZone }: TimeReading): number | undefined {
  const { year, clock, offset } = written;
  const [month, day] = written.form === 'numbers' ? monthAndDay(written, order) : [written.month, written.day];
  const date = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  return offset === undefined ? zonedTimeMs(`${date}T${clock}`, timeZone) : isoTimeMs(`${date}T${clock}${offset}`);
}

function monthAndDay({ first, second }: { readonly first: number; readonly second: number }, order: DayOrder): readonly [number, number] {
  return order === 'day-first' ? [second, first] : [first, second];
}
