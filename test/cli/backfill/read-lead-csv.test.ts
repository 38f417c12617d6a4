import { describe, expect, test } from 'vitest';
import { readLeadCsv } from '../../../src/cli/backfill/read-lead-csv.ts';

const ZONE = 'America/Sao_Paulo';
const NOW = Date.UTC(2026, 10, 22, 20);
const read = (text: string | Uint8Array) => readLeadCsv(typeof text === 'string' ? Buffer.from(text) : text, { timeZone: ZONE, now: NOW });

const ENGLISH = `Lead ID,GCLID,Form ID,Campaign ID,Full name,Email,Phone number,Submit time,Qual plano?,Is test
L-1,Cj0-1,40000000001,10000000001,João da Silva,joao@example.com.br,+5511987654321,2026-11-20 09:00:00,Anual,false
`;

describe('an export', () => {
  test('becomes the payload of the lead-form webhook; what is not known is an answer', () => {
    const { rows, problems } = read(ENGLISH);
    expect({ rows, problems }).toEqual({
      problems: [],
      rows: [
        {
          line: 2,
          leadId: 'L-1',
          clickId: 'Cj0-1',
          hasUnreadableTime: false,
          payload: {
            lead_id: 'L-1',
            gcl_id: 'Cj0-1',
            form_id: '40000000001',
            campaign_id: '10000000001',
            lead_submit_time: '2026-11-20T12:00:00.000Z',
            is_test: false,
            user_column_data: [
              { column_id: 'FULL_NAME', column_name: 'Full name', string_value: 'João da Silva' },
              { column_id: 'EMAIL', column_name: 'Email', string_value: 'joao@example.com.br' },
              { column_id: 'PHONE_NUMBER', column_name: 'Phone number', string_value: '+5511987654321' },
              { column_id: 'Qual plano?', column_name: 'Qual plano?', string_value: 'Anual' },
            ],
          },
        },
      ],
    });
  });

  test('has no click where it names a placeholder', () => {
    const { rows } = read('GCLID,Full name,Email\nundefined,Ana,ana@example.com\n{gclid},Bia,bia@example.com\n');
    expect(rows).toMatchObject([{ clickId: null }, { clickId: null, payload: { gcl_id: '{gclid}' } }]);
  });

  test('in Portuguese, with lines above its header, semicolons, and a name in two columns', () => {
    const { rows, problems } = read(
      'Relatório de leads\n"1 de novembro de 2026 - 20 de novembro de 2026"\n\nID do lead;Nome;Sobrenome;E-mail;Número de telefone;CEP;Cidade;Nome da empresa\nL-2;Ana;Souza;ana@example.com;11987654321;01310-100;São Paulo;"ACME; Ltda"\n',
    );
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ line: 5, leadId: 'L-2', clickId: null }]);
    const answers = rows[0]?.payload['user_column_data'] as { column_id: string; string_value: string }[];
    expect(answers.map(({ column_id, string_value }) => `${column_id}=${string_value}`)).toEqual([
      'FIRST_NAME=Ana',
      'LAST_NAME=Souza',
      'EMAIL=ana@example.com',
      'PHONE_NUMBER=11987654321',
      'POSTAL_CODE=01310-100',
      'CITY=São Paulo',
      'COMPANY_NAME=ACME; Ltda',
    ]);
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${ENGLISH}`)],
    ['UTF-16LE with a mark and tabs', Buffer.from(`\uFEFF${ENGLISH.replaceAll(',', '\t')}`, 'utf16le')],
    ['UTF-16LE without a mark', Buffer.from(ENGLISH.replaceAll(',', '\t'), 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\uFEFF${ENGLISH}`, 'utf16le').swap16()],
    ['lines that end with CRLF', Buffer.from(ENGLISH.replaceAll('\n', '\r\n'))],
  ])('in %s says the same', (_how, bytes) => {
    expect(read(bytes)).toEqual(read(ENGLISH));
  });

  test('of a spreadsheet: digits in ="…" stay, rounded ones are told', () => {
    const { rows, problems } = read(
      'Lead ID,Phone,Email\n="123456789012345678",="5511987654321",a@example.com\n1.23457E+17,1,b@example.com\nL,5.51199E+12,c@example.com\n',
    );
    expect(rows).toMatchObject([{ leadId: '123456789012345678' }]);
    expect(problems.map(({ line, problem }) => `${line} ${problem.en.slice(0, 20)}`)).toEqual([
      '3 "Lead ID" was rounde',
      '4 "Phone" was rounded ',
    ]);
  });

  test('with lines that cannot be used tells each, and reads the others', () => {
    const { rows, problems } = read(
      'Lead ID,Email\nL-1,a@example.com\nL-2\n0,b@example.com\n,\n"L-3","c@example.com"\nL-4,"d@example.com\nL-5,e@example.com\n',
    );
    expect(rows.map(({ leadId }) => leadId)).toEqual(['L-1', 'L-3', 'L-5']);
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 7]);
  });

  test('whose times cannot be read keeps them as they are', () => {
    const submitted = (time: string) => read(`Lead ID,Submit time\nL,${time}\n`).rows[0];
    for (const time of [
      'ontem',
      '22 de julember de 2026',
      '30/02/2026 09:00',
      '22/11/2026 25:00',
      '22/11/2026 15:04 PM',
      '22/11/2026 9:00 BRT',
    ])
      expect(submitted(time)).toMatchObject({ payload: { lead_submit_time: time }, hasUnreadableTime: true });
    expect(submitted('2026-11-20T12:00:00Z')).toMatchObject({
      payload: { lead_submit_time: '2026-11-20T12:00:00Z' },
      hasUnreadableTime: false,
    });
    expect(submitted('')).toMatchObject({ payload: {}, hasUnreadableTime: false });
  });

  test('in Spanish is read by its headers', () => {
    const { rows } = read(
      'ID del lead;Nombre;Apellidos;Correo electrónico;Número de teléfono;Fecha de envío\nL-3;Ana;Souza;ana@example.com;1;3/4/2026 15:04\n',
    );
    expect(rows[0]?.payload).toMatchObject({ lead_id: 'L-3', lead_submit_time: '2026-04-03T18:04:00.000Z' });
    const answers = rows[0]?.payload['user_column_data'] as { column_id: string }[];
    expect(answers.map(({ column_id }) => column_id)).toEqual(['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'PHONE_NUMBER']);
  });
});

