import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signatureHeader } from '../../../src/base/signature.ts';
import { formDelivery } from '../../support/factories.ts';
import { runOnTerminal } from '../../support/run-on-terminal.ts';
import { startService } from '../../support/running-service.ts';
import { SECRETS, Workplace } from '../../support/workplace.ts';

const HEADER = 'Lead ID,GCLID,Form ID,Full name,Email,Phone number,Submit time';
const ROWS = [
  'L-1,Cj-1,40000000001,João da Silva,joao@example.com.br,11987654321,2026-11-20 09:00:00',
  'L-2,Cj-2,40000000001,Ana Souza,ana@example.com,,2026-11-20 09:05:00',
  ',Cj-3,40000000001,Sem Id,sem@example.com,,2026-11-20 09:06:00',
  ',,40000000001,Sem Nada,nada@example.com,,2026-11-20 09:07:00',
];

function fileIn(place: Workplace, rows: readonly string[], name = 'leads.csv'): string {
  const path = join(place.folder, name);
  writeFileSync(path, [HEADER, ...rows].join('\n'));
  return path;
}

test('rows become events and leads once; the same file again stores nothing', async () => {
  using place = new Workplace();
  await place.addCampaign();
  const file = fileIn(place, ROWS);
  expect(await place.json('source', 'import', 'search-ads', file, '--campaign', '42', '--dry-run')).toMatchObject({
    faltavam: 4,
    gravadas: 0,
  });
  expect(await place.json('source', 'import', 'search-ads', file, '--campaign', '42')).toMatchObject({
    linhas: 4,
    conhecidas: 0,
    gravadas: 4,
  });
  expect(await place.json('source', 'import', 'search-ads', file)).toMatchObject({ linhas: 4, conhecidas: 4, gravadas: 0 });
  await place.run('queue', 'once');
  expect(await place.json('source', 'import', 'search-ads', file)).toMatchObject({ conhecidas: 4, gravadas: 0 });
  await place.use(async (store) => {
    const { items } = await store.listLeads({ limit: 10 });
    expect(items.map(({ email }) => email).toSorted()).toEqual([
      'ana@example.com',
      'joao@example.com.br',
      'nada@example.com',
      'sem@example.com',
    ]);
    expect(items.find(({ identity }) => identity === 'L-1')).toMatchObject({
      searchClickId: 'Cj-1',
      phoneE164: '+5511987654321',
      submittedAt: Date.UTC(2026, 10, 20, 12),
    });
    const [event] = (await store.listEvents({ limit: 1 })).items;
    expect((await store.eventTrail(event?.id ?? ''))?.event.credential).toBe('backfill');
  });
  expect((await place.run('events', 'show', '1')).stdout).toContain('lead-intake, which imported it');
  expect(place.activity().filter((line) => line.startsWith('importar_leads'))).toEqual(['importar_leads search_ads 4 leads']);
});

test('leads that the webhook brought are known by their id, and by the click where the ids differ, before and after they are leads', async () => {
  using place = new Workplace();
  await place.use(async () => undefined);
  await place.addCampaign();
  {
    await using service = await startService(place.folder, place.env);
    for (const lead of [
      { lead_id: 'L-1', gcl_id: 'Cj-1' },
      { lead_id: 'other-2', gcl_id: 'Cj-2' },
    ]) {
      const body = Buffer.from(JSON.stringify({ ...lead, form_id: 40000000001, campanha_id: '42', user_column_data: [] }));
      const headers = { 'X-Webhook-Signature': signatureHeader(SECRETS.WEBHOOK_SEARCHADS_SECRET, body) };
      expect((await fetch(`${service.url}/webhooks/search_ads`, { method: 'POST', headers, body })).status).toBe(200);
    }
  }
  const file = fileIn(place, ROWS.slice(0, 3));
  expect(await place.json('source', 'import', 'search-ads', file, '--dry-run')).toMatchObject({ conhecidas: 2, faltavam: 1 });
  await place.run('queue', 'once');
  expect(await place.json('source', 'import', 'search-ads', file, '--campaign', '42')).toMatchObject({ conhecidas: 2, gravadas: 1 });
});

