import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backfillLeads } from '../../src/app/backfill/backfill-leads.ts';
import { connectClientAccount } from '../../src/app/client-accounts/connect-client-account.ts';
import { type AppContext, openContext } from '../../src/app/context.ts';
import { connectPage } from '../../src/app/platforms/connect-page.ts';
import { runOnce } from '../../src/app/run-worker.ts';
import { startService } from '../../src/app/start-service.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Operator } from '../../src/domain/ports.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import type { Person } from '../platforms/person.ts';
import { personOf } from '../platforms/person.ts';
import type { SearchLead } from '../platforms/search/directory.ts';
import type { LeadFormWebhook } from '../platforms/search/lead-form-webhook.ts';
import { SearchPlatform } from '../platforms/search-platform.ts';
import { APP_ID, type SocialLead } from '../platforms/social/directory.ts';
import { type SocialNotifications, signedPost } from '../platforms/social/notifications.ts';
import { SocialPlatform } from '../platforms/social-platform.ts';
import { SOCIAL_PAUSES_MS, WebhookDelivery } from '../platforms/webhook-post.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { TempDir } from '../support/temp-dir.ts';

const HOUR = 3_600_000;
/** One round of everything, as often as cron may run it on a quiet installation. */
const STEP = 2 * HOUR;
const DAY = 24 * HOUR;
const MONDAY = Date.parse('2026-11-16T00:00:00Z');
/** Leads arrive for a week; the days after it are for those that still wait. */
const WEEK_ENDS = MONDAY + 7 * DAY;
const LAST = WEEK_ENDS + 4 * DAY;

const APP_SECRET = 'segredo-do-aplicativo-de-teste';
const GOOGLE_KEY = 'chave-google-de-teste-comprida';
const ADMIN_TOKEN = 'admin-token-of-the-week-test';
const AGENCY_TOKEN = 'EAA-system-user-of-the-agency';
const MANAGER = '9998887776';

interface Client {
  readonly id: string;
  readonly campaign: string;
  readonly pages: readonly { readonly id: string; readonly form: string }[];
  /** The client's dataset; `null` if it has none, so conversions for it wait. */
  readonly dataset: string | null;
  readonly advertiser: { readonly id: string; readonly action: string; readonly form: string } | null;
}

const page = (digit: number): Client['pages'][number] => ({ id: `13812471292516${digit}`, form: `17203683502633${digit}` });

const SHOP: Client = {
  id: '1',
  campaign: 'loja',
  pages: [page(1), page(2)],
  dataset: '990000000000001',
  advertiser: { id: '1112223330', action: '7712337561', form: '40000000001' },
};
const CLINIC: Client = { id: '2', campaign: 'clinica', pages: [page(3), page(4)], dataset: '990000000000002', advertiser: null };
const SCHOOL: Client = {
  id: '3',
  campaign: 'escola',
  pages: [page(5)],
  dataset: null,
  advertiser: { id: '4445556660', action: '7712337563', form: '40000000003' },
};
const CLIENTS = [SHOP, CLINIC, SCHOOL];
/** This page has its own token, created by a person, and it expires. All other pages use the token of the agency's system user. */
const EXPIRING = { pageId: page(3).id, first: 'EAA-of-a-person-who-left', second: 'EAA-of-a-person-who-stays' };
/** The questions of its form are in Portuguese, and so are the keys of its answers. */
const PORTUGUESE_PAGE = page(4);
const UNSUBSCRIBED_PAGE = page(2);

/**
 * Findings that this setup causes: no worker runs between two rounds, there are no backups and no website forms. Waiting jobs are already
 * reported with their cause.
 */
const OF_THE_HOST: ReadonlySet<string> = new Set([
  'queue.no_worker',
  'queue.no_worker_yet',
  'platforms.no_worker',
  'platforms.no_worker_yet',
  'database.no_backup',
  'sources.closed',
  'sources.silent',
  'queue.parked',
  'platforms.old_conversion',
]);

