import { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { WrittenTime } from './written-time.ts';

/** What stands first in `03/04/2026`. */
export const DAY_ORDERS = ['day-first', 'month-first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** A time of the file, and on which line. */
export interface TimeCell {
  readonly line: number;
  readonly text: string;
  readonly written: WrittenTime | undefined;
}

/** What is known of a file before its dates are looked at. */
export interface OrderClues {
  /** Said by the operator. */
  readonly given: DayOrder | undefined;
  /** The header of the times; Portuguese and Spanish write the day first, English is written both ways. */
  readonly header: { readonly text: string; readonly suggestsDayFirst: boolean };
  /** UTC ms. */
  readonly now: number;
}

/** How a file writes its dates, and what decided it: `none` where no date can be read in two ways. */
export type OrderDecision =
  | { readonly order: DayOrder; readonly by: 'option' | 'header' | 'none' }
  | { readonly order: DayOrder; readonly by: 'values'; readonly proof: TimeCell };

interface NumberCell extends TimeCell {
  readonly written: Extract<WrittenTime, { readonly form: 'numbers' }>;
}

/**
 * The order of day and month, one for the whole file.
 *
 * @throws AppError `invalid_input` where nothing decides it, or where the dates contradict each other, the header or the option
 */
export function decideDayOrder(cells: readonly TimeCell[], { given, header, now }: OrderClues): OrderDecision {
  const dates = cells.filter(hasNumbers);
  const proofs = {
    'day-first': dates.filter(({ written }) => written.first > 12 && written.second <= 12),
    'month-first': dates.filter(({ written }) => written.second > 12 && written.first <= 12),
  };
  if (given !== undefined) {
    const contrary = proofs[otherThan(given)];
    if (contrary.length > 0) throw contradictsOption(given, contrary);
    return { order: given, by: 'option' };
  }
  const yearFirst = dates.filter(({ written }) => mayBeginWithYear(written, now));
  if (yearFirst.length > 0) throw yearMayBeFirst(yearFirst);
  const [dayFirst] = proofs['day-first'];
  const [monthFirst] = proofs['month-first'];
  if (dayFirst !== undefined && monthFirst !== undefined) throw contradictory(proofs);
  if (dayFirst !== undefined) return { order: 'day-first', by: 'values', proof: dayFirst };
  if (monthFirst !== undefined && header.suggestsDayFirst) throw contradictsHeader(header.text, proofs['month-first']);
  if (monthFirst !== undefined) return { order: 'month-first', by: 'values', proof: monthFirst };
  const open = dates.filter(({ written }) => written.first !== written.second);
  if (open.length === 0) return { order: 'day-first', by: 'none' };
  if (header.suggestsDayFirst) return { order: 'day-first', by: 'header' };
  throw undecided(open);
}

/** `26/11/22`: an export holds leads of the last weeks, so its year is the one that has just been. */
function mayBeginWithYear({ hasShortYear, year, first }: NumberCell['written'], now: number): boolean {
  const thisYear = new Date(now).getUTCFullYear();
  const isRecent = (written: number): boolean => written === thisYear || written === thisYear - 1;
  return hasShortYear && !isRecent(year) && isRecent(2_000 + first);
}

/** True for a date that says something else when day and month change places. */
export function canBeMisread({ written }: TimeCell): boolean {
  return written?.form === 'numbers' && written.first <= 12 && written.second <= 12 && written.first !== written.second;
}

function hasNumbers(cell: TimeCell): cell is NumberCell {
  return cell.written?.form === 'numbers';
}

function otherThan(order: DayOrder): DayOrder {
  return order === 'day-first' ? 'month-first' : 'day-first';
}

function undecided(open: readonly NumberCell[]): AppError {
  return refusal(
    inEveryLanguage((m) => m.cli.backfill.dayOrderUndecided({ example: example(open) })),
    open,
    inEveryLanguage((m) => m.cli.backfill.sayOrder),
  );
}

function yearMayBeFirst(cells: readonly NumberCell[]): AppError {
  return refusal(
    inEveryLanguage((m) => m.cli.backfill.yearMayBeFirst({ example: example(cells) })),
    cells,
    inEveryLanguage((m) => m.cli.backfill.writeThoseDatesYear),
  );
}

function contradictory(proofs: Readonly<Record<DayOrder, readonly NumberCell[]>>): AppError {
  const days = namedLines(linesOf(proofs['day-first']));
  const months = namedLines(linesOf(proofs['month-first']));
  return appError('invalid_input', (m) => m.cli.backfill.someDatesFileBegin({ days, months }), {
    hint: (m) => m.cli.backfill.splitFile,
  });
}

function contradictsHeader(header: string, contrary: readonly NumberCell[]): AppError {
  return refusal(
    inEveryLanguage((m) => m.cli.backfill.theColumnSuggestsDates({ header, example: example(contrary) })),
    contrary,
    inEveryLanguage((m) => m.cli.backfill.sayOrder),
  );
}

function contradictsOption(given: DayOrder, contrary: readonly NumberCell[]): AppError {
  return refusal(
    inEveryLanguage((m) => m.cli.backfill.withDatesSomeDates({ given, example: example(contrary) })),
    contrary,
    inEveryLanguage((m) => m.cli.backfill.splitFile),
  );
}

function refusal(what: Translated<string>, cells: readonly NumberCell[], hint: Translated<string>): AppError {
  const lines = namedLines(linesOf(cells));
  return new AppError(
    'invalid_input',
    inEveryLanguage((m) => m.cli.backfill.refusedFile({ what, lines })),
    { hint },
  );
}

function linesOf(cells: readonly TimeCell[]): readonly number[] {
  return cells.map(({ line }) => line);
}

/** Its date alone. */
function example([cell]: readonly NumberCell[]): string {
  return /^[\d/.-]+/.exec(cell?.text ?? '')?.[0] ?? '';
}

/** So many lines are enough to find what is wrong with all. */
const LINES_NAMED = 5;

/** `4, 5, 6, 7, 8, …` */
export function lineList(lines: readonly number[]): string {
  return `${lines.slice(0, LINES_NAMED).join(', ')}${lines.length > LINES_NAMED ? ', …' : ''}`;
}

/** `line 4`, `lines 4, 5`. */
export function namedLines(lines: readonly number[]): Translated<string> {
  const list = lineList(lines);
  return inEveryLanguage((m) => (lines.length === 1 ? m.cli.backfill.oneLine({ list }) : m.cli.backfill.severalLines({ list })));
}
