import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADVERTISER, DATASET, OTHER_PAGE, PAGE, Platforms } from '../platforms/platforms.ts';
import type { SocialLead } from '../platforms/social/directory.ts';
import { signedPost } from '../platforms/social/notifications.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { startProgram } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';
import { Installation, SECRETS } from './operator.ts';

interface LeadDetail {
  readonly lead: Record<string, unknown>;
  readonly conversoes: readonly Record<string, unknown>[];
}

/** Every poll starts the program: on a busy machine that takes a second. */
const PATIENCE = { timeout: 40_000, interval: 50 };
const CONSENTS = [
  { checkbox_key: 'marketing', is_checked: '1' },
  { checkbox_key: 'novidades', is_checked: '' },
];

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

/** The settings that name a new database, by the kind of the database. */
const DATABASES = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await server.newDatabase() }),
} satisfies Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>>;

let newDatabase: () => Promise<Readonly<Record<string, string>>> = DATABASES.SQLite;

/** The real program with both local platforms configured as the real ones. */
class World implements AsyncDisposable {
  readonly folder = new TempDir();
  readonly platforms: Platforms;
  readonly installation: Installation;

  private constructor(platforms: Platforms, env: Readonly<Record<string, string>>) {
    this.platforms = platforms;
    this.installation = new Installation({ ...platforms.connect(this.folder.file('credentials.json')), ...env });
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<World> {
    const world = new World(await Platforms.start(), { ...(await newDatabase()), ...env });
    const { installation } = world;
    await installation.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um', '--user', 'ana@example.com');
    const pages = [PAGE, OTHER_PAGE].flatMap(({ id }) => ['--social-ads-page', id]);
    await installation.json('campaign', 'link', '42', ...pages, '--search-ads-form', ADVERTISER.form);
    return world;
  }

  /** Meta notifies the running service of leads. */
  async notify(...leads: readonly SocialLead[]): Promise<void> {
    const notifications = this.platforms.social.notifications(
      `${this.installation.service.url}/webhooks/social_ads`,
      SECRETS.WEBHOOK_SOCIALADS_SECRET,
    );
    notifications.ids = this.platforms.social.ids;
    const answers = await notifications.notify(leads, Date.now());
    expect(answers.map(({ status }) => status)).toEqual([200]);
  }

  /** The client's CRM reports a sale. */
  async sell(route: 'social_ads' | 'search_ads', fields: object): Promise<void> {
    const event = { event_type: 'sale', campanha_id: 42, valor: 2600.5, moeda: 'BRL', ...fields };
    const { body, headers } = signedPost(event, SECRETS[route === 'social_ads' ? 'WEBHOOK_SOCIALADS_SECRET' : 'WEBHOOK_SEARCHADS_SECRET']);
    expect(await this.installation.post(`/webhooks/${route}`, body.toString(), headers)).toMatchObject({ status: 200 });
  }

  async leads(): Promise<readonly Record<string, unknown>[]> {
    const { itens } = await this.installation.json<{ itens: readonly Record<string, unknown>[] }>('leads', 'list', '--limit', '100');
    return itens;
  }

  async lead(id: string): Promise<LeadDetail> {
    return await this.installation.json<LeadDetail>('leads', 'show', id, '--reveal');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.installation[Symbol.asyncDispose]();
    await this.platforms[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

describe.each(Object.entries(DATABASES))('on %s', (_, database) => {
  beforeAll(() => {
    newDatabase = database;
  });

  describe('social ads', () => {
    test.each(['text', 'number'] as const)(
      'a notification with ids as %s → the lead with all its answers → the sale at the platform',
      async (ids) => {
        await using world = await World.open();
        const { social } = world.platforms;
        social.ids = ids;
        await world.installation.serve(['--work']);
        const lead = social.directory.seedLead({ formId: PAGE.form, consents: CONSENTS });

        await world.notify(lead);
        await expect.poll(async () => (await world.leads()).length, PATIENCE).toBe(1);
        const { lead: stored } = await world.lead('1');
        expect(stored).toMatchObject({
          origem: 'social_ads',
          identidade: lead.id,
          nome: lead.person.name,
          email: lead.person.email,
          telefone_e164: lead.person.phone,
          plataforma: {
            leadgen_id: lead.id,
            ad_name: 'Anúncio 1',
            adset_name: 'Conjunto 1',
            campaign_name: 'Campanha de verão',
            platform: 'ig',
          },
          consentimentos: [
            { checkbox_key: 'marketing', is_checked: true },
            { checkbox_key: 'novidades', is_checked: false },
          ],
        });
        expect(stored['respostas']).toContainEqual(
          expect.objectContaining({ chave: 'quais_servicos?', valores: ['Instalação', 'Manutenção'] }),
        );

        await world.sell('social_ads', { id: 'venda-1', leadgen_id: JSON.rawJSON(lead.id) });
        await expect.poll(() => social.conversions.accepted.length, PATIENCE).toBe(1);
        const [conversion] = social.conversions.accepted;
        expect(conversion).toMatchObject({ datasetId: DATASET.id, leadId: lead.id, eventName: 'sale', testEventCode: null });
        expect(conversion?.event).toMatchObject({ custom_data: { value: 2600.5, currency: 'BRL' } });
        await expect.poll(async () => (await world.lead('1')).conversoes[0]?.['estado'], PATIENCE).toBe('enviada');
        expect(social.server.calls.every(({ request }) => !request.query.has('access_token'))).toBe(true);
      },
    );

    test('a test lead is made, and nothing of it is ever sent', async () => {
      await using world = await World.open();
      const { social } = world.platforms;
      await world.installation.serve(['--work']);
      const answers = [{ name: 'email', values: ['<test lead: dummy data for email>'] }];
      const test = social.directory.seedLead({ formId: PAGE.form, ad: null, isTest: true, answers });
      const real = social.directory.seedLead({ formId: PAGE.form });

      await world.notify(test, real);
      await expect.poll(async () => (await world.leads()).length, PATIENCE).toBe(2);
      for (const { id } of [test, real]) await world.sell('social_ads', { id: `venda-${id}`, leadgen_id: JSON.rawJSON(id) });

      await expect.poll(() => social.conversions.accepted.length, PATIENCE).toBe(1);
      expect(social.conversions.accepted.map(({ leadId }) => leadId)).toEqual([real.id]);
      expect(social.server.count(/^POST .*\/events$/)).toBe(1);
    });

    test('a worker that is killed while the platform answers: another one fetches everything, each lead once', async () => {
      await using world = await World.open();
      const { social } = world.platforms;
      await world.installation.serve();
      const leads = Array.from({ length: 20 }, (_, index) =>
        social.directory.seedLead({ formId: index % 2 === 0 ? PAGE.form : OTHER_PAGE.form }),
      );
      await world.notify(...leads);
      const asked = Promise.withResolvers<void>();
      social.server.delay = () => {
        asked.resolve();
        return new Promise(() => undefined);
      };

      const worker = startProgram(['queue', 'work'], { cwd: world.installation.folder, env: world.installation.env });
      await asked.promise;
      worker.kill('SIGKILL');
      social.server.delay = 0;
      await world.installation.run(['queue', 'work', '--stop-when-empty']);

      const stored = await world.leads();
      expect(stored.map(({ identidade }) => identidade).sort()).toEqual(leads.map(({ id }) => id).sort());
    });
  });

  describe('search ads', () => {
    test("the lead form's webhook → the lead → the sale, hashed the platform's way", async () => {
      await using world = await World.open();
      const { search } = world.platforms;
      await world.installation.serve(['--work']);
      const person = { name: 'João da Silva', email: 'Joao.Silva+promo@gmail.com', phone: '+5511987654321' };
      const lead = search.directory.seedLead({ advertiserId: ADVERTISER.id, formId: ADVERTISER.form, person });
      const url = `${world.installation.service.url}/webhooks/search_ads`;
      const answer = await search.leadForms(url, SECRETS.WEBHOOK_SEARCHADS_SECRET).send(lead, Date.now());
      expect(answer.status).toBe(200);
      await expect.poll(async () => (await world.leads()).length, PATIENCE).toBe(1);
      await world.sell('search_ads', { id: 'venda-1', lead_id: lead.id });

      await expect.poll(() => search.conversions.accepted.length, PATIENCE).toBe(1);
      const [conversion] = search.conversions.accepted;
      expect(conversion).toMatchObject({ advertiserId: ADVERTISER.id, actionId: ADVERTISER.action });
      expect(conversion?.event).toMatchObject({
        adIdentifiers: { gclid: lead.gclid },
        conversionValue: 2600.5,
        currency: 'BRL',
        userData: { userIdentifiers: expect.arrayContaining([{ emailAddress: expect.stringMatching(/^[0-9a-f]{64}$/) }]) },
      });
    });

    test('the test button reaches us as a test lead, twice without an error, and nothing is sent', async () => {
      await using world = await World.open();
      const { search } = world.platforms;
      await world.installation.serve(['--work']);
      const forms = search.leadForms(`${world.installation.service.url}/webhooks/search_ads`, SECRETS.WEBHOOK_SEARCHADS_SECRET);
      expect((await forms.sendTest(Date.now())).status).toBe(200);
      expect((await forms.sendTest(Date.now())).status).toBe(200);
      await expect.poll(async () => (await world.leads()).length, PATIENCE).toBe(1);
      expect((await world.lead('1')).lead).toMatchObject({ teste: true });
      expect(search.server.count()).toBe(0);
    });
  });

  test('a lead of the landing page is reported to the platform whose click brought it', async () => {
    await using world = await World.open();
    const { social, search } = world.platforms;
    await world.installation.serve(['--work']);
    const ana = { name: 'Ana', email: 'ana@example.com', phone: '+5511987654321' };
    const bia = { name: 'Bia', email: 'bia.lima@gmail.com', phone: '+5521912345678' };
    search.directory.addClick({ id: 'Cj0KCQ-Of-A-Page', advertiserId: ADVERTISER.id, person: ana });
    social.directory.clicks.set('IwAR2-Of-A-Page', bia);
    const form = { event_type: 'conversion', campanha_id: '42', valor: 10 };

    await world.installation.postForm({
      ...form,
      id: 'f-1',
      email: 'Ana@Example.com',
      telefone: '(11) 98765-4321',
      gclid: 'Cj0KCQ-Of-A-Page',
    });
    const visit = { page_url: 'https://example.com/lp?utm_source=x', user_agent: 'Mozilla/5.0', fbclid: 'IwAR2-Of-A-Page' };
    await world.installation.postForm({ ...form, ...visit, id: 'f-2', email: 'Bia.Lima@gmail.com', telefone: '(21) 91234-5678' });

    await expect.poll(() => search.conversions.accepted.length, PATIENCE).toBe(1);
    await expect.poll(() => social.conversions.accepted.length, PATIENCE).toBe(1);
    expect(search.conversions.accepted[0]?.event).toMatchObject({ adIdentifiers: { gclid: 'Cj0KCQ-Of-A-Page' } });
    const fbc = expect.stringMatching(/^fb\.1\.\d{13}\.IwAR2-Of-A-Page$/);
    expect(social.conversions.accepted[0]?.event).toMatchObject({ action_source: 'website', user_data: { fbc } });
  });

  test('without a token leads wait, and they come when the page is connected while the service runs', async () => {
    await using world = await World.open({ WEBHOOK_SOCIALADS_TOKENS: '', CREDENTIALS_KEY: 'a key of the test with enough characters' });
    const { social } = world.platforms;
    await world.installation.serve(['--work']);
    const lead = social.directory.seedLead({ formId: PAGE.form });
    await world.notify(lead);
    await expect.poll(async () => (await world.installation.json('queue', 'status'))['estacionado'] ?? 0, PATIENCE).toBe(1);
    expect(social.server.count()).toBe(0);

    const connected = await world.installation.run(['source', 'connect', 'social-ads', '--page', PAGE.id], PAGE.token);
    expect(connected.stdout + connected.stderr).not.toContain(PAGE.token);
    expect(connected.exitCode).toBe(0);

    await expect.poll(async () => (await world.leads()).map(({ identidade }) => identidade), PATIENCE).toEqual([lead.id]);
    expect(world.installation.service.log()).not.toContain(PAGE.token);
  });

  test('no credential is told by any command, log or error', async () => {
    await using world = await World.open();
    const { social } = world.platforms;
    social.refuseToken(PAGE.token, 460);
    await world.installation.serve(['--work']);
    await world.notify(social.directory.seedLead({ formId: PAGE.form }));
    await expect.poll(() => social.server.count(/^GET /), PATIENCE).toBeGreaterThan(0);
    const told = await Promise.all(
      [['config'], ['queue', 'failed', '--parked'], ['doctor'], ['events', 'show', '1']].map((command) => world.installation.run(command)),
    );
    const everything = told.map(({ stdout, stderr }) => stdout + stderr).join('\n') + world.installation.service.log();
    for (const secret of [PAGE.token, OTHER_PAGE.token, DATASET.token]) expect(everything).not.toContain(secret);
  });
});
