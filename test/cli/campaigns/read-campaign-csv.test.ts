import { describe, expect, test } from 'vitest';
import { readCampaignCsv } from '../../../src/cli/campaigns/read-campaign-csv.ts';

function read(text: string): ReturnType<typeof readCampaignCsv> {
  return readCampaignCsv(Buffer.from(text));
}

function problems(text: string): readonly string[] {
  return read(text).problems.map(({ line, problem }) => `${line}: ${problem.en}`);
}

describe('a usable file', () => {
  const verao = { line: 2, id: '42', name: 'Verão', client: 'Agência Um', user: 'ana@example.com', namesUser: true, links: [] };

  test.each([
    ['commas', 'id,nome,cliente,usuario\n42,Verão,Agência Um,ana@example.com\n'],
    ['semicolons', 'id;nome;cliente;usuario\n42;Verão;Agência Um;ana@example.com'],
    ['a byte order mark and Windows lines', '\uFEFFid,nome,cliente,usuario\r\n42,Verão,Agência Um,ana@example.com\r\n'],
    ['another order, capitals and blanks', ' Cliente , USUARIO , ID , Nome \n Agência Um , ana@example.com , 42 , Verão \n'],
    ['quotes', 'id,nome,cliente,usuario\n"42","Verão","Agência Um","ana@example.com"'],
    ['rows of empty cells', 'id,nome,cliente,usuario\n42,Verão,Agência Um,ana@example.com\n,,,\n\n'],
  ])('with %s', (_name, text) => {
    expect(read(text)).toEqual({ rows: [verao], problems: [] });
  });

  test('keeps ids as text, a delimiter inside quotes, and does without users', () => {
    expect(read('id,nome,cliente\n007,"Verão, 2026",1\n12345678901234567890,b,"c;d"').rows).toMatchObject([
      { id: '007', name: 'Verão, 2026', client: '1', user: null, namesUser: false, line: 2 },
      { id: '12345678901234567890', client: 'c;d', line: 3 },
    ]);
  });

  test('reads the links, several of a kind in one cell', () => {
    const text = 'id,nome,cliente,search_ads_campaign,search_ads_form,social_ads_form,social_ads_page\n1,a,b,10,20|21 | 20,,40';
    expect(read(text).rows[0]?.links).toEqual([
      { origin: 'search_ads', kind: 'campaign', value: '10' },
      { origin: 'search_ads', kind: 'form', value: '20' },
      { origin: 'search_ads', kind: 'form', value: '21' },
      { origin: 'social_ads', kind: 'page', value: '40' },
    ]);
  });
});

describe('a file with problems', () => {
  test('tells all of them, each with its line', () => {
    expect(problems('id,nome,cliente,usuario\n,Verão,A,x\n2,,A,ana@example.com\n2,b,A\n3,c,,a@b.com\n')).toEqual([
      '2: id must not be empty',
      '2: usuario must be an email address, not "x"',
      '3: nome must have at least one visible character',
      '4: has 3 cells, but the header has 4',
      '4: ID 2 is already on line 3',
      '5: cliente must have at least one visible character',
    ]);
  });

  test.each([
    ['', '1: the file is empty; it must begin with a header'],
    ['nome\na', '1: the header has no column id, cliente; it needs `id`, `nome` and `cliente`, in any order'],
    ['id,nome,cliente\n', '1: there are no campaigns below the header'],
    ['id,nome,cliente,pagina\n1,a,b,c', '1: the column "pagina" is unknown; known columns are id, nome'],
    ['id,nome,cliente,ID\n1,a,b,c', '1: the column "id" appears twice'],
    ['42,Verão,Agência Um', '1: the header has no column id, nome, cliente'],
    ['id,nome,cliente\n1,"a,b', '2: the line cannot be read as CSV'],
    [`id,nome,cliente\n${'9'.repeat(256)},a,b`, '2: id must have at most 255 characters'],
  ])('%j', (text, expected) => {
    expect(problems(text).join('\n')).toContain(expected);
  });

  test('that is not UTF-8 says how to save it', () => {
    const { problems: found } = readCampaignCsv(Buffer.from('id,nome,cliente\n1,a,b\r\n2,Verão,b\n3,Ação,b', 'latin1'));
    expect(found).toMatchObject([{ line: 3, problem: { en: expect.stringContaining('not UTF-8; save it as') } }]);
  });
});
