import { styleText } from 'node:util';
import { wrapText } from '../render.ts';

const CODE_INDENT = '    ';
const LIST_ITEM = /^(\s*)([-*]|\d+\.) +/;
const TABLE_RULE = /^[|\s:-]+$/;
/** Spaces between the cells of a table. */
const GAP = 2;

/** Markdown as terminal text: wrapped, tables in columns, links with their targets. */
export function markdownText(markdown: string, width: number): string {
  return blocksOf(markdown.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n'))
    .map((block) => blockText(block, width))
    .filter((text) => text !== '')
    .join('\n\n');
}

type Block = readonly string[];

/** Consecutive lines: up to an empty line, or a whole fenced block. */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      if (fence === undefined) blocks.push([line]);
      else blocks.push([]);
      fence = fence === undefined ? mark : undefined;
    } else if (fence === undefined && (line.trim() === '' || line.startsWith('#'))) blocks.push(line.trim() === '' ? [] : [line], []);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function blockText(block: Block, width: number): string {
  const [first = ''] = block;
  if (/^\s*(```|~~~)/.test(first))
    return block
      .slice(1)
      .map((line) => CODE_INDENT + line)
      .join('\n')
      .trimEnd();
  if (first.startsWith('#')) return styleText('bold', inline(first.replace(/^#+ */, '')));
  if (first.startsWith('|')) return tableText(block, width);
  if (LIST_ITEM.test(first)) return listText(block, width);
  const quoted = first.startsWith('> ') ? 2 : 0;
  const text = block.map((line) => line.slice(quoted).trim()).join(' ');
  return wrapText(inline(text), width - quoted)
    .map((line) => ' '.repeat(quoted) + line)
    .join('\n');
}

/** Each item with its further lines, indented after its marker. */
function listText(block: Block, width: number): string {
  const items: string[] = [];
  for (const line of block) {
    if (LIST_ITEM.test(line)) items.push(line);
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items
    .map((item) => {
      const [mark = ''] = LIST_ITEM.exec(item) ?? [];
      const lines = wrapText(inline(item.slice(mark.length)), width - mark.length);
      return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line).join('\n');
    })
    .join('\n');
}

/** In columns; if they do not fit, each row below its first cell. */
function tableText(block: Block, width: number): string {
  const rows = block.filter((line) => !TABLE_RULE.test(line)).map(cellsOf);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const last = widths.at(-1) ?? 0;
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + GAP, 0);
  if (width - before >= Math.min(last, width / 3)) {
    return rows.map((row) => columnsText(row, widths, before, width)).join('\n');
  }
  return rows
    .slice(1)
    .map(([head = '', ...rest]) =>
      [head, ...rest.flatMap((cell) => wrapText(cell, width - CODE_INDENT.length).map((line) => CODE_INDENT + line))].join('\n'),
    )
    .join('\n');
}

/** The last cell continues on further lines. */
function columnsText(row: readonly string[], widths: readonly number[], before: number, width: number): string {
  const start = row
    .slice(0, -1)
    .map((cell, column) => cell.padEnd((widths[column] ?? 0) + GAP))
    .join('');
  const [first = '', ...rest] = wrapText(row.at(-1) ?? '', width - before);
  return [`${start}${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(before) + line)].join('\n');
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => inline(cell.trim().replaceAll('\\|', '|')));
}

/** A link to another page becomes its name. */
function inline(text: string): string {
  return text
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '[$1]')
    .replaceAll(/\[([^\]]+)\]\((?:docs\/)?([\w-]+)\.md(?:#[^)]*)?\)/g, '$1 (`lead-intake docs $2`)')
    .replaceAll(/\[([^\]]+)\]\((https?:[^)]+)\)/g, '$1 ($2)')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/g, '')
    .replaceAll('**', '');
}
