import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { OTHER_PAGE, PAGE, Platforms } from '../platforms/platforms.ts';
import type { SocialLead } from '../platforms/social/directory.ts';
import { signedPost } from '../platforms/social/notifications.ts';
import { TempDir } from '../support/temp-dir.ts';
import { Installation, SECRETS } from './operator.ts';

/** For conversions of landing pages, Meta requires the page and the browser. */
const BROWSER = { page_url: 'https://cliente.example/oferta', user_agent: 'Mozilla/5.0' };

/** Every poll starts the program: on a busy machine that takes a second. */
const PATIENCE = { timeout: 60_000, interval: 100 };
vi.setConfig({ testTimeout: 240_000 });

const KEY = 'a-key-that-seals-what-is-kept-in-the-database';

/** The accounts of each client at the platforms. The second client's are accessed with the agency's credentials in the settings. */
const CLIENTS = [
  { id: '1', page: PAGE, dataset: '990000000000101', token: 'EAA-dataset-of-client-1', advertiser: '1000000001', action: '101' },
  { id: '2', page: OTHER_PAGE, dataset: '990000000000102', token: null, advertiser: '1000000002', action: '102' },
  {
    id: '3',
    page: { id: '138124712925160', form: '172036835026336', token: 'EAA-token-of-the-third-page' },
    dataset: '990000000000103',
    token: 'EAA-dataset-of-client-3',
    advertiser: '1000000003',
    action: '103',
  },
] as const;

type ClientUnderTest = (typeof CLIENTS)[number];

const AGENCY_TOKEN = 'EAA-system-user-of-the-agency';

class Agency implements AsyncDisposable {
  readonly folder = new TempDir();
  readonly platforms: Platforms;
  readonly installation: Installation;

  private constructor(platforms: Platforms) {
    this.platforms = platforms;
    const {
      SOCIALADS_DATASET_ID: _dataset,
      SEARCHADS_ACCOUNT_ID: _account,
      SEARCHADS_CONVERSION_ACTIONS: _actions,
      ...env
    } = platforms.connect(this.folder.file('agency.json'));
    const tokens = CLIENTS.map(({ page }) => `${page.id}=${page.token}`).join(',');
    this.installation = new Installation({
      ...env,
      WEBHOOK_SOCIALADS_TOKENS: tokens,
      SOCIALADS_CONVERSIONS_TOKEN: AGENCY_TOKEN,
      CREDENTIALS_KEY: KEY,
    });
  }

  static async open(): Promise<Agency> {
    const agency = new Agency(await Platforms.start());
    const { social, search } = agency.platforms;
    for (const { page, dataset, token, advertiser, action } of CLIENTS) {
      if (!social.directory.pages.has(page.id)) {
        social.directory.addPage({ id: page.id, token: page.token });
        social.directory.addForm({ id: page.form, pageId: page.id });
      }
      social.directory.addDataset(token === null ? { id: dataset } : { id: dataset, token });
      search.directory.addAdvertiser({ id: advertiser, actions: [action] });
    }
    social.directory.addToken({ token: AGENCY_TOKEN, datasetIds: [CLIENTS[1].dataset] });
    for (const { id, page } of CLIENTS) {
      await agency.installation.json('campaign', 'add', '--id', `c${id}`, '--name', 'Verão', '--client', `Cliente ${id}`);
      await agency.installation.json('client', 'connect', id, '--page', page.id);
    }
    return agency;
  }

  async connect({ id, dataset, token, advertiser, action }: ClientUnderTest): Promise<void> {
    const actions = ['--action', `*=${action}`];
    if (token === null) {
      await this.installation.json('client', 'connect', id, '--dataset', dataset, '--settings-credential');
      await this.installation.json('client', 'connect', id, '--account', advertiser, ...actions, '--settings-credential');
      return;
    }
    const [tokenFile, keyFile] = [this.folder.file(`token-${id}`), this.folder.file(`key-${id}.json`)];
    writeFileSync(tokenFile, token);
    writeFileSync(keyFile, JSON.stringify(this.platforms.search.oauth.serviceAccount(`cliente-${id}@projeto.iam.gserviceaccount.com`)));
    await this.installation.json('client', 'connect', id, '--dataset', dataset, '--credential-file', tokenFile);
    await this.installation.json('client', 'connect', id, '--account', advertiser, ...actions, '--credential-file', keyFile);
  }

  /** A lead of an instant form; only the page links it to the client. */
  async leadOfPage({ page }: ClientUnderTest): Promise<SocialLead> {
    const lead = this.platforms.social.directory.seedLead({ formId: page.form });
    await this.#notify(lead);
    return lead;
  }