test('a lead that was imported without its id and is delivered afterwards is one lead', async () => {
  using place = new Workplace();
  await place.addCampaign();
  const file = fileIn(place, ROWS.slice(2, 3));
  await place.run('source', 'import', 'search-ads', file, '--campaign', '42');
  await place.run('queue', 'once');
  const answers = [{ column_id: 'EMAIL', string_value: 'Sem@example.com' }];
  const body = Buffer.from(JSON.stringify({ lead_id: 'L-3', gcl_id: 'Cj-3', campanha_id: '42', user_column_data: answers }));
  const events = [{ eventType: 'lead_form', identity: 'L-3' }];
  await place.use(async (store) => await store.accept(formDelivery('L-3', { origin: 'search_ads', body, events })));
  await place.run('queue', 'once');
  await place.use(async (store) => {
    expect((await store.listLeads({ limit: 10 })).items.map(({ name }) => name)).toEqual(['Sem Id']);
    expect((await store.listEvents({ limit: 10 })).items.map(({ leadId }) => leadId)).toEqual(['1', '1']);
  });
  expect(await place.json('source', 'import', 'search-ads', file)).toMatchObject({ conhecidas: 1, gravadas: 0 });
});

test('leads that came by the secret of another client go on as those of the client that the import is for', async () => {
  using place = new Workplace();
  await place.addCampaign();
  await place.use(async (store) => {
    const now = { name: 'test', now: Date.now() };
    await store.addClient({ id: '8', name: 'Oito' }, now);
    await store.addClient({ id: '9', name: 'Nove' }, now);
    await store.linkCampaign({ campaignId: '42', origin: 'search_ads', kind: 'form', value: '40000000001' }, now);
    const leads = [
      { lead_id: 'L-1', gcl_id: 'Cj-1', form_id: 40000000001 },
      // In the export, this one has a different id.
      { lead_id: 'other-2', gcl_id: 'Cj-2', form_id: 40000000001 },
      { lead_id: 'not-exported', form_id: 40000000001 },
    ];
    for (const lead of leads) {
      const body = Buffer.from(JSON.stringify({ ...lead, user_column_data: [{ column_id: 'EMAIL', string_value: 'ana@example.com' }] }));
      const events = [{ eventType: 'lead_form', identity: lead.lead_id }];
      await store.accept(
        formDelivery(lead.lead_id, { origin: 'search_ads', body, events, limitedTo: '8', secret: 'print', receivedAt: now.now }),
      );
    }
  });
  await place.run('queue', 'once');
  const file = fileIn(place, ROWS.slice(0, 3));
  const ofEight = ['source', 'import', 'search-ads', file.replace('leads.csv', 'eight.csv'), '--campaign', '80'] as const;
  await place.use(async (store) => {
    await store.addCampaigns(
      [
        { id: '80', name: 'De Oito', client: '8', user: null },
        { id: '90', name: 'De Nove', client: '9', user: null },
      ],
      { replace: false },
      { name: 'test', now: Date.now() },
    );
  });
  // Nothing to repair for the client that the secret is limited to.
  fileIn(place, ROWS.slice(0, 2), 'eight.csv');
  expect(await place.json(...ofEight)).toMatchObject({ conhecidas: 2, gravadas: 0, recuperadas: 0 });
  // Nor for a third client: the events themselves name theirs.
  expect(await place.json(...ofEight.slice(0, -1), '90')).toMatchObject({ conhecidas: 2, gravadas: 0, recuperadas: 0 });
  const command = ['source', 'import', 'search-ads', file] as const;
  expect(await place.run(...command, '--dry-run')).toMatchObject({
    stdout: expect.stringContaining('3 rows: 1 missing, 2 already known (2 to recover), 0 repeated in the file.'),
  });
  expect(await place.json(...command)).toMatchObject({ linhas: 3, conhecidas: 2, gravadas: 1, recuperadas: 2 });
  await place.run('queue', 'once');
  await place.use(async (store) => {
    const { items } = await store.listLeads({ limit: 10 });
    expect(items.map(({ identity, clientId }) => [identity, clientId]).toSorted()).toEqual([
      ['L-1', '1'],
      ['evento:gclid:Cj-3', '1'],
      ['other-2', '1'],
    ]);
    const failed = (await store.listEvents({ status: 'erro', limit: 10 })).items;
    expect(failed.map(({ identity, errorCode }) => [identity, errorCode])).toEqual([['not-exported', 'wrong_client']]);
  });
  expect(await place.json(...command)).toMatchObject({ conhecidas: 3, gravadas: 0, recuperadas: 0 });
  expect(place.activity().filter((line) => line.startsWith('importar_leads'))).toEqual(['importar_leads search_ads 1 leads, 2 recovered']);
});

