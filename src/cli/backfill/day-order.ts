import type { AppError } from '../../base/app-error.ts';
import { appError, type Messages, type Sentence } from '../../messages/messages.ts';
import type { WrittenTime } from './written-time.ts';

/** What comes first in `03/04/2026`. */
export const DAY_ORDERS = ['day-first', 'month-first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

/** A time in the file, and its line. */
export interface TimeCell {
  readonly line: number;
  readonly text: string;
  readonly written: WrittenTime | undefined;
}

/** What is known about a file before its dates are read. */
export interface OrderClues {
  /** Given by the operator. */
  readonly given: DayOrder | undefined;
  /** The header of the times: Portuguese and Spanish put the day first; English uses both orders. */
  readonly header: { readonly text: string; readonly suggestsDayFirst: boolean };
  /** UTC ms. */
  readonly now: number;
}

/** The date order of a file, and what decided it: `none` if no date is ambiguous. */
export type OrderDecision =
  | { readonly order: DayOrder; readonly by: 'option' | 'header' | 'none' }
  | { readonly order: DayOrder; readonly by: 'values'; readonly proof: TimeCell };

interface NumberCell extends TimeCell {
  readonly written: Extract<WrittenTime, { readonly form: 'numbers' }>;
}

/**
 * The order of day and month, the same for the whole file.
 *
 * @throws AppError `invalid_input` if nothing decides it, or if the dates contradict each other, the header or the option
 */
export function decideDayOrder(cells: readonly TimeCell[], { given, header, now }: OrderClues): OrderDecision {
  const dates = cells.filter(hasNumbers);
  const proofs = {
    'day-first': dates.filter(({ written }) => written.first > 12 && written.second <= 12),
    'month-first': dates.filter(({ written }) => written.second > 12 && written.first <= 12),
  };
  if (given !== undefined) {
    const contrary = proofs[otherThan(given)];
    if (contrary.length > 0) throw refusal(contrary, (words, example) => words.impossibleDates({ given, example }), 'splitFile');
    return { order: given, by: 'option' };
  }
  const yearFirst = dates.filter(({ written }) => mayBeginWithYear(written, now));
  if (yearFirst.length > 0) throw refusal(yearFirst, (words, example) => words.yearUnclear({ example }), 'yearUnclearHint');
  const [dayFirst] = proofs['day-first'];
  const [monthFirst] = proofs['month-first'];
  if (dayFirst !== undefined && monthFirst !== undefined) throw contradictory(proofs);
  if (dayFirst !== undefined) return { order: 'day-first', by: 'values', proof: dayFirst };
  if (monthFirst !== undefined && header.suggestsDayFirst) {
    const what: Refusal = (words, example) => words.headerContradicts({ header: header.text, example });
    throw refusal(proofs['month-first'], what, 'sayOrder');
  }
  if (monthFirst !== undefined) return { order: 'month-first', by: 'values', proof: monthFirst };
  const open = dates.filter(({ written }) => written.first !== written.second);
  if (open.length === 0) return { order: 'day-first', by: 'none' };
  if (header.suggestsDayFirst) return { order: 'day-first', by: 'header' };
  throw refusal(open, (words, example) => words.dayOrderUndecided({ example }), 'sayOrder');
}

/** `26/11/22`: an export contains leads of the last weeks, so its year is the current or the previous one. */
function mayBeginWithYear({ hasShortYear, year, first }: NumberCell['written'], now: number): boolean {
  const thisYear = new Date(now).getUTCFullYear();
  const isRecent = (written: number): boolean => written === thisYear || written === thisYear - 1;
  return hasShortYear && !isRecent(year) && isRecent(2_000 + first);
}

/** True for a date that means something else if day and month are swapped. */
export function canBeMisread({ written }: TimeCell): boolean {
  return written?.form === 'numbers' && written.first <= 12 && written.second <= 12 && written.first !== written.second;
}

function hasNumbers(cell: TimeCell): cell is NumberCell {
  return cell.written?.form === 'numbers';
}

function otherThan(order: DayOrder): DayOrder {
  return order === 'day-first' ? 'month-first' : 'day-first';
}

function contradictory(proofs: Readonly<Record<DayOrder, readonly NumberCell[]>>): AppError {
  const [days, months] = [namedLines(linesOf(proofs['day-first'])), namedLines(linesOf(proofs['month-first']))];
  return appError('invalid_input', (m) => m.cli.backfill.mixedDates({ days: days(m), months: months(m) }), {
    hint: (m) => m.cli.backfill.splitFile,
  });
}

type Words = Messages['cli']['backfill'];

/** Why a file is refused, with one of its dates. */
type Refusal = (words: Words, example: string) => string;

function refusal(cells: readonly NumberCell[], what: Refusal, hint: 'splitFile' | 'sayOrder' | 'yearUnclearHint'): AppError {
  const lines = namedLines(linesOf(cells));
  // Only its date.
  const example = /^[\d/.-]+/.exec(cells[0]?.text ?? '')?.[0] ?? '';
  return appError('invalid_input', (m) => m.cli.backfill.refusedFile({ what: what(m.cli.backfill, example), lines: lines(m) }), {
    hint: (m) => m.cli.backfill[hint],
  });
}

function linesOf(cells: readonly TimeCell[]): readonly number[] {
  return cells.map(({ line }) => line);
}

/** This many lines are enough to find what is wrong with all. */
const LINES_NAMED = 5;

/** `4, 5, 6, 7, 8, …` */
export function lineList(lines: readonly number[]): string {
  return `${lines.slice(0, LINES_NAMED).join(', ')}${lines.length > LINES_NAMED ? ', …' : ''}`;
}

/** `line 4`, `lines 4, 5`. */
export function namedLines(lines: readonly number[]): Sentence {
  const list = lineList(lines);
  return ({ cli: { backfill } }) => (lines.length === 1 ? backfill.oneLine({ list }) : backfill.severalLines({ list }));
}
