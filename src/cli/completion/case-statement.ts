import { quotedWord } from '../../base/shell-word.ts';
import type { CompletionNode, FlagCompletion } from './completion-tree.ts';

/** The pattern of a `case` that is met by whatever was typed of commands and topics. */
export function knownPaths(tree: readonly CompletionNode[]): string {
  const paths = tree.map(({ path }) => path).filter((path) => path !== '');
  return paths.map(quotedWord).join(' | ');
}

/** A flag as it can be typed: `--source`, `-s`. */
export function spellings({ name, char }: FlagCompletion): readonly string[] {
  return char === undefined ? [`--${name}`] : [`--${name}`, `-${char}`];
}

/** The branches of a `case`, each on a line that begins with so many blanks. */
export function indented(blanks: number, lines: readonly string[]): string {
  return lines.map((line) => ' '.repeat(blanks) + line).join('\n');
}
