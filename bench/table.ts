/** A table as stored in the results: cells are ready to print. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A Markdown table that also aligns in a terminal. Figures (all columns but the first, if they start with a digit) are right-aligned. */
export function renderTable({ columns, rows }: Table): string {
  const widths = columns.map((column, index) => Math.max(3, column.length, ...rows.map((row) => (row[index] ?? '').length)));
  const rightAligned = columns.map((_, index) => index > 0 && rows.every((row) => /^([\d.<–-]|$)/.test(row[index] ?? '')));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => pad(cell, widths[index] ?? 0, rightAligned[index] === true)).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${rightAligned[index] === true ? ':' : '-'}`).join('|')}|`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}

/** `34,120` */
export function whole(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en-US') : '–';
}

/** `0.83 ×` */
export function times(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} ×` : '–';
}

/** `6.4 ms` */
export function milliseconds(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} ms` : '–';
}

/** `182 µs` */
export function microseconds(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value)} µs` : '–';
}

/** `71 MB` (2^20 bytes) */
export function megabytes(bytes: number): string {
  return Number.isFinite(bytes) ? `${Math.round(bytes / 1_048_576)} MB` : '–';
}
