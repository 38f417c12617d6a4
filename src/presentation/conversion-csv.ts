/** Conversions in the format of Google Ads' scheduled import: its header, and times without an offset in one named zone. */
import { stringify } from 'csv-stringify/sync';
import { DAY_MS } from '../base/time-units.ts';
import { zoneOffset } from '../base/zoned-time.ts';
import type { ConversionExportRow } from '../domain/conversion.ts';
import { byConversionName } from '../domain/conversion-name.ts';
import type { ConversionOutbox } from '../domain/delivery-ports.ts';
import { safeCell } from './csv.ts';

/** Few enough that a page delays intake by a few ms at most. */
const PAGE_CONVERSIONS = 200;

/** The platform identifies columns by these names. */
const COLUMNS = ['Google Click ID', 'Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency'] as const;

/**
 * How far back conversions are exported, in ms: the platform rejects older clicks. Exporting a conversion again is safe, because the
 * platform recognizes it.
 */
export const EXPORT_WINDOW_MS = 90 * DAY_MS;

/** The form of a click id; anything else does not come from the platform and may be a formula. */
const CLICK_ID = /^[\w.~-]{6,1024}$/;

export interface ConversionCsv {
  /** Conversions that happened at or after this, UTC ms. */
  readonly since: number;
  /** Only this client's conversions; `null` for all. */
  readonly clientId: string | null;
  /** IANA name. */
  readonly timeZone: string;
  /** Conversion name → its name at the platform. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the person's consent allows reporting the conversion. */
  readonly isExportable: (row: ConversionExportRow) => boolean;
  /** Called after each page with the conversions written and omitted so far. */
  readonly onProgress?: (written: number, leftOut: number) => void;
}

/**
 * The file, page by page: the next page is read on demand. The header comes with the first page, so that if reading that page fails,
 * nothing has been sent.
 */
export async function* conversionCsvChunks(
  outbox: Pick<ConversionOutbox, 'exportConversions'>,
  { since, clientId, timeZone, names, isExportable: mayTell, onProgress }: ConversionCsv,
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
    // A page of large rows may contain fewer than the limit before the end.
    if (after === null) return;
  }
}

function cells(row: ConversionExportRow, platformName: (name: string) => string, localTime: (ms: number) => string): readonly string[] {
  const { clickId, name, happenedAt, value, currency } = row;
  // An amount without a known currency would be counted in the account's own.
  const amount = value === null || currency === null ? ['', ''] : [value.toFixed(2), currency];
  return [clickId, platformName(name), localTime(happenedAt), ...amount];
}

/** There are few names; a hostile sender that invents one per event must not fill the cache. */
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
 * Formats `yyyy-MM-dd HH:mm:ss` in a zone, with the daylight saving rules of that time. The offset is looked up once per quarter of an
 * hour, the grid on which zones change: a lookup takes ten times as long as the rest of a line.
 */
function localTimes(timeZone: string): (ms: number) => string {
  const offsets = new Map<number, number>();
  const offsetOf = zoneOffset(timeZone);
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const offset = offsets.get(quarter) ?? offsetOf(quarter * QUARTER_MS);
    offsets.set(quarter, offset);
    return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}

const QUARTER_MS = 15 * 60_000;