type PlatformLead = SocialLead | SearchLead;
/** A finding in the overview. */
interface Found {
  readonly codigo: string;
  readonly dados: { readonly account?: { readonly tipo: string; readonly conta: string } };
}

/** A week of an agency with three clients, on one clock that only this test advances. */
class Week implements AsyncDisposable {
  now = MONDAY;
  /** Platform leads by id, each with its client. */
  readonly leads = new Map<string, { readonly client: Client; readonly lead: PlatformLead }>();
  readonly sold = new Set<string>();
  /** What the overview started to report, with the hour. A finding that stays is one alarm. */
  readonly alarms: string[] = [];
  readonly social: SocialPlatform;
  readonly search: SearchPlatform;
  readonly ends: (() => void)[] = [];

  readonly #folder = new TempDir();
  readonly #notifications: SocialNotifications;
  readonly #leadForms: LeadFormWebhook;
  readonly #crm: Readonly<Record<'social_ads' | 'search_ads', WebhookDelivery>>;
  #stop: (() => Promise<void>) | undefined;
  #overview = '';
  #reported: ReadonlySet<string> = new Set();

  private constructor(social: SocialPlatform, search: SearchPlatform) {
    this.social = social;
    this.search = search;
    this.#notifications = social.notifications('', APP_SECRET);
    this.#leadForms = search.leadForms('', GOOGLE_KEY);
    const untilTaken = { triesAgain: () => true, pausesMs: SOCIAL_PAUSES_MS };
    this.#crm = { social_ads: new WebhookDelivery('', untilTaken), search_ads: new WebhookDelivery('', untilTaken) };
  }

  static async begin(): Promise<Week> {
    let week: Week | undefined;
    const now = (): number => week?.now ?? MONDAY;
    week = new Week(await SocialPlatform.start({ now }), await SearchPlatform.start({ now }));
    week.#fillPlatforms();
    await week.#startService();
    return week;
  }

