/** Conversions as the search-ads platform's scheduled import reads them: its own header, times without an offset in one named zone. */
import { stringify } from 'csv-stringify/sync';
import { DAY_MS } from '../base/time-units.ts';
import type { ConversionExportRow } from '../domain/conversion.ts';
import { byConversionName } from '../domain/conversion-name.ts';
import type { ConversionOutbox } from '../domain/delivery-ports.ts';
import { safeCell } from './csv.ts';

/** Few enough that a page keeps those who receive leads waiting for a few ms at most. */
const PAGE_CONVERSIONS = 200;

/** The platform finds columns by these words. */
const COLUMNS = ['Google Click ID', 'Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency'] as const;

/** How far back the platform is told, in ms: older clicks it does not take. Listing a conversion again is safe, it knows it. */
export const EXPORT_WINDOW_MS = 90 * DAY_MS;

/** What a click id looks like; anything else was not made by the platform, and may be a formula. */
const CLICK_ID = /^[\w.~-]{6,1024}$/;

export interface ConversionCsv {
  /** Conversions that happened at or after this, UTC ms. */
  readonly since: number;
  /** Only of this client; null: of all. */
  readonly clientId: string | null;
  /** IANA name. */
  readonly timeZone: string;
  /** Name of a conversion → what the platform calls it. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the platform may be told of it: the person's consent. */
  readonly mayTell: (row: ConversionExportRow) => boolean;
  /** Called after each page with the number of conversions written so far, and of those left out. */
  readonly onProgress?: (written: number, leftOut: number) => void;
}

/**
 * The file, page by page: the next page is read when somebody takes it. The header comes with the first page, so that whoever cannot be
 * given the one is not given the other.
 */
export async function* conversionCsvChunks(
  outbox: Pick<ConversionOutbox, 'exportConversions'>,
  { since, clientId, timeZone, names, mayTell, onProgress }: ConversionCsv,
): AsyncGenerator<string, void> {
  let head = `Parameters:TimeZone=${timeZone}\n${lines([COLUMNS])}`;
  const localTime = localTimes(timeZone);
  const platformName = platformNames(names);
  const ofClient = clientId === null ? {} : { clientId };
  let written = 0;
  let leftOut = 0;
  for (let after: string | null = null; ; ) {
    const rows: readonly ConversionExportRow[] = await outbox.exportConversions({ since, after, limit: PAGE_CONVERSIONS, ...ofClient });
    const told = rows.filter((row) => CLICK_ID.test(row.clickId) && mayTell(row));
    written += told.length;
    leftOut += rows.length - told.length;
    if (rows.length > 0) onProgress?.(written, leftOut);
    const text = head + lines(told.map((row) => cells(row, platformName, localTime)));
    if (text !== '') yield text;
    head = '';
    after = rows.at(-1)?.id ?? null;
    // A page of large rows is not full before the end.
    if (after === null) return;
  }
}

function cells(row: ConversionExportRow, platformName: (name: string) => string, localTime: (ms: number) => string): readonly string[] {
  const { clickId, name, happenedAt, value, currency } = row;
  return [
    clickId,
    platformName(name),
    localTime(happenedAt),
    value === null ? '' : value.toFixed(2),
    value === null ? '' : (currency ?? ''),
  ];
}

/** Names are few; one of a hostile sender who makes up a new one for each event is not kept for ever. */
const MOST_NAMES = 1_000;

function platformNames(names: ReadonlyMap<string, string>): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const cell = known.get(name) ?? safeCell(byConversionName(names, name) ?? name);
    if (known.size < MOST_NAMES) known.set(name, cell);
    return cell;
  };
}

function lines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: '\n' },
  );
}

/**
 * `yyyy-MM-dd HH:mm:ss` in a zone, by its rules of summer time at that moment. The offset is looked up once for each quarter of an hour, at
 * which zones change: a look-up takes ten times as long as all the rest of a line.
 */
function localTimes(timeZone: string): (ms: number) => string {
  const offsets = new Map<number, number>();
  const offsetOf = zoneOffsets(timeZone);
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const offset = offsets.get(quarter) ?? offsetOf(quarter * QUARTER_MS);
    offsets.set(quarter, offset);
    return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}

const QUARTER_MS = 15 * 60_000;

/** How far the clocks of a zone are ahead of UTC at a moment of whole seconds, in ms. */
function zoneOffsets(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ms) => {
    const part = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 1, day, hour, minute, second] = ZONE_PARTS.map((name) => part.get(name));
    return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
  };
}

const ZONE_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
