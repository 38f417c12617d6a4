import { describe, expect, test } from 'vitest';
import { counted, jsonText, renderBlock, renderBytes, renderTable } from '../../src/cli/render.ts';

interface Row {
  readonly id: string;
  readonly text: string | null;
}

const COLUMNS = [
  { header: 'ID', cell: (row: Row) => row.id, whole: true },
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
    const table = renderTable([{ id: '7', text: 'x' }], [{ header: 'COUNT', cell: (row: Row) => row.id, align: 'right' }], undefined);
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

test('renderBlock aligns values', () => {
  const block = renderBlock([
    ['Queue', 'webhooks'],
    ['Oldest job', null],
  ]);
  expect(block).toBe('Queue       webhooks\nOldest job  -');
});

test('jsonText escapes what JSON leaves bare, and means the same', () => {
  const value = { nome: 'a\u009b2J\u202Eb\u007f', id: 'ção' };
  const text = jsonText(value);
  expect(text).toContain('a\\u009b2J\\u202eb\\u007f');
  expect(text).toContain('ção');
  expect(JSON.parse(text)).toEqual(value);
});

test('numbers for people', () => {
  expect([0, 1023, 1024, 5_242_880].map(renderBytes)).toEqual(['0 B', '1023 B', '1.0 KiB', '5.0 MiB']);
  expect([counted(1, 'job'), counted(2, 'job')]).toEqual(['1 job', '2 jobs']);
});