describe('the dates of a file', () => {
  const file = (header: string, ...times: readonly string[]) =>
    Buffer.from([`Lead ID\t${header}`, ...times.map((time, index) => `L-${index}\t${time}`)].join('\n'));
  const submitTimes = (header: string, times: readonly string[], order?: 'day-first' | 'month-first') =>
    readLeadCsv(file(header, ...times), { timeZone: ZONE, order, now: NOW }).rows.map(({ payload }) => payload['lead_submit_time']);

  test.each([
    ['Submit time', '11/22/2026 3:04 PM', '2026-11-22T18:04:00.000Z'],
    ['Submit time', '11/22/26, 3:04:05\u202FPM', '2026-11-22T18:04:05.000Z'],
    ['Submit time', '22/11/2026 15:04', '2026-11-22T18:04:00.000Z'],
    ['Submit time', '22.11.2026', '2026-11-22T03:00:00.000Z'],
    ['Submit time', '22/11/26, 15:04', '2026-11-22T18:04:00.000Z'],
    ['Data de envio', '03/04/26, 15:04', '2026-04-03T18:04:00.000Z'],
    ['Fecha de envío', '3/4/26, 15:04', '2026-04-03T18:04:00.000Z'],
    ['Submit time', '26/11/26', '2026-11-26T03:00:00.000Z'],
    ['Submit time', '22/11/25', '2025-11-22T03:00:00.000Z'],
    ['Submit time', '22-Nov-26 15:04', '2026-11-22T18:04:00.000Z'],
    ['Data de envio', '22/nov./26 15:04', '2026-11-22T18:04:00.000Z'],
    ['Submit time', 'Nov 22, 2026, 3:04:05 PM', '2026-11-22T18:04:05.000Z'],
    ['Submit time', 'Sunday, November 22, 2026 at 12:04 AM', '2026-11-22T03:04:00.000Z'],
    ['Submit time', '22 Nov 2026, 15:04:05', '2026-11-22T18:04:05.000Z'],
    ['Submit time', '2026-11-22 3:04 PM', '2026-11-22T18:04:00.000Z'],
    ['Submit time', '2026-11-22', '2026-11-22T03:00:00.000Z'],
    ['Submit time', '11/22/2026 3:04 PM GMT-5', '2026-11-22T20:04:00.000Z'],
    ['Data de envio', '22 de nov. de 2026 15:04:05', '2026-11-22T18:04:05.000Z'],
    ['Data de envio', '1 de março de 2026 às 15:04', '2026-03-01T18:04:00.000Z'],
    ['Data de envio', 'dom., 22/nov/2026 15:04', '2026-11-22T18:04:00.000Z'],
    ['Data de envio', '03/04/2026 15:04', '2026-04-03T18:04:00.000Z'],
    ['Fecha de envío', '22 de noviembre de 2026, 3:04 p. m.', '2026-11-22T18:04:00.000Z'],
    ['Submit time', '11/11/2026 15:04', '2026-11-11T18:04:00.000Z'],
  ])('under "%s", %s is understood', (header, text, expected) => {
    expect(submitTimes(header, [text])).toEqual([expected]);
  });

  test('are read in one order: one day above 12 decides for all, wherever it is', () => {
    expect(submitTimes('Submit time', ['03/04/2026 1:00', '04/13/2026 1:00'])).toEqual([
      '2026-03-04T04:00:00.000Z',
      '2026-04-13T04:00:00.000Z',
    ]);
    expect(submitTimes('Submit time', ['03/04/2026 1:00', '13/04/2026 1:00'])).toEqual([
      '2026-04-03T04:00:00.000Z',
      '2026-04-13T04:00:00.000Z',
    ]);
    expect(submitTimes('Submit time', ['03/04/2026 1:00'], 'month-first')).toEqual(['2026-03-04T04:00:00.000Z']);
    expect(submitTimes('Submit time', ['26/11/22'], 'day-first')).toEqual(['2022-11-26T03:00:00.000Z']);
    expect(submitTimes('Data de envio', ['04/13/2026 1:00'], 'month-first')).toEqual(['2026-04-13T04:00:00.000Z']);
  });

  test.each([
    [
      'that nothing decides',
      'Submit time',
      ['03/04/2026 3:04 PM', '05/06/2026'],
      undefined,
      /begin with the day or the month.*"03\/04\/2026" \(lines 2, 3\)/,
    ],
    [
      'in short years that nothing decides',
      'Submit time',
      ['11/12/26'],
      undefined,
      /begin with the day or the month.*"11\/12\/26" \(line 2\)/,
    ],
    [
      'whose year may come first',
      'Data de envio',
      ['26/11/22', '26/11/05'],
      undefined,
      /year comes first or last.*"26\/11\/22" \(lines 2, 3\)/,
    ],
    [
      'that contradict each other',
      'Data de envio',
      ['13/04/2026', '04/03/2026', '04/13/2026'],
      undefined,
      /the day \(line 2\), others with the month \(line 4\)/,
    ],
    [
      'that contradict the header',
      'Data de envio',
      ['04/03/2026', '04/13/2026'],
      undefined,
      /"Data de envio" suggests.*"04\/13\/2026" \(line 3\)/,
    ],
    [
      'that contradict what the operator says',
      'Submit time',
      ['04/03/2026', '04/13/2026'],
      'day-first',
      /--dates day-first.*"04\/13\/2026" \(line 3\)/,
    ],
  ] as const)('%s are refused', (_which, header, times, order, message) => {
    expect(() => submitTimes(header, times, order)).toThrow(message);
  });
});

test.each([
  ['2026-11-20 09:00:00.5', 'America/Sao_Paulo', '2026-11-20T12:00:00.000Z'],
  ['2026-10-30T07:30', 'America/New_York', '2026-10-30T11:30:00.000Z'],
  // Three hours after the clocks were set back.
  ['2026-11-01 04:30', 'America/New_York', '2026-11-01T09:30:00.000Z'],
])('the time %s is one of %s', (time, zone, expected) => {
  const { rows } = readLeadCsv(Buffer.from(`Lead ID,Submit time\nL,${time}\n`), { timeZone: zone, now: NOW });
  expect(rows[0]?.payload).toMatchObject({ lead_submit_time: expected });
});

test.each(['', 'a,b,c\n1,2,3\n', 'Lead ID\nL-1\n'])('what is no export is refused: %j', (text) => {
  expect(() => read(text)).toThrow('header of a lead export');
});

test('another encoding is refused', () => {
  expect(() => read(Buffer.from(ENGLISH, 'latin1'))).toThrow('neither UTF-8 nor UTF-16');
});
