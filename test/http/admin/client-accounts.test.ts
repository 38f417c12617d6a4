import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import { clientAccountsRecord, connectedAccountRecord } from '../../../src/presentation/account-record.ts';
import { accountTestRecord } from '../../../src/presentation/finding-record.ts';
import { ADVERTISER, DATASET, PAGE, Platforms } from '../../platforms/platforms.ts';
import { inWords } from '../../support/saying.ts';
import {
  ADMIN_TOKEN,
  type AdminOptions,
  type AdminUnderTest,
  BEARER,
  NOON,
  READONLY_TOKEN,
  startAdmin,
  versionIn,
} from './admin-under-test.ts';

const PATH = '/admin/clientes/1/contas';
const ENGLISH = { 'accept-language': 'en' };
const JSON_HEADERS = { ...BEARER, accept: 'application/json' };
const SECRET_TOKEN = 'EAA-never-to-be-seen-again';

let platforms: Platforms;
let admin: AdminUnderTest;
let cookie: string;
let key: string;

/** The admin with both platforms; the settings contain only their addresses. */
async function start(env: Readonly<Record<string, string>> = {}, options: AdminOptions = {}): Promise<void> {
  const urls = {
    SOCIALADS_API_URL: platforms.social.url,
    SEARCHADS_API_URL: platforms.search.url,
    SEARCHADS_TOKEN_URL: platforms.search.tokenUrl,
  };
  admin = await startAdmin({ ...options, env: { ...urls, ...env } });
  for (const name of ['Agência Um', 'Agência Dois']) await admin.store.addClient({ id: null, name }, { name: 'test', now: NOON });
  cookie = await admin.logIn(ADMIN_TOKEN);
}

beforeEach(async () => {
  platforms = await Platforms.start(() => NOON);
  onTestFinished(() => platforms[Symbol.asyncDispose]());
  key = JSON.stringify(platforms.search.oauth.serviceAccount());
  await start();
});

type Form = Readonly<Record<string, string>>;

async function post(path: string, form: Form, headers: Form = {}) {
  const answer = await admin.ask(path, {
    cookie,
    headers: { ...ENGLISH, 'x-csrf-token': await admin.csrfTokenOf(cookie), ...headers },
    form,
  });
  return { status: answer.status, location: answer.headers.get('location'), html: readable(await answer.text()) };
}

