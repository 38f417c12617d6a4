import { cellWidth, padText } from '../cell-text.ts';
import { COLUMNS, type Column, type ListId } from '../columns.ts';
import type { Layout } from '../layout.ts';
import type { Look } from '../look.ts';
import type { Row } from '../rows.ts';
import { cutLine, EMPTY_LINE, type Line, padLine } from '../spans.ts';
import { naturalSorting, selectedIndex, shownRows, type WatchState } from '../state.ts';

const GAP = 2;
/** Cursor and mark in front of each row. */
const MARGIN = 2;
/** No column is made wider than this by a single long cell, unless there is room left. */
const WIDEST = 28;

/** The open list as a table: the titles, and the rows the screen has room for. */
export function tableLines(state: WatchState, id: ListId, layout: Layout, look: Look): readonly Line[] {
  const { width, lines, hasTitles } = layout.list;
  const rows = shownRows(state, id);
  const { top } = state.lists[id];
  const shown = rows.slice(top, top + lines);
  const sorting = state.lists[id].sorting ?? naturalSorting(id);
  const columns = fitColumns({ columns: COLUMNS[id], sortedBy: sorting.column }, shown, width - MARGIN, look);
  const titles = hasTitles ? [titleLine(state, id, columns, look)] : [];
  if (shown.length === 0) return [...titles, ...emptyLines(state, id, look)].map((line) => cutLine(line, width, look.glyphs.cut));
  const selected = selectedIndex(rows, state.lists[id].selected);
  const body = shown.map((row, index) =>
    rowLine(row, columns, { isSelected: top + index === selected, list: state.lists[id] }, width, look),
  );
  return [...titles, ...body].map((line) => cutLine(line, width, look.glyphs.cut));
}

interface SizedColumn {
  readonly column: Column;
  readonly width: number;
}

/** Columns as wide as what stands in them; the least important go first, then the long ones give way. */
function fitColumns(
  { columns, sortedBy }: { readonly columns: readonly Column[]; readonly sortedBy: string },
  rows: readonly Row[],
  width: number,
  look: Look,
): readonly SizedColumn[] {
  const natural = columns.map((column) => ({ column, width: naturalWidth(column, column.id === sortedBy, rows, look) }));
  let kept = natural;
  while (total(kept.map(narrowest)) > width) {
    const priorities = kept.map(({ column }) => column.priority ?? Number.POSITIVE_INFINITY);
    const lowest = Math.min(...priorities);
    if (lowest === Number.POSITIVE_INFINITY) break;
    kept = kept.toSpliced(priorities.lastIndexOf(lowest), 1);
  }
  return share(shrink(kept, width), width);
}

function naturalWidth(column: Column, isSorted: boolean, rows: readonly Row[], { texts }: Look): number {
  // The sorted column has an arrow behind its title.
  const title = cellWidth(texts.columns[column.id] ?? column.id) + (isSorted ? 2 : 0);
  const longest = Math.max(title, ...rows.map((row) => cellWidth(row.cells[column.id]?.text ?? '')));
  return column.grows === true ? longest : Math.min(WIDEST, longest);
}

function narrowest({ column, width }: SizedColumn): number {
  return Math.min(width, column.atLeast ?? width);
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, widths.length - 1);
}

/** The widest column that may gives way until all fit. */
function shrink(columns: readonly SizedColumn[], width: number): readonly SizedColumn[] {
  const widths = columns.map((sized) => sized.width);
  for (let excess = total(widths) - width; excess > 0; excess -= 1) {
    const spare = columns.map((sized, index) => ((widths[index] ?? 0) > narrowest(sized) ? (widths[index] ?? 0) : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  return columns.map(({ column }, index) => ({ column, width: widths[index] ?? 0 }));
}

/** What is left goes to the column that grows. */
function share(columns: readonly SizedColumn[], width: number): readonly SizedColumn[] {
  const left = Math.max(0, width - total(columns.map((sized) => sized.width)));
  return columns.map((sized) => (sized.column.grows === true ? { ...sized, width: sized.width + left } : sized));
}

function titleLine(state: WatchState, id: ListId, columns: readonly SizedColumn[], { texts, glyphs }: Look): Line {
  const sorting = state.lists[id].sorting ?? naturalSorting(id);
  const cells = columns.map(({ column, width }) => {
    const arrow = column.id === sorting.column ? ` ${sorting.descending ? glyphs.descending : glyphs.ascending}` : '';
    return padText(`${texts.columns[column.id] ?? column.id}${arrow}`, width, column.align, glyphs.cut);
  });
  return [{ text: ' '.repeat(MARGIN) + cells.join(' '.repeat(GAP)), tone: 'dim', bold: true }];
}

function rowLine(
  row: Row,
  columns: readonly SizedColumn[],
  { isSelected, list }: { readonly isSelected: boolean; readonly list: { readonly marked: ReadonlySet<string> } },
  width: number,
  { glyphs }: Look,
): Line {
  const isMarked = list.marked.has(row.key);
  const line: Line = [
    { text: isSelected ? glyphs.cursor : ' ', bold: true },
    { text: isMarked ? glyphs.mark : ' ', tone: 'warn', bold: true },
    ...columns.flatMap(({ column, width: cells }, index): Line => {
      const cell = row.cells[column.id];
      const text = padText(cell?.text ?? '', cells, column.align, glyphs.cut);
      return [
        { text: index === 0 ? text : ' '.repeat(GAP) + text, ...(cell?.tone === undefined ? {} : { tone: cell.tone }), bold: isMarked },
      ];
    }),
  ];
  return isSelected ? padLine(line, width, glyphs.cut).map((span) => ({ ...span, inverse: true })) : line;
}

function emptyLines(state: WatchState, id: ListId, { texts }: Look): readonly Line[] {
  const list = state.lists[id];
  const isRead = list.isLoaded || id === 'workers';
  const text = !isRead ? texts.loading : list.filter.terms.length > 0 ? texts.emptyFiltered : texts.empty[id];
  return [EMPTY_LINE, [{ text: `  ${text}`, tone: 'dim' }]];
}