  #fillPlatforms(): void {
    const { directory: social } = this.social;
    social.app = { id: APP_ID, secret: APP_SECRET, requiresProof: false };
    for (const { pages, dataset } of CLIENTS) {
      for (const { id, form } of pages) {
        social.addPage({ id });
        social.addForm({ id: form, pageId: id });
      }
      if (dataset !== null) social.addDataset({ id: dataset });
    }
    social.addToken({ token: AGENCY_TOKEN, pageIds: '*', datasetIds: '*' });
    for (const token of [EXPIRING.first, EXPIRING.second]) social.addToken({ token, pageIds: [EXPIRING.pageId] });
    for (const { advertiser } of CLIENTS) {
      if (advertiser !== null) this.search.directory.addAdvertiser({ ...advertiser, managerId: MANAGER, actions: [advertiser.action] });
    }
  }

  async #startService(): Promise<void> {
    writeFileSync(this.#folder.file('google.json'), JSON.stringify(this.search.oauth.serviceAccount()), { mode: 0o600 });
    const context = await this.open();
    await this.#connect(context);
    const service = await startService(context, { work: false });
    for (const { url, delivery } of [
      { url: `${service.url}/webhooks/social_ads`, delivery: this.#notifications.delivery },
      { url: `${service.url}/webhooks/search_ads`, delivery: this.#leadForms.delivery },
      { url: `${service.url}/webhooks/social_ads`, delivery: this.#crm.social_ads },
      { url: `${service.url}/webhooks/search_ads`, delivery: this.#crm.search_ads },
    ]) {
      delivery.url = url;
    }
    this.#overview = `${service.url}/admin`;
    this.#stop = async () => {
      await service.stop();
      await context[Symbol.asyncDispose]();
    };
  }

  /** One-time setup: clients and campaigns, and the accounts of each client. */
  async #connect(context: AppContext): Promise<void> {
    for (const { id, campaign, advertiser } of CLIENTS) {
      await context.store.addClient({ id, name: `Cliente ${campaign}` }, this.operator());
      const links = advertiser === null ? [] : [{ origin: 'search_ads', kind: 'form', value: advertiser.form } as const];
      const added = { id: campaign, name: campaign, client: id, user: 'ana@agencia.example', links };
      await context.store.addCampaigns([added], { replace: false }, this.operator());
    }
    await connectPage(context, { pageId: EXPIRING.pageId, token: EXPIRING.first }, this.operator());
    const shared = { isChecked: false, credential: null, loginAccountId: null, conversionActions: new Map<string, string>() };
    for (const { id: clientId, pages, dataset, advertiser } of CLIENTS) {
      for (const { id } of pages) {
        const credential = id === EXPIRING.pageId ? EXPIRING.first : null;
        const account = { platform: 'social_ads', kind: 'page', id } as const;
        await connectClientAccount(context, { ...shared, clientId, account, credential }, this.operator());
      }
      if (dataset !== null) {
        const account = { platform: 'social_ads', kind: 'dataset', id: dataset } as const;
        await connectClientAccount(context, { ...shared, clientId, account }, this.operator());
      }
      if (advertiser !== null) {
        const account = { platform: 'search_ads', kind: 'ads_account', id: advertiser.id } as const;
        const conversionActions = new Map([['*', advertiser.action]]);
        await connectClientAccount(context, { ...shared, clientId, account, loginAccountId: MANAGER, conversionActions }, this.operator());
      }
    }
  }

  operator(): Operator {
    return { name: 'cli:ana', now: this.now };
  }

  async open(): Promise<AppContext> {
    const env = {
      PORT: '0',
      ADMIN_TOKEN,
      DATABASE_URL: `sqlite:${this.#folder.file('week.db')}`,
      CREDENTIALS_KEY: 'a-key-of-at-least-thirty-two-characters',
      WEBHOOK_SOCIALADS_SECRET: APP_SECRET,
      WEBHOOK_SEARCHADS_SECRET: GOOGLE_KEY,
      SOCIALADS_APP_ID: APP_ID,
      SOCIALADS_API_URL: this.social.url,
      WEBHOOK_SOCIALADS_TOKENS: `*=${AGENCY_TOKEN}`,
      SOCIALADS_CONVERSIONS_TOKEN: AGENCY_TOKEN,
      SEARCHADS_API_URL: this.search.url,
      SEARCHADS_TOKEN_URL: this.search.tokenUrl,
      SEARCHADS_CREDENTIALS_FILE: this.#folder.file('google.json'),
    };
    return await openContext(loadConfig({ env, envFile: '/dev/null' }), { log: silentLogger(), clock: () => this.now });
  }

  /** One lead on each page, and one in each Google lead form. */
  async newLeads(): Promise<void> {
    for (const client of CLIENTS) {
      for (const { id, form } of client.pages) {
        const person = personOf(this.leads.size);
        const answers = id === PORTUGUESE_PAGE.id ? { answers: portugueseAnswers(person) } : {};
        const lead = this.social.directory.seedLead({ formId: form, person, ...answers });
        this.leads.set(lead.id, { client, lead });
        if (this.social.directory.pages.get(id)?.subscribedApps.has(APP_ID) === true) await this.#notifications.notify([lead], this.now);
      }
      if (client.advertiser === null) continue;
      const lead = this.search.directory.seedLead({
        advertiserId: client.advertiser.id,
        formId: client.advertiser.form,
        person: personOf(this.leads.size),
      });
      this.leads.set(lead.id, { client, lead });
      await this.#leadForms.send(lead, this.now);
    }
  }

  /** Two hours later: undelivered notifications are sent again, both queues run, and the CRM sells to every new lead. */
  async step(): Promise<void> {
    this.now += STEP;
    for (const delivery of [this.#notifications.delivery, this.#leadForms.delivery, ...Object.values(this.#crm)])
      await delivery.retryDue(this.now);
    await using context = await this.open();
    for (const queue of ['webhooks', 'conversoes']) await runOnce(context, { queue, batch: 100 }, new AbortController().signal);
    for (const { identity } of this.storedLeads()) await this.#sell(identity);
    await this.#noteAlarms();
  }

  async #noteAlarms(): Promise<void> {
    const headers = { accept: 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` };
    const { achados } = (await (await fetch(this.#overview, { headers })).json()) as { readonly achados: readonly Found[] };
    const names = achados
      .filter(({ codigo }) => !OF_THE_HOST.has(codigo))
      .map(({ codigo, dados: { account } }) => [codigo, account?.tipo, account?.conta].filter((part) => part !== undefined).join(' '));
    for (const name of names) if (!this.#reported.has(name)) this.alarms.push(`${hourOf(this.now)} ${name}`);
    this.#reported = new Set(names);
  }

  async #sell(id: string): Promise<void> {
    const sold = this.leads.get(id);
    if (sold === undefined || this.sold.has(id)) return;
    this.sold.add(id);
    const event = {
      event_type: 'sale',
      id: `venda-${id.slice(0, 24)}`,
      lead_id: id,
      campanha_id: sold.client.campaign,
      valor: 100,
      moeda: 'BRL',
    };
    const origin = 'pageId' in sold.lead ? 'social_ads' : 'search_ads';
    const secret = origin === 'social_ads' ? APP_SECRET : GOOGLE_KEY;
    await this.#crm[origin].deliver(signedPost(event, secret), this.now);
  }

  /** The comparison, which the worker otherwise runs every few hours. */
  async compare(): Promise<void> {
    await using context = await this.open();
    const asked = { since: null, dryRun: false, signal: new AbortController().signal, onProgress: async () => undefined };
    await backfillLeads(context, asked, async () => undefined);
  }

  storedLeads(): readonly { readonly identity: string; readonly client: string; readonly name: string; readonly email: string }[] {
    return this.query('select identidade as identity, cliente_id as client, nome as name, email_normalizado as email from leads');
  }

  query<Row>(sql: string): readonly Row[] {
    const driver = openDriver(this.#folder.file('week.db'), { readonly: true });
    try {
      return driver.prepare(sql).all() as Row[];
    } finally {
      driver.close();
    }
  }

  /** Every lead is stored and sold, and conversions wait only for an account that their client does not have. */
  isDone(): boolean {
    const [{ count = 0 } = {}] = this.query<{ count: number }>(
      "select count(*) as count from fila_jobs where estado in ('pendente', 'processando') and coalesce(erro_codigo, '') <> 'client_not_connected'",
    );
    return this.sold.size === this.leads.size && count === 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop?.();
    await this.social[Symbol.asyncDispose]();
    await this.search[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

function portugueseAnswers({ name, email, phone }: Person): SocialLead['answers'] {
  return [
    { name: 'nome_completo', values: [name] },
    { name: 'e-mail', values: [email] },
    { name: 'número_de_telefone', values: [phone] },
    { name: 'qual_é_o_melhor_horário?', values: ['Manhã'] },
  ];
}

/** The faults, by day of the week and hour. */
const SCRIPT: Readonly<Record<string, (week: Week) => unknown>> = {
  'Mon 10': ({ social }) => social.refuseToken(EXPIRING.first, 463),
  'Mon 18': async (week) => {
    await using context = await week.open();
    await connectPage(context, { pageId: EXPIRING.pageId, token: EXPIRING.second }, week.operator());
  },
  'Tue 08': ({ social }) => setSubscribed(social, false),
  'Tue 22': ({ social }) => setSubscribed(social, true),
  'Wed 06': ({ social }) => {
    if (social.directory.app !== null) social.directory.app.requiresProof = true;
  },
  'Thu 10': (week) =>
    week.ends.push(
      ...[week.social, week.search].map(({ server }) => server.fault({ effect: 'hang_up' })).map((fault) => () => fault.end()),
    ),
  'Thu 16': ({ ends }) => {
    for (const end of ends.splice(0)) end();
  },
  'Fri 08': (week) => setTerms(week, false),
  'Sat 08': (week) => setTerms(week, true),
};

function setSubscribed({ directory }: SocialPlatform, isSubscribed: boolean): void {
  const apps = directory.pages.get(UNSUBSCRIBED_PAGE.id)?.subscribedApps;
  if (isSubscribed) apps?.set(APP_ID, ['leadgen']);
  else apps?.delete(APP_ID);
}

function setTerms({ search }: Week, hasSignedTerms: boolean): void {
  const known = search.directory.advertisers.get(SCHOOL.advertiser?.id ?? '');
  if (known !== undefined) known.hasSignedTerms = hasSignedTerms;
}

function hourOf(now: number): string {
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(now).getUTCDay()] ?? '';
  return `${day} ${new Date(now).toISOString().slice(11, 13)}`;
}

test('after a week of an agency every lead and every conversion is where it belongs, and each trouble raised one alarm that says what to do', {
  timeout: 300_000,
}, async () => {
  await using week = await Week.begin();
  for (let hour = 0; week.now < WEEK_ENDS; hour += STEP / HOUR) {
    await SCRIPT[hourOf(week.now)]?.(week);
    if (hour % 4 === 0) await week.newLeads();
    if (hour % 6 === 0) await week.compare();
    await week.step();
  }
  while (!week.isDone() && week.now < LAST) await week.step();

  expectEveryLead(week);
  expectEveryConversion(week);
  expectAlarms(week);
});

function expectEveryLead(week: Week): void {
  const told = [...week.leads.values()].map(
    ({ client, lead }) => `${client.id} ${lead.id} ${lead.person.name} ${lead.person.email.toLowerCase()}`,
  );
  const stored = week.storedLeads().map(({ identity, client, name, email }) => `${client} ${identity} ${name} ${email}`);
  expect(stored.toSorted()).toEqual(told.toSorted());
}

/** Counted on the platforms' side, for each account of each client. */
function expectEveryConversion(week: Week): void {
  const { leads, social, search } = week;
  const all = [...leads.values()];
  const ofPages = (client: Client): string[] =>
    all.filter(({ client: its, lead }) => its === client && 'pageId' in lead).map(({ lead }) => lead.id);
  const clicks = (client: Client): string[] =>
    all.flatMap(({ client: its, lead }) => (its === client && 'gclid' in lead ? [lead.gclid ?? ''] : []));
  for (const client of CLIENTS) {
    const atDataset = social.conversions.accepted.filter(({ datasetId }) => datasetId === client.dataset);
    expect(atDataset.map(({ leadId }) => leadId).toSorted()).toEqual(client.dataset === null ? [] : ofPages(client).toSorted());
    const counted = search.conversions.accepted.filter(({ advertiserId }) => advertiserId === client.advertiser?.id);
    const gclids = counted.map(({ event }) => (event['adIdentifiers'] as { gclid: string }).gclid);
    expect(gclids.toSorted()).toEqual(clicks(client).toSorted());
  }
  expect(social.conversions.accepted).toHaveLength(ofPages(SHOP).length + ofPages(CLINIC).length);
  expect(search.conversions.accepted).toHaveLength(clicks(SHOP).length + clicks(SCHOOL).length);
  const waiting = week.query<{ client: number; count: number }>(
    "select leads.cliente_id as client, count(*) as count from conversoes join leads on leads.id = lead_id where estado <> 'enviada' group by 1",
  );
  expect(waiting).toEqual([{ client: Number(SCHOOL.id), count: ofPages(SCHOOL).length }]);
}

/** One alarm for each fault. That the app starts to require proof causes none, because every call carries it already. */
function expectAlarms({ alarms }: Week): void {
  expect(alarms).toEqual([
    'Mon 04 platforms.waiting_for_account',
    `Mon 14 platforms.refused page ${EXPIRING.pageId}`,
    'Tue 14 platforms.missing_leads',
    'Thu 14 platforms.comparison_failed',
    `Fri 12 platforms.blocked ads_account ${SCHOOL.advertiser?.id}`,
  ]);
}