  /**
   * One sale of each kind: of the page's lead, through the client's own form with clicks of both platforms, and from a CRM. Four
   * conversions.
   */
  async sellEachWay(client: ClientUnderTest, lead: SocialLead): Promise<void> {
    const { id } = client;
    await this.#post('social_ads', { event_type: 'sale', id: `venda-${id}`, cliente_id: id, leadgen_id: JSON.rawJSON(lead.id) });
    const crm = this.#click(client, 'crm');
    await this.#post('search_ads', { event_type: 'conversion', id: `crm-${id}`, cliente_id: id, gclid: crm, full_name: 'Maria da Silva' });
    for (const fields of [{ gclid: this.#click(client, 'form') }, { fbclid: `fb-click-of-client-${id}`, ...BROWSER }]) {
      const [way] = Object.keys(fields);
      const email = `pessoa-${way}-${id}@example.com`;
      const answer = await this.installation.postForm({
        event_type: 'conversion',
        id: `f-${way}-${id}`,
        campanha_id: `c${id}`,
        email,
        ...fields,
      });
      expect(answer.status).toBe(202);
    }
  }

  /** For each dataset and Google Ads account: how many conversions it received, and how many of them belong to other clients. */
  received(): Record<string, number> {
    const { social, search } = this.platforms;
    const places = [
      ...social.conversions.accepted.map(({ datasetId }) => datasetId),
      ...search.conversions.accepted.map(({ advertiserId }) => advertiserId),
    ];
    return Object.fromEntries([...Map.groupBy(places, (place) => place)].map(([place, all]) => [place, all.length]));
  }

  async waiting(): Promise<readonly Record<string, unknown>[]> {
    const { itens } = await this.installation.json<{ itens: readonly Record<string, unknown>[] }>('conversions', 'list', '--limit', '100');
    return itens.filter(({ erro_codigo: code }) => code === 'client_not_connected');
  }

  #click({ id, advertiser }: ClientUnderTest, way: string): string {
    const clickId = `Cj0KCQ-click-${way}-of-client-${id}`;
    this.platforms.search.directory.addClick({ id: clickId, advertiserId: advertiser });
    return clickId;
  }

  async #notify(lead: SocialLead): Promise<void> {
    const url = `${this.installation.service.url}/webhooks/social_ads`;
    const answers = await this.platforms.social.notifications(url, SECRETS.WEBHOOK_SOCIALADS_SECRET).notify([lead], Date.now());
    expect(answers.map(({ status }) => status)).toEqual([200]);
  }

