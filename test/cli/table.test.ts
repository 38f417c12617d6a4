import { describe, expect, test } from 'vitest';
import { type Column, renderTable } from '../../src/cli/table.ts';

interface Row {
  readonly id: string;
  readonly text: string | null;
}

const COLUMNS = [
  { header: 'ID', cell: (row: Row) => row.id, look: 'word' },
  { header: 'TEXT', cell: (row: Row) => row.text },
] as const;

describe('renderTable', () => {
  test('is borderless, aligned, and shows a dash for nothing', () => {
    const rows = [
      { id: '1', text: 'one' },
      { id: '200', text: null },
    ];
    expect(renderTable(rows, COLUMNS, undefined)).toBe('ID   TEXT\n1    one\n200  -');
  });

  test('right-aligned numbers end below their header', () => {
    const table = renderTable([{ id: '7', text: 'x' }], [{ header: 'COUNT', cell: (row: Row) => row.id, look: 'number' }], undefined);
    expect(table).toBe('COUNT\n    7');
  });

  test('cuts the widest column to the width of the terminal, ids never', () => {
    const id = '12345678901234567890';
    const table = renderTable([{ id, text: 'x'.repeat(100) }], COLUMNS, 60);
    const lines = table.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(60);
    expect(lines[1]).toContain(`${id}  xxx`);
    expect(lines[1]).toMatch(/…$/);
  });

  test('without a width nothing is cut', () => {
    expect(renderTable([{ id: '1', text: 'x'.repeat(500) }], COLUMNS, undefined)).toContain('x'.repeat(500));
  });

  test('wide characters count as two columns', () => {
    const lines = renderTable(
      [
        { id: '北京', text: 'a' },
        { id: 'abcd', text: 'a' },
      ],
      COLUMNS,
      undefined,
    ).split('\n');
    expect(lines.slice(1)).toEqual(['北京  a', 'abcd  a']);
  });

  test('hostile text stays on its line and drives nothing', () => {
    const table = renderTable([{ id: '1', text: '\u001b[31mred\r\nnext\u202Erow' }], COLUMNS, undefined);
    expect(table.split('\n')[1]).toBe('1   ·[31mred··next·row');
  });
});

describe('a table that is wider than the terminal', () => {
  const columns: readonly Column<Row>[] = [
    { header: 'ID', cell: (row) => row.id, look: 'word' },
    { header: 'FIRST TO GO', cell: () => 'a'.repeat(20), priority: 1 },
    { header: 'THEN THIS', cell: () => 'b'.repeat(20), priority: 2 },
    { header: 'TEXT', cell: (row) => row.text },
  ];
  const rows = [{ id: '12345678901234567890', text: 'x'.repeat(30) }];

  function headers(width: number): string {
    return renderTable(rows, columns, width).split('\n')[0]?.replaceAll(/ {2,}/g, '|') ?? '';
  }

  test.each([
    [200, 'ID|FIRST TO GO|THEN THIS|TEXT'],
    [64, 'ID|FIRST TO GO|THEN THIS|TEXT'],
    [61, 'ID|THEN THIS|TEXT'],
    [40, 'ID|TEXT'],
  ])('of %i columns leaves out the least important columns first', (width, expected) => {
    expect(headers(width)).toBe(expected);
  });

  test.each([10, 25, 40, 60, 80, 120])('never exceeds %i columns', (width) => {
    const lines = renderTable(rows, columns, width).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(lines).toHaveLength(2);
  });

  test('continues sentences on further lines, between words', () => {
    const sentence = 'A sentence that goes on for longer than the line does.';
    const why: readonly Column<Row>[] = [COLUMNS[0], { header: 'WHY', cell: () => sentence, wraps: true }];
    const table = renderTable([{ id: '1', text: sentence }], why, 30);
    const lines = table.split('\n').slice(1);
    expect(lines.every((line) => line.length <= 30)).toBe(true);
    expect(lines.map((line) => line.slice(4)).join(' ')).toBe(sentence);
  });
});
