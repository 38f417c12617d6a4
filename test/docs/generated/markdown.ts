/** The maximum line length in documents. What cannot be wrapped (a table, a URL) may reach 160. */
const WIDTH = 120;

/** Text between backquotes stays on one line. */
const WORD = /(?:`[^`]+`|\S)(?:`[^`]*`|[^\s`])*/g;

/** A paragraph, wrapped. `first` starts its first line; the other lines are indented by the same width. */
export function paragraph(text: string, first = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(WORD) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && first.length + longer.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return first + [...lines, line].join(`\n${' '.repeat(first.length)}`);
}

/** A list, one item under the other. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => paragraph(item, '- ')).join('\n');
}

/** A text of the catalogue as a sentence: with a capital letter and a full stop. */
export function sentence(text: string): string {
  const begun = /^[a-z]+\b(?![_/:=])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
}

/** Blocks with an empty line between them; empty blocks are dropped. */
export function blocks(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
