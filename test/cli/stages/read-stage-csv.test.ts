import { describe, expect, test } from 'vitest';
import { readStageCsv } from '../../../src/cli/stages/read-stage-csv.ts';
import { T0 } from '../../support/factories.ts';

function read(...lines: readonly string[]) {
  return readStageCsv(Buffer.from(lines.join('\n')), { now: T0, timeZone: 'America/Sao_Paulo' });
}

function told(csv: ReturnType<typeof read>): readonly string[] {
  return csv.problems.map(({ line, problem }) => `${line}: ${problem.en}`);
}

describe('a file of stages', () => {
  test('is read by its header, whatever the order and the language', () => {
    const csv = read('valor;ETAPA;gclid;lead_id;identidade;pedido', '"2.600,50";ganho;;17;;p-1', ';qualified;Cj0;;;', ';visita;;;form-9;');
    expect(csv.problems).toEqual([]);
    expect(csv.rows).toMatchObject([
      { line: 2, lead: { by: 'id', text: '17' }, stage: { name: 'sale', value: 2600.5, currency: 'BRL', key: 'p-1' } },
      { line: 3, lead: { by: 'clickId', text: 'Cj0' }, stage: { name: 'lead_qualified', value: null, key: 'leadqualified' } },
      { line: 4, lead: { by: 'identity', text: 'form-9' }, stage: { name: 'visita', key: 'visita' } },
    ]);
  });

  test('names no lead by a placeholder of a click ID', () => {
    const csv = read('gclid,identidade,etapa', 'undefined,,ganho', '{gclid},form-9,ganho');
    expect(told(csv)).toEqual([expect.stringMatching(/^2: names no lead/)]);
    expect(csv.rows).toMatchObject([{ line: 3, lead: { by: 'identity', text: 'form-9' } }]);
  });

  test('keeps the good lines, and tells of each bad one all that is wrong', () => {
    const csv = read('lead_id,etapa,valor,em', '1,ganho,10,', ',ganho,2.600,ontem', '3,ganho', '4,,,', '5,qualificado,,');
    expect(csv.rows.map(({ line }) => line)).toEqual([2, 6]);
    expect(told(csv)).toEqual([
      expect.stringMatching(/^3: names no lead; "2.600" is not a clear amount.*; "ontem" is not a valid time/),
      '4: has 2 cells, but the header has 4',
      expect.stringMatching(/^5: the stage needs a name/),
    ]);
    expect(csv.isUnusable).toBe(false);
  });

  test.each([
    [['etapa,valor', 'ganho,1'], [/needs a column lead_id, identidade or gclid/]],
    [['lead_id,valor', '1,1'], [/needs a column etapa/]],
    [['lead_id,etapa,vendedor', '1,ganho,Ana'], [/"vendedor" is unknown/]],
    [['lead_id,etapa,stage', '1,ganho,won'], [/"stage" appears twice/]],
    [[''], [/the file is empty/]],
  ])('is not used at all for a header like %j', (lines, expected) => {
    const csv = read(...lines);
    expect([csv.isUnusable, csv.rows.length]).toEqual([true, 0]);
    expect(told(csv)).toEqual(expected.map((text) => expect.stringMatching(text)));
  });
});