async function postJson(path: string, form: Form) {
  const answer = await admin.ask(path, { headers: JSON_HEADERS, form });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

async function read(path: string, headers: Form = ENGLISH): Promise<string> {
  return readable(await (await admin.ask(path, { cookie, headers })).text());
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return (await (await admin.ask(path, { headers: JSON_HEADERS })).json()) as Record<string, unknown>;
}

/** A page as a person reads it, without the marks around other people's texts. */
function readable(html: string): string {
  return html
    .replaceAll(/<\/?(?:bdi|code|wbr)[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll('&quot;', '"');
}

const dataset = { tipo: 'dataset', conta: DATASET.id, credencial: DATASET.token };
const advertiser = () => ({
  tipo: 'ads_account',
  conta: '123-456-7890',
  acoes: `sale=${ADVERTISER.action}\r\n*=${ADVERTISER.action}`,
  credencial: key,
});

/** The secret that was entered is in no page, log or table. */
function expectNowhere(secret: string): void {
  expect(admin.contents()).not.toContain(secret);
  expect(JSON.stringify(admin.lines)).not.toContain(secret);
}

describe('the accounts of a client', () => {
  test('are connected, shown without their secrets, tested and disconnected', async () => {
    expect(await read('/admin/clientes/1')).toContain('No account connected.');
    const back = { status: 303, location: `${PATH}?aviso=conta_conectada` };
    expect(await post(PATH, dataset)).toMatchObject(back);
    expect(await post(PATH, advertiser())).toMatchObject(back);
    expect(await post(PATH, { tipo: 'page', conta: PAGE.id })).toMatchObject({ location: `${PATH}?aviso=pagina_conectada` });
    for (const path of [PATH, '/admin/clientes/1']) {
      const page = await read(path);
      const shown = [
        DATASET.id,
        ADVERTISER.id,
        `sale → ${ADVERTISER.action}`,
        `page ${PAGE.id}`,
        'Not used yet',
        `social-ads --page ${PAGE.id}`,
      ];
      expect([path, ...shown.filter((text) => !page.includes(text))]).toEqual([path]);
    }
    expect(await read('/admin/fontes')).toContain('<a href="/admin/clientes/1/contas">Agência Um</a>');
    const tested = await post(`${PATH}/testar`, {});
    expect(tested).toMatchObject({ status: 200, html: expect.stringContaining(`Meta accepts dataset ${DATASET.id}.`) });
    expect(tested.html).toContain(`Google Ads account ${ADVERTISER.id} accepts conversions (actions: ${ADVERTISER.action}`);
    expect(platforms.social.conversions.accepted).toEqual([]);
    expect(platforms.search.conversions.accepted).toEqual([]);
    expect(await post(`${PATH}/desconectar`, { tipo: 'dataset', conta: DATASET.id })).toMatchObject({
      status: 303,
      location: `${PATH}?aviso=conta_desconectada`,
    });
    expect((await admin.store.listClientAccounts()).map(({ kind }) => kind)).toEqual(['ads_account', 'page']);
    for (const secret of [DATASET.token, 'PRIVATE KEY', JSON.parse(key).private_key_id]) {
      expectNowhere(secret);
      for (const path of [PATH, '/admin/clientes/1', '/admin/atividade', '/admin/fontes']) expect(await read(path)).not.toContain(secret);
    }
  });

  test('leave the same lines in the log of activity as the command line does', async () => {
    await post(PATH, dataset);
    await post(`${PATH}/desconectar`, { tipo: 'dataset', conta: DATASET.id });
    await post(`${PATH}/consentimento`, { modo: 'required', chaves: 'marketing' });
    expect(admin.activities()).toEqual([
      { action: 'conectar', target: `social_ads/dataset/${DATASET.id}`, detail: 'cliente:1', operator: 'admin@127.0.0.1' },
      { action: 'desconectar', target: `social_ads/dataset/${DATASET.id}`, detail: 'cliente:1', operator: 'admin@127.0.0.1' },
      { action: 'definir_consentimento', target: 'cliente:1', detail: 'required marketing', operator: 'admin@127.0.0.1' },
    ]);
  });

  test('are replaced by another one of the same platform, which the form begins with', async () => {
    await post(PATH, advertiser());
    const page = await read(PATH);
    expect(page).toContain('Replace the Google Ads account');
    expect(page).toContain(`value="${ADVERTISER.id}"`);
    expect(page).toContain(`>sale=${ADVERTISER.action}\n*=${ADVERTISER.action}</textarea>`);
    platforms.search.directory.addAdvertiser({ id: '2223334445', actions: ['88'], managerId: '9876543210' });
    await post(PATH, { ...advertiser(), conta: '222-333-4445', conta_login: '987-654-3210', acoes: '*=88' });
    expect(await admin.store.listClientAccounts()).toMatchObject([{ id: '2223334445', loginAccountId: '9876543210' }]);
  });

  test('say what they are told of leads: the forms set it, begin with it, and leave it alone where they do not name it', async () => {
    const choices = async () =>
      (await admin.store.listClientAccounts()).map(({ enhancedLeads, initialStage }) => [enhancedLeads, initialStage]);
    await post(PATH, { ...dataset, etapa_inicial: ' new_lead ' });
    await post(PATH, { ...advertiser(), leads_por_contato: '1' });
    const chosen = [
      [true, null],
      [false, 'new_lead'],
    ];
    expect(await choices()).toEqual(chosen);
    const page = await read(PATH);
    expect(page).toMatch(/name="etapa_inicial"[^>]* value="new_lead"/);
    expect(page).toContain('<option value="1" selected="">Reported by hashed email and phone</option>');
    for (const path of [PATH, '/admin/clientes/1']) {
      const shown = await read(path);
      expect(shown).toContain('Event for new leads of instant forms: new_lead');
      expect(shown).toContain('Leads without a click ID: Reported by hashed email and phone');
    }
    const brazilian = await read(PATH, { 'accept-language': 'pt-BR' });
    expect(brazilian).toContain('Leads sem ID de clique: Informados por e-mail e telefone com hash');
    await post(PATH, dataset);
    await post(PATH, advertiser());
    expect(await choices()).toEqual(chosen);
    expect(await readJson(PATH)).toMatchObject({ contas: [{ leads_por_contato: true }, { etapa_inicial: 'new_lead' }] });
    await post(PATH, { ...dataset, etapa_inicial: '' });
    await post(PATH, { ...advertiser(), leads_por_contato: '0' });
    expect(await choices()).toEqual([
      [false, null],
      [false, null],
    ]);
    expect(await read(PATH)).toContain('Leads without a click ID: Not reported');
  });

  test('are not changed by a name of a stage that is none', async () => {
    const refused = await post(PATH, { ...dataset, etapa_inicial: 'x'.repeat(101) });
    expect(refused).toMatchObject({ status: 422, html: expect.stringContaining('must be a single-line name of 1 to 100 characters.') });
    expect(await postJson(PATH, { ...advertiser(), leads_por_contato: 'talvez' })).toMatchObject({ status: 422 });
    expect(await admin.store.listClientAccounts()).toEqual([]);
  });
});

/** A sale whose conversion waits, because its client has no Google Ads account. */
async function leaveOneWaiting(): Promise<void> {
  const { store, now } = admin;
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'Agência Um', user: null }], { replace: false }, { name: 'test', now });
  const json = { event_type: 'venda', campanha_id: '42', full_name: 'Ana', valor: 99.9, moeda: 'BRL', gclid: 'Cj0KCQ' };
  await admin.receive({ origin: 'search_ads', json, events: [{ eventType: 'venda', identity: 'v-1' }] });
  await admin.work();
  await store.enqueueConversions(['search_ads'], 10, now);
  const [claim] = await store.claim({ queue: CONVERSION_QUEUE, workerId: 'w-2', limit: 10, leaseMs: 60_000, now });
  if (claim === undefined) throw new Error('no conversion waits');
  await store.finish(
    [{ claim, outcome: { kind: 'parked', fault: { code: 'client_not_connected', params: inWords('It has none.') } } }],
    now,
  );
}

