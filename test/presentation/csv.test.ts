import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeadView } from '../../src/domain/lead.ts';
import { csvRows, LEAD_CSV_COLUMNS, leadCsvRow, safeCell } from '../../src/presentation/csv.ts';
import { leadRecord } from '../../src/presentation/lead-record.ts';

const LEAD: LeadView = {
  id: '7',
  origin: 'formulario_proprio',
  identity: 'form-1',
  limitedTo: null,
  clientId: '3',
  userId: '4',
  campaignId: '42',
  eventId: '9',
  searchClickSeenAt: null,
  socialClickSeenAt: null,
  createdAt: 0,
  updatedAt: 1,
  erasedAt: null,
  clientName: 'Agência Um',
  userEmail: 'ana@example.com',
  campaignName: 'Verão',
  conversions: 2,
  name: '=HYPERLINK("http://evil")',
  email: 'Maria@Example.com',
  emailNormalized: 'maria@example.com',
  phone: '(11) 98765-4321',
  phoneE164: '+5511987654321',
  phoneKey: '1187654321',
  phoneKind: 'movel',
  utm: { source: 'a', medium: null, campaign: null, term: null, content: null },
  searchClickId: null,
  gbraid: null,
  wbraid: null,
  socialClickId: null,
  fbc: null,
  fbp: null,
  message: 'linha 1\nlinha "2", fim',
  consents: null,
  answers: [{ key: 'plano', question: 'Qual plano?', values: ['anual', 'mensal'] }],
  platform: {},
  extras: { pedido: JSON.rawJSON('12345678901234567890') },
  isTest: false,
  submittedAt: null,
};

describe('a safe cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+5511987654321', "'+5511987654321"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['   =1', "'   =1"],
    ['\u00A0\u200B=1', "'\u00A0\u200B=1"],
    ['\uFEFF=1', "'\uFEFF=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['"=1"', '\'"=1"'],
    ['a;=1', "a;'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\t @x', "a\t' @x"],
  ])('%j is prefixed', (given, expected) => {
    expect(safeCell(given)).toBe(expected);
  });

  test.each(['', 'Maria', '1-2', 'a=b', 'ana@example.com', "'=1", 'a, -b', 'São Paulo; centro'])('%j stays', (given) => {
    expect(safeCell(given)).toBe(given);
  });

  test('a million blanks are walked once', () => {
    const blanks = '\t'.repeat(500_000) + ' '.repeat(500_000);
    // If the search restarted at each blank, this would exceed the test's timeout.
    expect(safeCell(`${blanks}a`)).toBe(`'${blanks}a`);
  });
});

describe('CSV rows', () => {
  test('come back from a parser as the safe cells, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(',' as const, ';' as const),
        (cells, delimiter) => {
          const parsed: string[][] = parse(csvRows([cells], delimiter), { delimiter, record_delimiter: '\r\n' });
          expect(parsed).toEqual([cells.map(safeCell)]);
        },
      ),
    );
  });

  test('no cell read by any of the usual delimiters begins with a formula sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ';', '\t', '\n', '\r', ' ', '"', 'a') }), (text) => {
        const cells = csvRows([['x', text]], ',').split(/[;\t\r\n]/);
        expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([]);
      }),
    );
  });
});

describe('a lead as a row', () => {
  const cells = new Map(LEAD_CSV_COLUMNS.map((column, index) => [column as string, leadCsvRow(LEAD)[index]]));

  test('has the columns of leadJson, all of them, in its order', () => {
    expect([...LEAD_CSV_COLUMNS]).toEqual(Object.keys(leadRecord.write(LEAD, { reveal: true })));
  });

  test('is unmasked', () => {
    expect(cells.get('email')).toBe('Maria@Example.com');
    expect(cells.get('telefone_e164')).toBe('+5511987654321');
  });

  test('writes lists and objects as JSON with every digit, and nothing for empty ones', () => {
    expect(cells.get('respostas')).toBe('[{"chave":"plano","pergunta":"Qual plano?","valores":["anual","mensal"],"campo":null}]');
    expect(cells.get('extras')).toBe('{"pedido":12345678901234567890}');
    expect(cells.get('plataforma')).toBe('');
    expect(cells.get('mensagem')).toBe('linha 1\nlinha "2", fim');
    expect(cells.get('teste')).toBe('false');
    expect(cells.get('utm_medium')).toBe('');
  });
});
