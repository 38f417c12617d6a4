import { cellWidth, cutText } from './cell-text.ts';

/** What a piece of text means; `Look` says how that is shown. */
export type Tone = 'plain' | 'dim' | 'ok' | 'warn' | 'bad' | 'accent';

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  readonly bold?: boolean;
  /** Colours exchanged: the selected row, the open tab. */
  readonly inverse?: boolean;
}

/** One line of the screen. */
export type Line = readonly Span[];

export const EMPTY_LINE: Line = [{ text: '' }];

export function lineWidth(line: Line): number {
  return line.reduce((sum, span) => sum + cellWidth(span.text), 0);
}

/** The line in at most `width` cells. */
export function cutLine(line: Line, width: number, sign: string): Line {
  if (lineWidth(line) <= width) return line;
  const kept: Span[] = [];
  let room = width;
  for (const span of line) {
    const used = cellWidth(span.text);
    if (used > room || room === 0) {
      kept.push({ ...span, text: cutText(`${span.text}${sign}`, room, sign) });
      break;
    }
    kept.push(span);
    room -= used;
  }
  return kept;
}

/** The line in exactly `width` cells; the blanks behind it look like its last span. */
export function padLine(line: Line, width: number, sign: string): Line {
  const cut = cutLine(line, width, sign);
  const missing = width - lineWidth(cut);
  if (missing <= 0) return cut;
  const last = cut.at(-1);
  return [...cut, { ...(last?.inverse === true ? { inverse: true } : {}), text: ' '.repeat(missing) }];
}

/** Something that is left out when a line is too narrow: the least important first. */
export interface Item {
  readonly spans: Line;
  /** Higher stays longer. */
  readonly priority: number;
}

/** The items that fit into the width, in their order, with a gap between them. */
export function fitItems(items: readonly Item[], width: number, gap = 3): Line {
  let kept = items.filter((item) => lineWidth(item.spans) > 0);
  const total = (): number => kept.reduce((sum, item) => sum + lineWidth(item.spans), 0) + gap * Math.max(0, kept.length - 1);
  while (kept.length > 1 && total() > width) {
    const lowest = Math.min(...kept.map((item) => item.priority));
    const index = kept.findLastIndex((item) => item.priority === lowest);
    kept = kept.toSpliced(index, 1);
  }
  return kept.flatMap((item, index) => (index === 0 ? item.spans : [{ text: ' '.repeat(gap) }, ...item.spans]));
}

/** Two lines as one: the left one at the left edge, the right one at the right edge where there is room for both. */
export function spread(left: Line, right: Line, width: number): Line {
  const free = width - lineWidth(left) - lineWidth(right);
  return free < 2 ? left : [...left, { text: ' '.repeat(free) }, ...right];
}

/** The text of a line without its looks. */
export function plainText(line: Line): string {
  return line
    .map((span) => span.text)
    .join('')
    .trimEnd();
}
