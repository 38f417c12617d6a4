import { printableLine } from '../base/text.ts';
import type { Messages } from '../messages/messages.ts';
import { type ColumnName, columnTitle } from '../presentation/column-title.ts';
import { type LabelSet, labelOf } from '../presentation/labels.ts';
import { asciiText } from './cell-text.ts';

/** All texts of the view, except labels and column headers. */
export type WatchTexts = Messages['terminal'];

/** The meaning of a piece of text. */
export type Tone = 'plain' | 'dim' | 'ok' | 'warn' | 'bad' | 'accent';

/** The terminal's own colours, which are readable on its light or dark background; `dim` is not a colour. */
const COLORS: Partial<Record<Tone, string>> = { ok: 'green', warn: 'yellow', bad: 'red', accent: 'cyan' };

/** Colours of the states; those not listed are plain. */
export const STATUS_TONES: Readonly<Record<string, Tone>> = {
  recebido: 'accent',
  processado: 'ok',
  erro: 'bad',
  falhou: 'bad',
  estacionado: 'warn',
};

/** The characters the view draws with: in Unicode, and in ASCII. */
const GLYPHS = {
  live: ['●', '*'],
  lost: ['○', 'x'],
  paused: ['‖', '='],
  alarm: ['▲', '!'],
  cursor: ['▸', '>'],
  mark: ['◆', '+'],
  cut: ['…', '~'],
  horizontal: ['─', '-'],
  ascending: ['▲', '^'],
  descending: ['▼', 'v'],
  /** Bars of one line, from zero to the highest. */
  spark: ['▁▂▃▄▅▆▇█', '_.:-=+*#'],
  /** Fillings of one cell, from empty to full. */
  bar: [' ▁▂▃▄▅▆▇█', ' .:#'],
  /** Nothing was measured. */
  unknown: ['·', ' '],
  /** Marks the time below it. */
  tick: ['╵', "'"],
} as const;

type Glyphs = Readonly<Record<keyof typeof GLYPHS, string>>;

/** The texts and the appearance of the view. */
export interface Look {
  readonly texts: WatchTexts;
  readonly titleOf: (column: ColumnName) => string;
  /** The label of a stored value. */
  readonly labelOf: (set: Exclude<LabelSet, 'fields'>, word: string) => string;
  readonly glyphs: Glyphs;
  readonly isAscii: boolean;
  /** `undefined` for the terminal's default colour. */
  readonly colorOf: (tone: Tone) => string | undefined;
  /** A whole number with the separators of the language. */
  readonly count: (value: number) => string;
  /** The text with everything removed that could control the terminal. */
  readonly clean: (text: string) => string;
}

export function createLook(messages: Messages, { ascii, hasColors }: { readonly ascii: boolean; readonly hasColors: boolean }): Look {
  const { terminal, labels } = messages;
  const numbers = new Intl.NumberFormat(labels.locale, { maximumFractionDigits: 0 });
  return {
    texts: terminal,
    titleOf: (column) => columnTitle(messages, column),
    labelOf: (set, word) => labelOf(messages, set, word),
    glyphs: Object.fromEntries(Object.entries(GLYPHS).map(([name, signs]) => [name, signs[ascii ? 1 : 0]])) as Glyphs,
    isAscii: ascii,
    colorOf: (tone) => (hasColors ? COLORS[tone] : undefined),
    count: (value) => numbers.format(value),
    clean: (text) => (ascii ? asciiText(printableLine(text)) : printableLine(text)),
  };
}
