import type { JsonScanner } from './json-scanner.ts';

const STEP = '  ';
/** Deeper levels stand below one another: a hostile body of brackets would be nothing but indentation. */
const DEEPEST_INDENT = 16;

/** The blanks that lay JSON out, one line for each value, whatever blanks it came with. */
export class PrettySpace {
  #previous = '';

  /** What stands before this piece, which is no blank. */
  before({ kind, start, depth }: JsonScanner, text: string): string {
    const previous = this.#previous;
    const mark = kind === 'mark' ? (text[start] ?? '') : '';
    this.#previous = mark;
    if (isClosing(mark)) return isOpening(previous) ? '' : newLine(depth);
    if (previous === ',' || isOpening(previous)) return newLine(isOpening(mark) ? depth - 1 : depth);
    return previous === ':' ? ' ' : '';
  }
}

function isOpening(mark: string): boolean {
  return mark === '{' || mark === '[';
}

function isClosing(mark: string): boolean {
  return mark === '}' || mark === ']';
}

function newLine(depth: number): string {
  return `\n${STEP.repeat(Math.min(depth, DEEPEST_INDENT))}`;
}