test('two leads of one click are both stored; a line that stands there twice is told', async () => {
  using place = new Workplace();
  const file = fileIn(place, ['L-1,Cj,1,A,a@example.com,,', 'L-2,Cj,1,B,b@example.com,,', 'L-1,Cj,1,A,a@example.com,,']);
  const first = fileIn(place, ['L-1,Cj,1,A,a@example.com,,'], 'first.csv');
  expect(await place.json('source', 'import', 'search-ads', first)).toMatchObject({ gravadas: 1 });
  expect(await place.json('source', 'import', 'search-ads', file)).toMatchObject({ conhecidas: 1, gravadas: 1, repetidas: [4] });
});

test('without lead IDs, lines of one click are one lead only if they have the same email or phone', async () => {
  using place = new Workplace();
  await place.addCampaign();
  const rows = [
    ',Cj,1,Lia,lia@example.com,11987651111,2026-11-20 10:00',
    ',Cj,1,Leo,leo@example.com,21987652222,2026-11-20 10:05',
    ',Cj,1,Lia,Lia@Example.com,,2026-11-20 10:06',
    ',Cj,1,Leonardo,,(21) 98765-2222,2026-11-20 10:07',
  ];
  const file = fileIn(place, rows);
  const command = ['source', 'import', 'search-ads', file, '--campaign', '42'] as const;
  expect(await place.json(...command)).toMatchObject({ conhecidas: 0, gravadas: 2, repetidas: [4, 5] });
  await place.run('queue', 'once');
  await place.use(async (store) => {
    expect((await store.listLeads({ limit: 10 })).items.map(({ name }) => name).toSorted()).toEqual(['Leo', 'Lia']);
  });
  expect(await place.json(...command)).toMatchObject({ conhecidas: 2, gravadas: 0, repetidas: [4, 5] });
  // In another order, too.
  fileIn(place, rows.toReversed());
  expect(await place.json(...command)).toMatchObject({ gravadas: 0 });
});

test('a person whose GCLID another lead has is stored, also by a later file, with or without lead IDs', async () => {
  using place = new Workplace();
  await place.addCampaign();
  const lia = 'Cj,1,Lia,lia@example.com,11987651111,2026-11-20 10:00';
  const leo = 'Cj,1,Leo,leo@example.com,21987652222,2026-11-20 10:05';
  const bia = 'Cj,1,Bia,bia@example.com,,2026-11-20 10:10';
  const importRows = async (...rows: readonly string[]) =>
    await place.json('source', 'import', 'search-ads', fileIn(place, rows), '--campaign', '42');
  const names = async () =>
    await place.use(async (store) => (await store.listLeads({ limit: 10 })).items.map(({ name }) => name).toSorted());
  await importRows(`,${lia}`);
  // Before and after the first one is a lead.
  expect(await importRows(`,${lia}`, `,${leo}`)).toMatchObject({ conhecidas: 1, gravadas: 1 });
  await place.run('queue', 'once');
  expect(await names()).toEqual(['Leo', 'Lia']);
  await place.use(async (store) => {
    const body = Buffer.from(
      JSON.stringify({ event_type: 'lead_updated', campanha_id: '42', gclid: 'Cj', email: 'nova@example.com', telefone: '11987651111' }),
    );
    const events = [{ eventType: 'lead_updated', identity: 'new-email', kind: 'update' } as const];
    await store.accept(formDelivery('new-email', { origin: 'search_ads', body, events }));
  });
  await place.run('queue', 'once');
  // The lead has another email by now than the file.
  expect(await importRows(`,${leo}`, `,${bia}`, `,${lia.replace('11987651111', '')}`)).toMatchObject({ conhecidas: 2, gravadas: 1 });
  await place.run('queue', 'once');
  expect(
    await importRows(`L-1,${lia}`, `L-2,${leo}`, `L-3,${lia.replaceAll(/[Ll]ia/g, 'Eva').replace('1198765', '4198765')}`),
  ).toMatchObject({
    conhecidas: 2,
    gravadas: 1,
  });
  await place.run('queue', 'once');
  expect(await names()).toEqual(['Bia', 'Eva', 'Leo', 'Lia']);
});

