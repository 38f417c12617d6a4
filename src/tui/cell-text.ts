import { printableLine } from '../base/text.ts';

/** Characters without a cell of their own: marks on other characters. */
const ZERO = /^(?:\p{Mn}|\p{Me}|[\u1160-\u11FF])$/u;
/** Characters of two cells: East Asian wide forms (UAX 11), and emoji that are wide without a variation selector. */
const WIDE =
  /^(?:[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation})$/u;
/** Regional indicators: two of them form one flag of two cells. */
const FLAG_HALF = /^[\u{1F1E6}-\u{1F1FF}]$/u;

/**
 * Foreign text on one line, in which every character takes the cells that terminals give it. Nothing in it can control the
 * terminal, change the text direction or combine with its neighbours, which terminals measure differently.
 */
export function cleanText(text: string): string {
  return printableLine(text.toWellFormed())
    .replace(/[\u{1F3FB}-\u{1F3FF}\uFE00-\uFE0F\u20E3\u{E0000}-\u{E0FFF}]/gu, '')
    .replace(/[\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '·');
}

/** The number of cells the text takes. */
export function cellWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) && !FLAG_HALF.test(character) ? 2 : 1;
}

/** The text in at most `width` cells; a cut text ends with `sign`. */
export function cutText(text: string, width: number, sign = '…'): string {
  if (cellWidth(text) <= width) return text;
  const room = width - cellWidth(sign);
  if (room < 0) return '';
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += characterWidth(character);
    if (used > room) break;
    kept += character;
  }
  return kept + sign;
}

/** The text in exactly `width` cells. */
export function padText(text: string, width: number, align?: 'right' | undefined, sign = '…'): string {
  const cut = cutText(text, width, sign);
  const blanks = ' '.repeat(Math.max(0, width - cellWidth(cut)));
  return align === 'right' ? blanks + cut : cut + blanks;
}

/**
 * The text in ASCII, with the same length: accents are dropped, characters without a plain letter become `?`. The pattern uses escapes,
 * because the executable's script holds one byte per character.
 */
export function asciiText(text: string): string {
  return text
    .replace(/\u2026/g, '~')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[·\u2022]/g, '.')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[\u201C\u201D«»]/g, '"')
    .replace(/\u2190/g, '<')
    .replace(/\u2192/g, '>')
    .replace(/\u2191/g, '^')
    .replace(/\u2193/g, 'v')
    .replace(/[^\n -~]/gu, '?');
}
