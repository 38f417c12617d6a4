import { describe, expect, test } from 'vitest';
import type { ConversionExportRow } from '../../src/domain/conversion.ts';
import { type ConversionCsv, conversionCsvChunks } from '../../src/presentation/conversion-csv.ts';
import { storedConsents } from '../support/consents.ts';

const HEAD = 'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\n';

function row(overrides: Partial<ConversionExportRow> = {}): ConversionExportRow {
  return {
    id: '1',
    clientId: '1',
    clickId: 'Cj0KCQ-click_1',
    name: 'lead_qualified',
    key: 'k',
    leadId: '7',
    value: 2600,
    currency: 'BRL',
    happenedAt: Date.UTC(2026, 10, 20, 12),
    consents: [],
    ...overrides,
  };
}

async function csv(rows: readonly ConversionExportRow[], options: Partial<ConversionCsv> = {}): Promise<string> {
  const asked: unknown[] = [];
  const outbox = {
    exportConversions: async (query: { since: number; after: string | null; limit: number }) => {
      asked.push(query);
      return rows.filter(({ id }) => Number(id) > Number(query.after ?? 0)).slice(0, query.limit);
    },
  };
  const chunks = conversionCsvChunks(outbox, {
    since: 5,
    clientId: null,
    timeZone: 'America/Sao_Paulo',
    names: new Map(),
    isExportable: () => true,
    ...options,
  });
  const text = (await Array.fromAsync(chunks)).join('');
  expect(asked[0]).toEqual({ since: 5, after: null, limit: 200 });
  return text;
}

async function lineOf(overrides: Partial<ConversionExportRow>, options: Partial<ConversionCsv> = {}): Promise<string> {
  return (await csv([row(overrides)], options)).split('\n').slice(2).join('\n');
}

describe('the file of the scheduled import', () => {
  test('is exactly as the platform documents it', async () => {
    expect(await csv([row()], { names: new Map([['lead_qualified', 'Lead Qualificado']]) })).toBe(
      `Parameters:TimeZone=America/Sao_Paulo\n${HEAD}Cj0KCQ-click_1,Lead Qualificado,2026-11-20 09:00:00,2600.00,BRL\n`,
    );
  });

  test('has its header also without conversions', async () => {
    expect(await csv([])).toBe(`Parameters:TimeZone=America/Sao_Paulo\n${HEAD}`);
  });

  test.each([
    [0, '0.00,BRL'],
    [0.1 + 0.2, '0.30,BRL'],
    [1_234_567.5, '1234567.50,BRL'],
    [null, ','],
  ])('writes the value %s as %s', async (value, end) => {
    expect(await lineOf({ value })).toBe(`Cj0KCQ-click_1,lead_qualified,2026-11-20 09:00:00,${end}\n`);
  });

  test('leaves the value out where its currency is not known: it would be counted in the currency of the account', async () => {
    expect(await lineOf({ currency: null })).toMatch(/:\d\d,,\n$/);
  });

  test.each([
    ['America/Sao_Paulo', Date.UTC(2018, 10, 4, 2, 59, 59), '2018-11-03 23:59:59'],
    ['America/Sao_Paulo', Date.UTC(2018, 10, 4, 3), '2018-11-04 01:00:00'],
    ['America/Sao_Paulo', Date.UTC(2019, 1, 17, 2), '2019-02-16 23:00:00'],
    ['America/New_York', Date.UTC(2026, 2, 8, 6, 59, 59), '2026-03-08 01:59:59'],
    ['America/New_York', Date.UTC(2026, 2, 8, 7), '2026-03-08 03:00:00'],
    ['Asia/Kolkata', Date.UTC(2026, 11, 31, 18, 30), '2027-01-01 00:00:00'],
    ['UTC', Date.UTC(2026, 0, 1, 0, 0, 0, 999), '2026-01-01 00:00:00'],
  ])('tells the time of %s', async (timeZone, happenedAt, time) => {
    expect(await lineOf({ happenedAt }, { timeZone })).toContain(`,${time},`);
  });

  test('takes a name in another spelling, quotes it, and lets no spreadsheet run it', async () => {
    expect(await lineOf({ name: 'Lead.Qualified' }, { names: new Map([['lead_qualified', 'Qualificado, "quente"']]) })).toContain(
      ',"Qualificado, ""quente""",',
    );
    expect(await lineOf({ name: '=cmd()' })).toContain(",'=cmd(),");
  });

  test('leaves out whom it may not tell of, and click ids that no platform made', async () => {
    const told: unknown[] = [];
    const rows = [
      row({ id: '1', consents: storedConsents({ ads: false }, 0) }),
      row({ id: '2', clickId: '=HYPERLINK("x")' }),
      row({ id: '3', clickId: 'a,b' }),
      row({ id: '4' }),
    ];
    const text = await csv(rows, {
      isExportable: ({ consents }) => consents.length === 0,
      onProgress: (...counts) => void told.push(counts),
    });
    expect(text.split('\n')).toHaveLength(4);
    expect(told).toEqual([[1, 3]]);
  });

  test('comes page by page, when it is taken', async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => row({ id: String(index + 1), key: String(index) }));
    let pages = 0;
    const outbox = {
      exportConversions: async ({ after, limit }: { after: string | null; limit: number }) => {
        pages += 1;
        return rows.slice(Number(after ?? 0), Number(after ?? 0) + limit);
      },
    };
    const chunks = conversionCsvChunks(outbox, { since: 0, clientId: null, timeZone: 'UTC', names: new Map(), isExportable: () => true });
    await chunks.next();
    expect(pages).toBe(1);
    const rest = await Array.fromAsync(chunks);
    expect(rest.join('').split('\n')).toHaveLength(802);
    // Six with rows and an empty last one: a page may have fewer rows than requested.
    expect(pages).toBe(7);
  });
});
