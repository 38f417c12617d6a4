/** A column of a table to be drawn. */
interface Fitting {
  /** The width of its content. */
  readonly width: number;
  /** Its minimum width. */
  readonly narrowest: number;
  /** If the table does not fit, the column with the lowest priority is removed first. Omitted: it is never removed. */
  readonly priority: number | undefined;
}

/** Fits columns into the given width: removes the least important, then shrinks the widest until all fit. */
export function fitColumns<Column extends Fitting>(columns: readonly Column[], room: number, gap: number): readonly Column[] {
  return shrinkColumns(leaveOut(columns, room, gap), room, gap);
}

function leaveOut<Column extends Fitting>(columns: readonly Column[], room: number, gap: number): readonly Column[] {
  const narrowest = columns.map((column) => column.narrowest);
  if (tableWidth(narrowest, gap) <= room) return columns;
  const priorities = columns.map(({ priority }) => priority ?? Number.POSITIVE_INFINITY);
  const lowest = Math.min(...priorities);
  if (lowest === Number.POSITIVE_INFINITY) return columns;
  return leaveOut(columns.toSpliced(priorities.lastIndexOf(lowest), 1), room, gap);
}

function shrinkColumns<Column extends Fitting>(columns: readonly Column[], room: number, gap: number): readonly Column[] {
  const widths = columns.map(({ width }) => width);
  for (let excess = tableWidth(widths, gap) - room; excess > 0; excess -= 1) {
    const spare = columns.map(({ narrowest }, index) => ((widths[index] ?? 0) > narrowest ? (widths[index] ?? 0) : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? 0 }));
}

/** The width of a line with columns of these widths, in cells. */
export function tableWidth(widths: readonly number[], gap: number): number {
  return widths.reduce((total, width) => total + width, 0) + gap * Math.max(0, widths.length - 1);
}
