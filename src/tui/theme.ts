import { printableLine } from '../base/text.ts';
import type { Messages } from '../messages/messages.ts';
import { asciiText } from './cell-text.ts';

/** Every word of the view. The seed's words for states and fields are values and stay as they are. */
export type WatchTexts = Messages['terminal'];

/** What a piece of text means. */
export type Tone = 'plain' | 'dim' | 'ok' | 'warn' | 'bad' | 'accent';

/** The terminal's own colours, so that they can be read on its background, light or dark; `dim` is no colour. */
const COLORS: Partial<Record<Tone, string>> = { ok: 'green', warn: 'yellow', bad: 'red', accent: 'cyan' };

/** Colours of the words for states; those left out are plain. */
export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  recebido: 'accent',
  processado: 'ok',
  erro: 'bad',
  falhou: 'bad',
  estacionado: 'warn',
};

const UNICODE = {
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
  /** Bars of one line, from zero to the highest. */
  spark: '▁▂▃▄▅▆▇█',
  /** Fillings of one cell, from empty to full. */
  bar: ' ▁▂▃▄▅▆▇█',
  /** Nothing was measured. */
  unknown: '·',
  /** Stands under the time it names. */
  tick: '╵',
};

/** The signs the view draws with. */
type Glyphs = Readonly<typeof UNICODE>;

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
  unknown: ' ',
  tick: "'",
};

/** How the view speaks and draws. */
export interface Look {
  readonly texts: WatchTexts;
  readonly glyphs: Glyphs;
  readonly isAscii: boolean;
  /** Undefined for the terminal's own. */
  readonly colorOf: (tone: Tone) => string | undefined;
  /** A whole number with the separators of the language. */
  readonly count: (value: number) => string;
  /** The text as it may be written to this terminal: whatever it says, nothing in it drives the terminal. */
  readonly clean: (text: string) => string;
}

export function createLook(
  { terminal, labels }: Messages,
  { ascii, hasColors }: { readonly ascii: boolean; readonly hasColors: boolean },
): Look {
  const numbers = new Intl.NumberFormat(labels.locale, { maximumFractionDigits: 0 });
  return {
    texts: terminal,
    glyphs: ascii ? ASCII : UNICODE,
    isAscii: ascii,
    colorOf: (tone) => (hasColors ? COLORS[tone] : undefined),
    count: (value) => numbers.format(value),
    clean: (text) => (ascii ? asciiText(printableLine(text)) : printableLine(text)),
  };
}
