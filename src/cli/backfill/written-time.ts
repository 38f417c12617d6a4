import { isoTimeMs } from '../../base/iso-time.ts';
import { searchableText } from '../../base/text.ts';
import { zonedTimeMs } from '../../base/zoned-time.ts';
import { readTime } from '../../processing/event-time.ts';
import type { DayOrder } from './day-order.ts';

/** A time as written. The clock is `15:04:05`, the offset `Z` or `-03:00`; without an offset it is in the file's zone. */
export type WrittenTime = WrittenClock &
  (
    | { readonly form: 'iso' | 'words'; readonly year: number; readonly month: number; readonly day: number }
    /** Day and month, in an order that only the whole file decides. */
    | { readonly form: 'numbers'; readonly year: number; readonly hasShortYear: boolean; readonly first: number; readonly second: number }
  );

interface WrittenClock {
  readonly clock: string;
  readonly offset: string | undefined;
}

const TIME = String.raw`(?:(?:,? (?:as |at |a las )?|t)(?<time>\d.*))?`;
const ISO = new RegExp(String.raw`^(?<year>\d{4})[-/](?<month>\d\d)[-/](?<day>\d\d)${TIME}$`);
const NUMBERS = new RegExp(String.raw`^(?<first>\d{1,2})(?<sign>[/.-])(?<second>\d{1,2})\k<sign>(?<year>\d{4}|\d\d)${TIME}$`);
/** `22 de nov. de 2026`, `22 Nov 2026`, `domingo, 22 de novembro de 2026`, `22/nov/2026`, `22-Nov-26`. */
const DAY_AND_WORD = new RegExp(
  String.raw`^(?:[a-z-]+\.?,? )?(?<day>\d{1,2})(?:[ /.-]| de )(?<word>[a-z]+)\.?(?:,? |[/.-]| del? )(?<year>\d{4}|\d\d)${TIME}$`,
);
/** `Nov 22, 2026`, `Sunday, November 22, 2026`. */
const WORD_AND_DAY = new RegExp(String.raw`^(?:[a-z]+\.?,? )?(?<word>[a-z]+)\.? (?<day>\d{1,2}),? (?<year>\d{4})${TIME}$`);

/** `3:04:05 PM`, `15:04`, `3:04 p. m.`, each with or without `-03:00`, `Z`, `UTC`, `GMT-3`. */
const CLOCK =
  /^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d{1,9})?)?(?: ?(?<half>[ap])\.? ?m\.?)?(?: ?\(?(?<zone>z|utc|gmt)?(?:(?<sign>[+-])(?<ahead>\d{1,2})(?::?(?<minutes>\d\d))?)?\)?)?$/;

const MONTHS = [
  ['january', 'janeiro', 'enero'],
  ['february', 'fevereiro', 'febrero'],
  ['march', 'marco', 'marzo'],
  ['april', 'abril'],
  ['may', 'maio', 'mayo'],
  ['june', 'junho', 'junio'],
  ['july', 'julho', 'julio'],
  ['august', 'agosto'],
  ['september', 'setembro', 'septiembre', 'setiembre'],
  ['october', 'outubro', 'octubre'],
  ['november', 'novembro', 'noviembre'],
  ['december', 'dezembro', 'diciembre'],
] as const;

/** The time in a cell: in ISO, in numbers, or with the month in English, Portuguese or Spanish. `undefined` if it cannot be read. */
export function readWrittenTime(text: string): WrittenTime | undefined {
  // Removes accents, and the narrow spaces that some languages write before AM and PM.
  const plain = searchableText(text.replace(/\s+/g, ' '));
  const iso = ISO.exec(plain)?.groups;
  if (iso !== undefined) return withClock(iso, { form: 'iso', month: Number(iso['month']), day: Number(iso['day']) });
  const numbers = NUMBERS.exec(plain)?.groups;
  if (numbers !== undefined) {
    const hasShortYear = numbers['year']?.length === 2;
    return withClock(numbers, { form: 'numbers', hasShortYear, first: Number(numbers['first']), second: Number(numbers['second']) });
  }
  const words = DAY_AND_WORD.exec(plain)?.groups ?? WORD_AND_DAY.exec(plain)?.groups;
  const month = words === undefined ? 0 : monthOf(words['word'] ?? '');
  return words === undefined || month === 0 ? undefined : withClock(words, { form: 'words', month, day: Number(words['day']) });
}

type Groups = Readonly<Record<string, string | undefined>>;

function withClock<Date extends object>(groups: Groups, date: Date): (Date & WrittenClock & { readonly year: number }) | undefined {
  const clock = groups['time'] === undefined ? { clock: '00:00:00', offset: undefined } : readClock(groups['time']);
  const year = groups['year'] ?? '';
  return clock && { ...date, ...clock, year: Number(year.length === 2 ? `20${year}` : year) };
}

function readClock(text: string): WrittenClock | undefined {
  const groups = CLOCK.exec(text.trim())?.groups as Groups | undefined;
  if (groups === undefined) return undefined;
  const { minute = '', second = '00', half } = groups;
  const written = Number(groups['hour']);
  if (half !== undefined && (written < 1 || written > 12)) return undefined;
  const hour = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0);
  return { clock: [String(hour).padStart(2, '0'), minute, second].join(':'), offset: offsetOf(groups) };
}

function offsetOf({ zone, sign, ahead, minutes = '00' }: Groups): string | undefined {
  if (sign === undefined || ahead === undefined) return zone === undefined ? undefined : 'Z';
  return `${sign}${ahead.padStart(2, '0')}:${minutes}`;
}

/** From 1; 0 if it is not a month. Three letters of a month are enough in each language. */
function monthOf(word: string): number {
  return word.length < 3 ? 0 : MONTHS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
}

/** A time of the export: as stored, and in UTC ms; `undefined` if the lead will have no time. */
export interface SubmitTime {
  readonly stored: string;
  readonly at: number | undefined;
}

/**
 * A time of the export in ISO 8601 with its offset. An unreadable one stays as it is: a guess may be months off.
 *
 * @param timeZone for times without one, IANA
 */
export function submitTime(text: string, order: DayOrder, timeZone: string): SubmitTime {
  const written = readWrittenTime(text);
  // ISO with an offset, and Unix times.
  const asItIs = written === undefined || written.offset !== undefined ? readTime(text) : undefined;
  if (written === undefined || asItIs !== undefined) return { stored: text, at: asItIs };
  const at = momentOf(written, order, timeZone);
  return { stored: at === undefined ? text : new Date(at).toISOString(), at };
}

function momentOf(written: WrittenTime, order: DayOrder, timeZone: string): number | undefined {
  const { year, clock, offset } = written;
  const { month, day } = written.form === 'numbers' ? monthAndDay(written, order) : written;
  const date = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  return offset === undefined ? zonedTimeMs(`${date}T${clock}`, timeZone) : isoTimeMs(`${date}T${clock}${offset}`);
}

function monthAndDay({ first, second }: { readonly first: number; readonly second: number }, order: DayOrder) {
  return order === 'day-first' ? { month: second, day: first } : { month: first, day: second };
}