test('conversions that wait are counted on the pages and where the last account is taken away, and run again when one is connected', async () => {
  await post(PATH, dataset);
  await leaveOneWaiting();
  for (const path of [PATH, '/admin/clientes/1']) expect(await read(path)).toContain('1 conversion is waiting for an account.');
  expect(await read(PATH)).toMatch(/Conversions of this client will wait until you connect another account\..*1 is already waiting\./);
  expect(await readJson(PATH)).toMatchObject({ conversoes_sem_conta: 1 });
  expect(await readJson('/admin/clientes/2')).toMatchObject({ conversoes_sem_conta: 0 });
  expect((await postJson(PATH, advertiser())).json).toMatchObject({ retomados: 1 });
  expect(await readJson(PATH)).toMatchObject({ conversoes_sem_conta: 0 });
});

describe('refused on the form, with what is wrong and without the secret', () => {
  test.each([
    ['no id', { ...dataset, conta: 'abc' }, 422, 'must contain only digits and hyphens'],
    ['no credential', { ...dataset, credencial: '' }, 422, 'use the credential in the settings'],
    ['two credentials', { ...dataset, usar_configuracoes: '1' }, 422, 'must be empty'],
    ['what is no token', { ...dataset, credencial: 'two words' }, 422, 'This is not a token'],
    ['a token that Meta does not know', { ...dataset, credencial: SECRET_TOKEN }, 422, 'Meta rejects the token'],
    ['another dataset', { ...dataset, conta: '990000000000099' }, 422, 'Compare the ID'],
    [
      'the credential of settings that have none',
      { tipo: 'dataset', conta: DATASET.id, usar_configuracoes: '1' },
      409,
      'SOCIALADS_CONVERSIONS_TOKEN is not set',
    ],
    [
      'a key that is none',
      { tipo: 'ads_account', conta: '1', acoes: '*=1', credencial: `{"type":"${SECRET_TOKEN}"}` },
      422,
      'The Google Ads credential has a "type"',
    ],
    [
      'the token of a page, which would be dropped',
      { tipo: 'page', conta: PAGE.id, credencial: SECRET_TOKEN },
      422,
      'must be empty for a page',
    ],
    ['a manager account of a dataset', { ...dataset, conta_login: '1' }, 422, 'is only for Google Ads accounts'],
    ['actions of a dataset', { ...dataset, acoes: '*=1' }, 422, 'is only for Google Ads accounts'],
    ['leads by contact of a dataset', { ...dataset, leads_por_contato: '1' }, 422, 'is only for Google Ads accounts'],
    ['an initial stage of a page', { tipo: 'page', conta: PAGE.id, etapa_inicial: 'lead' }, 422, 'is only for Meta datasets'],
    ['no actions', { tipo: 'ads_account', conta: '1', credencial: '{}' }, 422, 'has no conversion action'],
    [
      'two actions for one name',
      { tipo: 'ads_account', conta: '1', acoes: 'sale=1\nsale=2', credencial: '{}' },
      422,
      'has two actions for',
    ],
    ['an action without id', { tipo: 'ads_account', conta: '1', acoes: 'sale', credencial: '{}' }, 422, 'must be NAME=ID'],
  ])('%s', async (_what, form: Form, status, said) => {
    const refused = await post(PATH, form);
    expect([refused.status, refused.html.includes(said) ? said : refused.html]).toEqual([status, said]);
    expect(refused.html).toContain('Nothing was changed.');
    expect(refused.html).not.toContain(form['credencial'] || SECRET_TOKEN);
    expectNowhere(SECRET_TOKEN);
    expect(await admin.store.listClientAccounts()).toEqual([]);
  });

  test('an action that Google Ads does not know, in Portuguese; without the check it is connected', async () => {
    const form = { ...advertiser(), acoes: '*=999' };
    const refused = await post(PATH, form, { 'accept-language': 'pt' });
    expect(refused).toMatchObject({
      status: 422,
      html: expect.stringContaining(`A conta ${ADVERTISER.id} do Google Ads não aceita conversões para a ação 999`),
    });
    expect(refused.html).toContain('>*=999</textarea>');
    expect(refused.html).not.toContain('PRIVATE KEY');
    expect(await post(PATH, { ...form, sem_conferir: '1' })).toMatchObject({ status: 303 });
  });

  test('an account that its platform could not be asked about: nobody may take it for checked', async () => {
    for (const [platform, form, said] of [
      [platforms.social, dataset, 'Could not check'],
      [platforms.search, advertiser(), 'Could not check'],
    ] as const) {
      using _ = platform.server.fault({ effect: { status: 503, body: '' } });
      expect(await post(PATH, form)).toMatchObject({ status: 409, html: expect.stringContaining(said) });
      expect(await postJson(PATH, form)).toMatchObject({ status: 409, json: { detail: expect.stringContaining('sem_conferir') } });
      expect(await admin.store.listClientAccounts()).toEqual([]);
    }
    platforms.social.server.fault({ effect: 'hang_up' });
    expect((await postJson(PATH, { ...dataset, sem_conferir: '1' })).json).toMatchObject({ conferida: false });
  });

  test('an account of another client, with that client’s name, and before the platform is asked', async () => {
    await post('/admin/clientes/2/contas', dataset);
    const calls = platforms.social.server.calls.length;
    const refused = await post(PATH, dataset);
    expect(refused).toMatchObject({ status: 409, html: expect.stringContaining('already belongs to client 2 (Agência Dois)') });
    expect(platforms.social.server.calls.length).toBe(calls);
    expect(await postJson(PATH, dataset)).toMatchObject({
      status: 409,
      json: { code: 'conflict', detail: expect.stringContaining('Agência Dois') },
    });
  });

  test('a page that is linked to a campaign of another client, with both names', async () => {
    const operator = { name: 'test', now: NOON };
    await admin.store.addCampaigns([{ id: '42', name: 'Verão', client: 'Agência Dois', user: null }], { replace: false }, operator);
    await admin.store.linkCampaign({ origin: 'social_ads', kind: 'page', value: PAGE.id, campaignId: '42' }, operator);
    expect(await post(PATH, { tipo: 'page', conta: PAGE.id })).toMatchObject({
      status: 409,
      html: expect.stringMatching(/client 1 \(Agência Um\).*campaign 42.*another client \(Agência Dois\)/),
    });
  });

  test('an account that the client does not have cannot be disconnected', async () => {
    expect(await post(`${PATH}/desconectar`, { tipo: 'page', conta: '1' })).toMatchObject({
      status: 404,
      html: expect.stringContaining('Client Agência Um has no account 1.'),
    });
  });

  test('without CREDENTIALS_KEY nothing is sealed, and the page says so instead of asking for a secret', async () => {
    await start({ SOCIALADS_CONVERSIONS_TOKEN: DATASET.token }, { credentialsKey: undefined });
    const page = await read(PATH);
    expect(page).not.toContain('name="credencial"');
    expect(page).toContain('only the credential from the settings is available');
    expect(await post(PATH, dataset)).toMatchObject({ status: 409, html: expect.stringContaining('CREDENTIALS_KEY is not set') });
    expect(await post(PATH, { tipo: 'dataset', conta: DATASET.id, usar_configuracoes: '1' })).toMatchObject({ status: 303 });
  });
});