  async #post(route: 'social_ads' | 'search_ads', event: object): Promise<void> {
    const { body, headers } = signedPost(event, SECRETS[route === 'social_ads' ? 'WEBHOOK_SOCIALADS_SECRET' : 'WEBHOOK_SEARCHADS_SECRET']);
    expect(await this.installation.post(`/webhooks/${route}`, body.toString(), headers)).toMatchObject({ status: 200 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.installation[Symbol.asyncDispose]();
    await this.platforms[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

test('an agency with three clients: each conversion reaches the account of its client, and those of the third wait until it is connected', async () => {
  await using agency = await Agency.open();
  const { installation } = agency;
  const [first, second, third] = CLIENTS;
  await agency.connect(first);
  await agency.connect(second);
  await installation.serve(['--work']);
  const leads = await Promise.all(CLIENTS.map((client) => agency.leadOfPage(client)));
  const stored = async (): Promise<readonly unknown[]> =>
    (await installation.json<{ itens: Record<string, unknown>[] }>('leads', 'list')).itens
      .map((lead) => `${lead['cliente_id']} ${lead['identidade']}`)
      .toSorted();
  await expect.poll(stored, PATIENCE).toEqual(leads.map(({ id }, index) => `${index + 1} ${id}`));
  for (const [index, client] of CLIENTS.entries()) await agency.sellEachWay(client, leads[index] as SocialLead);

  const ofTwo = { [first.dataset]: 2, [first.advertiser]: 2, [second.dataset]: 2, [second.advertiser]: 2 };
  await expect.poll(() => agency.received(), PATIENCE).toEqual(ofTwo);
  await expect.poll(async () => (await agency.waiting()).length, PATIENCE).toBe(4);
  expect((await agency.waiting()).map(({ cliente_id }) => cliente_id)).toEqual(Array(4).fill('3'));
  const { achados } = await installation
    .json<{ achados: { codigo: string; mensagem: string }[] }>('doctor', '--offline')
    .catch((error: Error) => {
      return JSON.parse(/\{.*\}/s.exec(error.message)?.[0] ?? '{}') as { achados: { codigo: string; mensagem: string }[] };
    });
  expect(achados.filter(({ codigo }) => codigo === 'platforms.waiting_for_account')).toMatchObject([
    { mensagem: expect.stringMatching(/Conversions waiting .* client 3: 4/) },
  ]);
  expect(agency.received()).toEqual(ofTwo);

  await agency.connect(third);
  await expect.poll(() => agency.received(), PATIENCE).toEqual({ ...ofTwo, [third.dataset]: 2, [third.advertiser]: 2 });
  expect(await agency.waiting()).toEqual([]);

  const { contas } = await installation.json<{ contas: Record<string, unknown>[] }>('client', 'show', '2');
  expect(contas).toMatchObject([
    { tipo: 'ads_account', conta: second.advertiser, cliente_id: '2', credencial: { ambiente: 'SEARCHADS_CREDENTIALS_FILE' } },
    { tipo: 'dataset', conta: second.dataset, cliente_id: '2', credencial: { ambiente: 'SOCIALADS_CONVERSIONS_TOKEN' } },
    { tipo: 'page', conta: second.page.id, cliente_id: '2' },
  ]);
  expect(await installation.json('client', 'test', '3')).toMatchObject({ resultado: 'ok' });

  agency.platforms.social.directory.datasets.delete(first.dataset);
  const { exitCode, stdout } = await installation.run(['doctor', '--json']);
  const looked = (JSON.parse(stdout) as { achados: { codigo: string; nivel: string; cliente: string | null; mensagem: string }[] }).achados;
  expect(exitCode).toBe(1);
  expect(looked.filter(({ codigo }) => codigo === 'platforms.search_validated').map(({ cliente }) => cliente)).toEqual([
    'Cliente 1',
    'Cliente 2',
    'Cliente 3',
  ]);
  expect(looked.filter(({ nivel, codigo }) => nivel === 'problem' && codigo.startsWith('platforms.'))).toMatchObject([
    {
      codigo: 'platforms.dataset_refused',
      cliente_id: '1',
      mensagem: expect.stringMatching(/^Cliente 1 \(client 1\): Meta does not show dataset 9/),
    },
  ]);

  const printed = JSON.stringify([await installation.json('source', 'list'), await installation.json('client', 'show', '3')]);
  for (const secret of [first.token, third.token, AGENCY_TOKEN, 'PRIVATE KEY']) expect(printed).not.toContain(secret);
});

test('what the platform does not take is not connected, and says what to do', async () => {
  await using agency = await Agency.open();
  const { installation } = agency;
  const [first] = CLIENTS;
  const refused = await installation.run(['client', 'connect', '1', '--dataset', first.dataset], 'EAA-token-that-nobody-knows');
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/Nothing was saved\..*--no-check/s) });
  expect(refused.stderr).not.toContain('EAA-token-that-nobody-knows');
  const wrongAction = ['--account', first.advertiser, '--action', '*=999', '--settings-credential'];
  expect(await installation.run(['client', 'connect', '1', ...wrongAction])).toMatchObject({ exitCode: 2 });
  expect(await installation.run(['client', 'connect', '1', '--account', first.advertiser, '--settings-credential'])).toMatchObject({
    exitCode: 2,
  });
  expect(await installation.run(['client', 'connect', '1'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--dataset') });
  const foreign = await installation.run(['client', 'connect', '2', '--page', first.page.id]);
  expect(foreign).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already belongs to client 1 (Cliente 1)') });
  const { contas } = await installation.json<{ contas: Record<string, unknown>[] }>('client', 'show', '1');
  expect(contas).toMatchObject([{ tipo: 'page' }]);

  await installation.json('client', 'consent', '1');
  expect(await installation.json('client', 'show', '1')).toMatchObject({ consentimento: null });
  await installation.json('client', 'consent', '1', '--key', 'marketing');
  await installation.json('client', 'consent', '1', '--mode', 'required');
  expect(await installation.json('client', 'show', '1')).toMatchObject({ consentimento: { modo: 'required', chaves: ['marketing'] } });
  await installation.json('client', 'consent', '1', '--reset');
  expect(await installation.json('client', 'show', '1')).toMatchObject({ consentimento: null });
  await installation.json('client', 'disconnect', '1', '--page', first.page.id);
  expect(await installation.run(['client', 'disconnect', '1', '--page', first.page.id])).toMatchObject({ exitCode: 1 });
});

test('each client fetches its own conversions with a password of its own, while the service runs', async () => {
  await using agency = await Agency.open();
  const { installation } = agency;
  await installation.serve();
  for (const id of ['1', '2']) {
    await installation.postForm({
      event_type: 'conversion',
      id: `sale-${id}`,
      campanha_id: `c${id}`,
      email: 'a@example.com',
      gclid: `click-of-${id}`,
    });
  }
  await installation.run(['queue', 'once']);
  const { segredo } = await installation.json<{ segredo: string }>('secret', 'add', 'import', '--source', 'export', '--client', '2');
  const fetched = async () => {
    const authorization = `Basic ${Buffer.from(`google-ads:${segredo}`).toString('base64')}`;
    const answer = await fetch(`${installation.service.url}/export/conversions.csv`, { headers: { authorization } });
    return { status: answer.status, clicks: (await answer.text()).match(/click-of-\d/g) };
  };
  await expect.poll(fetched, PATIENCE).toEqual({ status: 200, clicks: ['click-of-2'] });
  await installation.json('secret', 'remove', 'import', '--yes');
  expect((await fetched()).status).toBe(401);
});