test('a line without a lead ID repeats the one that has it, if the GCLID and the email or phone are the same', async () => {
  using place = new Workplace();
  await place.addCampaign();
  const rows = [
    ',Cj,1,Lia,lia@example.com,,2026-11-20 10:00',
    'L-7,Cj,1,Lia,lia@example.com,11987651111,2026-11-20 10:01',
    ',Cj,1,Lia,,11987651111,2026-11-20 10:02',
    // Two submissions.
    'L-8,Cj,1,Lia,lia@example.com,11987651111,2026-11-20 10:03',
    ',Cj,1,Leo,leo@example.com,,2026-11-20 10:04',
  ];
  const command = ['source', 'import', 'search-ads', fileIn(place, rows), '--campaign', '42'] as const;
  expect(await place.json(...command)).toMatchObject({ gravadas: 3, repetidas: [2, 4] });
  await place.run('queue', 'once');
  await place.use(async (store) => {
    expect((await store.listLeads({ limit: 10 })).items.map(({ name }) => name).toSorted()).toEqual(['Leo', 'Lia', 'Lia']);
  });
  expect(await place.json(...command)).toMatchObject({ conhecidas: 3, gravadas: 0, repetidas: [2, 4] });
});

test('lines that cannot be used are told with their number; the others are stored, and the command exits 1', async () => {
  using place = new Workplace();
  const { exitCode, stdout, stderr } = await place.run('source', 'import', 'search-ads', fileIn(place, [ROWS[0] ?? '', 'L-9,only']));
  expect(exitCode).toBe(1);
  expect(stdout).toContain('1 row: 1 stored');
  expect(stderr).toContain('line 3: has 2 cells, but the header has 7');
});

test('a campaign that does not exist, and a file that is no export, store nothing', async () => {
  using place = new Workplace();
  const unknown = await place.run('source', 'import', 'search-ads', fileIn(place, ROWS), '--campaign', '7');
  expect(unknown.stderr).toContain('There is no campaign 7.');
  writeFileSync(join(place.folder, 'other.csv'), 'a,b\n1,2\n');
  const other = await place.run('source', 'import', 'search-ads', join(place.folder, 'other.csv'));
  expect([unknown.exitCode, other.exitCode]).toEqual([1, 2]);
  expect((await place.use((store) => store.listEvents({ limit: 5 }))).items).toEqual([]);
});

test('rows whose submit time cannot be read are counted and named by their line, never by what they hold', async () => {
  using place = new Workplace();
  const unreadable = Array.from(
    { length: 6 },
    (_, index) =>
      `M-${index},Cm-${index},1,A,a${index}@example.com,,${index === 5 ? '2026-02-30 09:00' : `11. Dezember 2026 09:0${index}`}`,
  );
  const file = fileIn(place, [ROWS[0] ?? '', 'L-7,Cj-7,1,B,b@example.com,,', ...unreadable]);
  expect(await place.json('source', 'import', 'search-ads', file, '--dry-run')).toMatchObject({ sem_horario: [4, 5, 6, 7, 8, 9] });
  const { exitCode, stdout } = await place.run('source', 'import', 'search-ads', file);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^8 rows: 8 stored.*\n6 rows without a readable submit time \(line 4, 5, 6, 7, 8, …\)\. Correct it, for example 2026-11-20 09:00, /,
    ),
  ]);
  expect(stdout).not.toMatch(/Dezember|02-30|a0@/);
  const again = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'source', 'import', 'search-ads', file);
  expect(again.stdout).toBe('8 linhas: 0 gravadas, 8 já conhecidas, 0 repetidas no arquivo.\n');
  const one = fileIn(place, ['L-8,Cj-8,1,C,c@example.com,,ontem'], 'one.csv');
  const inPortuguese = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'source', 'import', 'search-ads', one);
  expect(inPortuguese.stdout).toContain('Horário de envio ilegível: 1 linha (2). Antes de importar o arquivo, escreva os horários como ');
});