test('programs do the same by JSON, in the words of the command line', async () => {
  const name = { cliente_id: '1', cliente: 'Agência Um' };
  expect(await postJson(PATH, dataset)).toEqual({
    status: 200,
    json: {
      plataforma: 'social_ads',
      tipo: 'dataset',
      conta: DATASET.id,
      ...name,
      impressao_digital: expect.any(String),
      conferida: true,
      retomados: 0,
    },
  });
  connectedAccountRecord.schema().parse((await postJson(PATH, advertiser())).json);
  const { contas } = clientAccountsRecord.schema().parse(await readJson(PATH));
  expect(contas).toMatchObject([
    {
      tipo: 'ads_account',
      conta: ADVERTISER.id,
      estado: 'sem_uso',
      acoes: { sale: ADVERTISER.action, '*': ADVERTISER.action },
      conta_login: null,
    },
    { tipo: 'dataset', conta: DATASET.id, credencial: { ambiente: null, guardada_em: expect.any(String) }, expira_em: null },
  ]);
  expect(await readJson('/admin/clientes/1')).toMatchObject({ contas, conversoes_sem_conta: 0, contas_sem_dono: [], consentimento: null });
  const tested = accountTestRecord.schema().parse((await postJson(`${PATH}/testar`, {})).json);
  expect(tested).toMatchObject({ ...name, resultado: 'ok', problemas: 0 });
  platforms.social.refuseToken(DATASET.token);
  expect((await postJson(`${PATH}/testar`, {})).json).toMatchObject({
    resultado: 'problem',
    achados: expect.arrayContaining([expect.objectContaining({ codigo: 'platforms.token_refused', acao: expect.any(String) })]),
  });
  expect(await postJson(`${PATH}/consentimento`, { modo: 'required' })).toMatchObject({
    json: { cliente_id: '1', modo: 'required', chaves: expect.arrayContaining(['marketing']), propria: true },
  });
  expect(await postJson(`${PATH}/consentimento`, { modo: 'configuracoes' })).toMatchObject({
    json: { modo: 'unless_denied', propria: false },
  });
  expect((await postJson(`${PATH}/consentimento`, {})).status).toBe(422);
  expect((await postJson(`${PATH}/desconectar`, { tipo: 'dataset', conta: DATASET.id })).json).toEqual({
    plataforma: 'social_ads',
    tipo: 'dataset',
    conta: DATASET.id,
    ...name,
  });
});

