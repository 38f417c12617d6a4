import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';

/** So many lines are enough to find what is wrong with all. */
const LINES_NAMED = 5;

/** `4, 5, 6, 7, 8, …` */
export function lineList(lines: readonly number[]): string {
  return `${lines.slice(0, LINES_NAMED).join(', ')}${lines.length > LINES_NAMED ? ', …' : ''}`;
}

/** `line 4`, `lines 4, 5`. */
export function namedLines(lines: readonly number[]): Translated<string> {
  const list = lineList(lines);
  return lines.length === 1
    ? inEveryLanguage((m) => m.cli.missedLeads.oneLine({ list }))
    : inEveryLanguage((m) => m.cli.missedLeads.severalLines({ list }));
}
