import { padText, wrapCells } from '../cell-text.ts';
import type { Layout } from '../layout.ts';
import type { Look } from '../look.ts';
import { cutLine, EMPTY_LINE, type Line } from '../spans.ts';

/** The page of keys, cut to the lines there are, from where it is scrolled to. */
export function helpLines(scroll: number, layout: Layout, look: Look): readonly Line[] {
  const from = Math.min(scroll, helpScrollLimit(layout, look));
  return wholeHelp(layout, look)
    .slice(from, from + layout.bodyLines)
    .map((line) => cutLine(line, layout.width, look.glyphs.cut));
}

/** How many lines of it can be above the screen. */
export function helpScrollLimit(layout: Layout, look: Look): number {
  return Math.max(0, wholeHelp(layout, look).length - layout.bodyLines);
}

function wholeHelp({ width, bodyLines: lines }: Layout, { texts: { help } }: Look): readonly Line[] {
  const keysWidth = width < 50 ? 8 : 17;
  const upper = wrapCells(help.upper, Math.max(10, width - 4)).map((text): Line => [{ text: `  ${text}`, tone: 'warn' }]);
  const keys = help.lines.flatMap(([key, meaning]) =>
    wrapCells(meaning, Math.max(8, width - keysWidth - 4)).map(
      (text, index): Line => [{ text: `  ${padText(index === 0 ? key : '', keysWidth)}  `, tone: 'accent', bold: true }, { text }],
    ),
  );
  const isRoomy = lines >= keys.length + upper.length + 3;
  return isRoomy ? [EMPTY_LINE, ...keys, EMPTY_LINE, ...upper] : [...keys, ...upper];
}