const AMBIGUOUS = ['L-1,Cj-1,1,A,a@example.com,,03/04/2026 3:04 PM', 'L-2,Cj-2,1,B,b@example.com,,05/06/2026 9:00 AM'];

test('dates that can be read in two ways store nothing until the operator says which; the preview spells one out', async () => {
  using place = new Workplace();
  const file = fileIn(place, AMBIGUOUS);
  const refused = await place.run('source', 'import', 'search-ads', file);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(/"03\/04\/2026" \(lines 2, 3\); nothing was imported\.[\s\S]*--dates day-first/);
  expect((await place.use((store) => store.listEvents({ limit: 5 }))).items).toEqual([]);
  const preview = await place.run('source', 'import', 'search-ads', file, '--dates', 'day-first', '--dry-run');
  expect(preview.stdout).toContain('  Submit time → submit time\n');
  expect(preview.stdout).toContain('Dates: day first, as set with --dates. "03/04/2026 3:04 PM" is 3 April 2026 at 15:04.\n');
  expect(preview.stdout).toContain('in the time zone America/Sao_Paulo (CONVERSIONS_TIME_ZONE).\n');
  expect(preview.stdout).toContain('2 rows: 2 missing, 0 already known, 0 repeated in the file. Nothing was stored.');
  const inPortuguese = await place.runWith(
    { LC_ALL: 'pt_BR.UTF-8' },
    'source',
    'import',
    'search-ads',
    file,
    '--dates',
    'month-first',
    '--dry-run',
  );
  expect(inPortuguese.stdout).toContain('Datas: o mês vem primeiro, conforme --dates. "03/04/2026 3:04 PM" é 4 de março de 2026 às 15:04.');
  expect(await place.json('source', 'import', 'search-ads', file, '--dates', 'day-first')).toMatchObject({
    gravadas: 2,
    entendido: {
      colunas: expect.arrayContaining([{ coluna: 'Full name', campo: 'FULL_NAME' }]) as unknown,
      datas: {
        ordem: 'day-first',
        decidida_por: 'opcao',
        exemplo: { escrito: '03/04/2026 3:04 PM', entendido: '2026-04-03T18:04:00.000Z' },
        primeira: '2026-04-03T18:04:00.000Z',
        ultima: '2026-06-05T12:00:00.000Z',
        fuso: 'America/Sao_Paulo',
      },
    },
  });
});

test('dates in the future and those that Google Ads no longer exports are pointed out with their lines', async () => {
  using place = new Workplace();
  const [past, fresh, ahead] = [-91, -1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const file = fileIn(
    place,
    [past, fresh, ahead].map((time, index) => `L-${index},,1,A,a${index}@example.com,,${time}`),
  );
  expect(await place.json('source', 'import', 'search-ads', file, '--dry-run')).toMatchObject({
    entendido: { datas: { ordem: null, no_futuro: [4], antigas: [2] } },
  });
  const { stdout } = await place.run('source', 'import', 'search-ads', file, '--dry-run');
  expect(stdout).toContain('Check the dates: 1 row in the future (line 4).');
  expect(stdout).toContain('Check the dates: 1 row older than 90 days (line 2);');
});

test('on a terminal the preview comes before the question, and no stores nothing', async () => {
  using place = new Workplace();
  await place.use(async () => undefined);
  const file = fileIn(place, ROWS);
  const answer = (keys: string) =>
    runOnTerminal(['source', 'import', 'search-ads', file], {
      cwd: place.folder,
      env: place.env,
      answers: [['Import 4 leads? [y/N]', keys]],
    });
  const no = await answer('n\n');
  expect(no.exitCode).toBe(1);
  expect(no.screen).toMatch(/Columns:[\s\S]*Lead ID → lead ID[\s\S]*4 rows: 4 missing[\s\S]*Import 4 leads\?[\s\S]*Nothing was imported\./);
  expect((await place.use((store) => store.listEvents({ limit: 5 }))).items).toEqual([]);
  const yes = await answer('y\n');
  expect([yes.exitCode, yes.screen]).toEqual([0, expect.stringContaining('4 rows: 4 stored')]);
});
