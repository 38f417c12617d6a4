import { printableLine } from '../base/text.ts';
import { asciiText } from './cell-text.ts';
import type { Line } from './spans.ts';
import type { WatchTexts } from './texts.ts';

/** The signs the view draws with. */
interface Glyphs {
  readonly live: string;
  readonly lost: string;
  readonly paused: string;
  readonly alarm: string;
  readonly cursor: string;
  readonly mark: string;
  readonly cut: string;
  readonly vertical: string;
  readonly horizontal: string;
  readonly ascending: string;
  readonly descending: string;
  /** Bars of one line, from zero to the highest. */
  readonly spark: string;
  /** Fillings of one cell, from empty to full. */
  readonly bar: string;
}

const UNICODE: Glyphs = {
  live: '●',
  lost: '○',
  paused: '‖',
  alarm: '▲',
  cursor: '▸',
  mark: '◆',
  cut: '…',
  vertical: '│',
  horizontal: '─',
  ascending: '▲',
  descending: '▼',
  spark: '▁▂▃▄▅▆▇█',
  bar: ' ▁▂▃▄▅▆▇█',
};

const ASCII: Glyphs = {
  live: '*',
  lost: 'x',
  paused: '=',
  alarm: '!',
  cursor: '>',
  mark: '+',
  cut: '~',
  vertical: '|',
  horizontal: '-',
  ascending: '^',
  descending: 'v',
  spark: '_.:-=+*#',
  bar: ' .:#',
};

/** How the view speaks and draws. */
export interface Look {
  readonly texts: WatchTexts;
  readonly glyphs: Glyphs;
  /** A whole number with the separators of the language. */
  readonly count: (value: number) => string;
  /** The line as it may be written to this terminal: whatever it says, nothing in it drives the terminal. */
  readonly finish: (line: Line) => Line;
}

export function createLook(texts: WatchTexts, options: { readonly ascii: boolean }): Look {
  const numbers = new Intl.NumberFormat(texts.locale, { maximumFractionDigits: 0 });
  return {
    texts,
    glyphs: options.ascii ? ASCII : UNICODE,
    count: (value) => numbers.format(value),
    finish: (line) =>
      line.map((span) => ({ ...span, text: options.ascii ? asciiText(printableLine(span.text)) : printableLine(span.text) })),
  };
}