test('a consent rule that somebody else has set is not taken back by a form that was opened before', async () => {
  const action = `${PATH}/consentimento`;
  const versao = versionIn(await read(PATH), action);
  expect((await post(action, { modo: 'required', chaves: 'marketing', versao })).status).toBe(303);
  const refused = await post(action, { modo: 'unless_denied', versao });
  expect([refused.status, refused.html]).toEqual([409, expect.stringMatching(/<option value="required" selected="">/)]);
  expect(await admin.store.listClientConsents()).toMatchObject([{ mode: 'required', keys: ['marketing'] }]);
});

test('a reader sees accounts and rule, and no form; without the CSRF token nothing is changed', async () => {
  await post(PATH, dataset);
  const page = await (await admin.ask(PATH, { headers: { ...ENGLISH, authorization: `Bearer ${READONLY_TOKEN}` } })).text();
  expect(page).toContain(DATASET.id);
  expect(page).toContain('Conversions are sent unless the person refused');
  expect(page).not.toContain('<form method="post" action="/admin/clientes');
  const forged = await admin.ask(`${PATH}/desconectar`, { cookie, form: { tipo: 'dataset', conta: DATASET.id } });
  expect(forged.status).toBe(403);
  expect(await admin.store.listClientAccounts()).toHaveLength(1);
});

describe('the accounts of the settings', () => {
  const SETTINGS = { SOCIALADS_DATASET_ID: DATASET.id, SOCIALADS_CONVERSIONS_TOKEN: DATASET.token };

  test('that have no owner any more: the client that was added says so, on its page and in JSON, until somebody decides', async () => {
    await start(SETTINGS);
    expect(await read('/admin/clientes/1')).toContain('ACCOUNTS_CLIENT is not set');
    const third = await postJson('/admin/clientes', { nome: 'Agência Três' });
    expect(third.json).toMatchObject({ nome: 'Agência Três', observacoes: [] });
    await admin.store.removeClient('3', { name: 'test', now: NOON });
    await admin.store.removeClient('2', { name: 'test', now: NOON });
    expect(await read('/admin/clientes/1')).not.toContain('ACCOUNTS_CLIENT is not set');
    const second = await postJson('/admin/clientes', { nome: 'Agência Dois' });
    expect(second.json).toMatchObject({
      observacoes: [expect.stringMatching(/ACCOUNTS_CLIENT is not set.*dataset 990000000000001.*client connect/s)],
    });
    expect(await readJson('/admin/clientes/1')).toMatchObject({ contas: [], contas_sem_dono: [{ conta: DATASET.id }] });
    platforms.social.directory.addDataset({ id: '990000000000002', token: 'token-of-its-own' });
    await post(PATH, { tipo: 'dataset', conta: '990000000000002', credencial: 'token-of-its-own' });
    expect(await read('/admin/clientes/1')).not.toContain('ACCOUNTS_CLIENT is not set');
  });

  test.each(['all', '1'])(
    'with ACCOUNTS_CLIENT=%s are used for a client that has none of its own, and again when that is disconnected',
    async (owner) => {
      await start({ ...SETTINGS, ACCOUNTS_CLIENT: owner });
      expect(await read(PATH)).toContain('Set in the settings');
      platforms.social.directory.addDataset({ id: '990000000000002', token: 'token-of-its-own' });
      await post(PATH, { tipo: 'dataset', conta: '990000000000002', credencial: 'token-of-its-own' });
      const page = await read(PATH);
      expect(page).toContain(`Conversions of this client will go to account ${DATASET.id} from the settings`);
      expect(await readJson(PATH)).toMatchObject({ contas: [{ conta: '990000000000002' }] });
    },
  );
});

test('of many tests at once only some run: the others are told to come back', async () => {
  await post(PATH, dataset);
  const gate = Promise.withResolvers<void>();
  platforms.social.server.delay = () => gate.promise;
  let refused = 0;
  const ask = async (): Promise<number> => {
    const { status } = await postJson(`${PATH}/testar`, {});
    refused += status === 503 ? 1 : 0;
    if (refused === 2) gate.resolve();
    return status;
  };
  const statuses = await Promise.all(Array.from({ length: 6 }, ask));
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 503, 503]);
  expect((await postJson(`${PATH}/testar`, {})).status).toBe(200);
});

test('a form whose session has ended goes through the login without its secret', async () => {
  const csrf = await admin.csrfTokenOf(cookie);
  admin.pass(40 * 86_400_000);
  const answer = await admin.ask(PATH, {
    cookie,
    headers: { ...ENGLISH, 'sec-fetch-site': 'same-origin' },
    form: { ...dataset, credencial: SECRET_TOKEN, csrf },
  });
  const html = await answer.text();
  expect(answer.status).toBe(401);
  expect(html).toContain(DATASET.id);
  expect(html).not.toContain(SECRET_TOKEN);
});
