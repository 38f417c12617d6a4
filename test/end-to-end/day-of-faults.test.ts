import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openContext } from '../../src/app/context.ts';
import { runOnce } from '../../src/app/run-worker.ts';
import { type RunningService, startService } from '../../src/app/start-service.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import type { LocalServer, ScriptedFault } from '../platforms/local-server.ts';
import { ADVERTISER, DATASET, OTHER_PAGE, PAGE, Platforms } from '../platforms/platforms.ts';
import type { SearchLead } from '../platforms/search/directory.ts';
import { searchError } from '../platforms/search/google-error.ts';
import type { LeadFormWebhook } from '../platforms/search/lead-form-webhook.ts';
import type { SocialLead } from '../platforms/social/directory.ts';
import { type SocialNotifications, signedPost } from '../platforms/social/notifications.ts';
import { SOCIAL_PAUSES_MS, WebhookDelivery } from '../platforms/webhook-post.ts';
import { english } from '../support/saying.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { TempDir } from '../support/temp-dir.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEP = 20 * MINUTE;
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
/** Senders give up after 36 hours; everything must have ended by now. */
const LAST = MIDNIGHT + 60 * HOUR;

const SECRETS = {
  WEBHOOK_SOCIALADS_SECRET: 'social-segredo-de-teste',
  WEBHOOK_SEARCHADS_SECRET: 'search-segredo-de-teste',
  FORMULARIO_SECRET: 'formulario-segredo-de-teste',
};

type SoldLead = SocialLead | SearchLead;

/**
 * A day of both platforms and one installation, on one clock that only this test advances. Intake is the real service. A new worker runs at
 * every step, as with cron, so all it knows must be in the database.
 */
class Day implements AsyncDisposable {
  now = MIDNIGHT;
  readonly platforms: Platforms;
  /** Platform leads by id. */
  readonly leads = new Map<string, SoldLead>();
  readonly sold = new Set<string>();
  /** Leads whose conversions no platform will ever accept. */
  readonly unsendable = new Set<string>();
  readonly faults: ScriptedFault[] = [];
  /** The codes of all faults that jobs had. */
  readonly troubles = new Set<string>();

  readonly #folder = new TempDir();
  readonly #clock = (): number => this.now;
  readonly #social: SocialNotifications;
  readonly #search: LeadFormWebhook;
  readonly #crm: { readonly social: WebhookDelivery; readonly search: WebhookDelivery };
  #env: Readonly<Record<string, string>>;
  #toSpoil = 0;
  #close: (() => Promise<void>) | undefined;

  private constructor(platforms: Platforms) {
    this.platforms = platforms;
    this.#env = {
      ...SECRETS,
      PORT: '0',
      DATABASE_URL: `sqlite:${this.#folder.file('day.db')}`,
      SOCIALADS_RECONCILE_HOURS: '0',
      ...platforms.connect(this.credentialsFile),
    };
    this.#social = platforms.social.notifications('', SECRETS.WEBHOOK_SOCIALADS_SECRET);
    this.#search = platforms.search.leadForms('', SECRETS.WEBHOOK_SEARCHADS_SECRET);
    const untilTaken = { triesAgain: () => true, pausesMs: SOCIAL_PAUSES_MS };
    this.#crm = { social: new WebhookDelivery('', untilTaken), search: new WebhookDelivery('', untilTaken) };
  }

  static async begin(): Promise<Day> {
    let day: Day | undefined;
    const platforms = await Platforms.start(() => day?.now ?? MIDNIGHT);
    day = new Day(platforms);
    await day.startService();
    return day;
  }

  get credentialsFile(): string {
    return join(this.#folder.path, 'credentials.json');
  }

  /** Settings that apply from the next step. */
  set(settings: Readonly<Record<string, string>>): void {
    this.#env = { ...this.#env, ...settings };
  }

  async startService(): Promise<void> {
    const context = await openContext(this.#loaded(), { log: silentLogger(), clock: this.#clock });
    const campaign = { id: '42', name: 'Verão', client: 'Agência Um', user: 'ana@example.com', links: LINKS };
    await context.store.addCampaigns([campaign], { replace: true }, { name: 'test', now: this.now });
    const service: RunningService = await startService(context, { work: false });
    this.#social.delivery.url = `${service.url}/webhooks/social_ads`;
    this.#crm.social.url = this.#social.delivery.url;
    this.#search.delivery.url = `${service.url}/webhooks/search_ads`;
    this.#crm.search.url = this.#search.delivery.url;
    this.#close = async () => {
      await service.stop();
      await context[Symbol.asyncDispose]();
    };
  }

  async stopService(): Promise<void> {
    await this.#close?.();
    this.#close = undefined;
  }

  /** New leads: on both pages, and in the Google lead form. */
  async newLeads(): Promise<void> {
    const { social, search } = this.platforms;
    const leads = [PAGE, OTHER_PAGE].map(({ form }) => social.directory.seedLead({ formId: form }));
    const searched = search.directory.seedLead({ advertiserId: ADVERTISER.id, formId: ADVERTISER.form });
    for (const lead of [...leads, searched]) this.leads.set(lead.id, lead);
    if (this.#toSpoil > 0) this.#spoil(leads[0] as SocialLead, searched);
    await this.#social.notify(leads, this.now);
    await this.#search.send(searched, this.now);
  }

  /** Makes the conversions of some of the next leads unacceptable, each for a different reason. */
  spoilNextLeads(): void {
    this.#toSpoil = 2;
  }

  #spoil(social: SocialLead, search: SearchLead): void {
    this.#toSpoil -= 1;
    this.unsendable.add(search.id);
    if (this.#toSpoil === 0) {
      this.platforms.search.directory.clicks.delete(search.gclid ?? '');
      return;
    }
    this.unsendable.add(social.id);
    const violations = [{ field: 'events[0].currency', description: 'Unknown currency.', reason: 'INVALID_ARGUMENT' }];
    const effect = searchError({ code: 400, status: 'INVALID_ARGUMENT', message: 'events: Unknown currency.', violations });
    this.platforms.search.server.fault({ when: ({ body }) => body.includes(search.gclid ?? ''), effect });
  }

  /** Twenty minutes later: undelivered notifications are sent again, both queues run, and the CRM sells to every lead it has received. */
  async step(): Promise<void> {
    this.now += STEP;
    for (const delivery of [this.#social.delivery, this.#search.delivery, ...Object.values(this.#crm)]) await delivery.retryDue(this.now);
    for (const queue of ['webhooks', 'conversoes']) await this.#work(queue);
    const met = this.query<{ code: string }>('select distinct erro_codigo as code from fila_jobs where erro_codigo is not null');
    for (const { code } of met) this.troubles.add(code);
    for (const { identidade } of this.storedLeads()) if (!this.sold.has(identidade)) await this.#sell(identidade);
  }

  storedLeads(): readonly { readonly identidade: string; readonly email: string }[] {
    return this.query<{ identidade: string; email: string }>(
      'select identidade, email_normalizado as email from leads where email is not null',
    );
  }

  query<Row>(sql: string): readonly Row[] {
    const driver = openDriver(this.#folder.file('day.db'), { readonly: true });
    try {
      return driver.prepare(sql).all() as Row[];
    } finally {
      driver.close();
    }
  }

  /** Whether every lead is stored and sold, and nothing waits. */
  isDone(): boolean {
    const [waiting] = this.query<{ count: number }>("select count(*) as count from fila_jobs where estado in ('pendente', 'processando')");
    const [unsent] = this.query<{ count: number }>("select count(*) as count from conversoes where estado = 'pendente'");
    return this.sold.size === this.leads.size && waiting?.count === 0 && unsent?.count === 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopService();
    await this.platforms[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }

  async #work(queue: string): Promise<void> {
    await using context = await openContext(this.#loaded(), { log: silentLogger(), clock: this.#clock });
    await runOnce(context, { queue, batch: 100 }, new AbortController().signal);
  }

  async #sell(id: string): Promise<void> {
    const lead = this.leads.get(id);
    if (lead === undefined) throw new Error(`the platforms have no lead ${id}`);
    this.sold.add(id);
    // It was deleted at the platform in the meantime.
    if (this.unsendable.has(id)) this.platforms.social.directory.leads.delete(id);
    const event = { event_type: 'sale', id: `venda-${id.slice(0, 24)}`, lead_id: id, campanha_id: 42, valor: 2600, moeda: 'BRL' };
    if ('pageId' in lead) await this.#crm.social.deliver(signedPost(event, SECRETS.WEBHOOK_SOCIALADS_SECRET), this.now);
    else await this.#crm.search.deliver(signedPost(event, SECRETS.WEBHOOK_SEARCHADS_SECRET), this.now);
  }

  #loaded(): LoadedConfig {
    return loadConfig({ env: this.#env, envFile: '/dev/null' });
  }
}

const LINKS = [
  ...[PAGE, OTHER_PAGE].map(({ id }) => ({ origin: 'social_ads', kind: 'page', value: id }) as const),
  { origin: 'search_ads', kind: 'form', value: ADVERTISER.form } as const,
];

/** The faults, by the hour at which they begin or end. */
const SCRIPT: Readonly<Record<string, (day: Day) => unknown>> = {
  // The token of one page is invalid; three hours later an operator connects a new one.
  '01:00': ({ platforms: { social } }) => social.refuseToken(PAGE.token, 463),
  '04:00': (day) => replacePageToken(day, 'EAA-second-token-of-the-page'),
  '04:40': (day) => expectNobodyWaits(day),
  '05:00': ({ platforms: { social } }) => social.throttlePage(OTHER_PAGE.id, 45),
  // Both platforms are unreachable for an hour.
  '06:00': (day) => day.faults.push(...servers(day).map((server) => server.fault({ effect: 'hang_up' }))),
  '07:00': (day) => endFaults(day),
  // Requests are carried out but their answers are lost. They are sent again and must count once.
  '08:00': (day) => setAnswersLost(day, true),
  '08:40': (day) => setAnswersLost(day, false),
  // A lead that is not visible at first; temporary failures of all kinds.
  '09:00': ({ platforms: { social } }) => social.fail({ code: 100, subcode: 33 }, { method: 'GET', times: 2 }),
  '09:40': ({ platforms: { social } }) => [1, 2, 4].map((code) => social.fail({ code }, { times: 2 })),
  '10:40': ({ platforms: { search } }) => search.fail({ code: 503, status: 'UNAVAILABLE', message: 'Try again.' }, { times: 3 }),
  '11:00': ({ platforms: { search } }) =>
    search.fail({ code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' }, { times: 2 }),
  // One bad event refuses the whole batch; an unknown click shows up later, in the counts of the result.
  '12:00': (day) => day.spoilNextLeads(),
  // The service is down: the platforms retry.
  '13:00': (day) => day.stopService(),
  '13:40': (day) => day.startService(),
  '15:00': ({ platforms: { search } }) => {
    search.oauth.isRevoked = true;
    search.oauth.expireTokens();
  },
  '17:00': ({ platforms, credentialsFile }) => {
    platforms.search.oauth.isRevoked = false;
    platforms.connect(credentialsFile);
  },
  '18:00': ({ platforms: { social } }) => social.refuseToken(DATASET.token, 460),
  '19:40': (day) => {
    day.platforms.social.directory.addDataset({ id: DATASET.id, token: 'EAA-second-token-of-the-dataset' });
    day.set({ SOCIALADS_CONVERSIONS_TOKEN: 'EAA-second-token-of-the-dataset' });
  },
  // The business withdraws the access to leads, and restores it with a new token.
  '20:00': (day) => setLeadsAccess(day, false),
  '22:00': (day) => {
    setLeadsAccess(day, true);
    replacePageToken(day, 'EAA-third-token-of-the-page');
  },
  '22:40': (day) => expectNobodyWaits(day),
};

function servers({ platforms: { social, search } }: Day): readonly LocalServer[] {
  return [social.server, search.server];
}

function endFaults(day: Day): void {
  for (const fault of day.faults.splice(0)) fault.end();
}

function setAnswersLost(day: Day, areLost: boolean): void {
  for (const server of servers(day)) server.losesAnswer = ({ path }) => areLost && /events(:ingest)?$/.test(path);
}

function replacePageToken(day: Day, token: string): void {
  day.platforms.social.directory.addToken({ token, pageIds: [PAGE.id] });
  day.set({ WEBHOOK_SOCIALADS_TOKENS: `${PAGE.id}=${token},${OTHER_PAGE.id}=${OTHER_PAGE.token}` });
}

function setLeadsAccess(day: Day, hasAccess: boolean): void {
  const page = day.platforms.social.directory.pages.get(PAGE.id);
  if (page !== undefined) page.hasLeadsAccess = hasAccess;
}

/** Jobs that waited for a token resume automatically, soon after a new one is connected. */
function expectNobodyWaits(day: Day): void {
  expect(day.storedLeads()).toHaveLength(day.leads.size);
}

function timeOf(now: number): string {
  return new Date(now).toISOString().slice(11, 16);
}

test('after a day on which everything went wrong once, every lead and every conversion has arrived exactly once', {
  timeout: 300_000,
}, async () => {
  await using day = await Day.begin();
  while (day.now < MIDNIGHT + 24 * HOUR) {
    await SCRIPT[timeOf(day.now)]?.(day);
    await day.newLeads();
    await day.step();
  }
  while (!day.isDone() && day.now < LAST) await day.step();

  expectEveryLead(day);
  expectEveryConversion(day);
  expectTheirStates(day);
  expect([...day.troubles].sort()).toEqual([
    'conversion_refused',
    'credential_refused',
    'lead_not_available',
    'platform_throttled',
    'platform_unavailable',
  ]);
});

function expectEveryLead(day: Day): void {
  const told = [...day.leads.values()].map(({ id, person }) => `${id} ${person.email.toLowerCase()}`);
  const stored = day.storedLeads().map(({ identidade, email }) => `${identidade} ${email}`);
  expect(stored.sort()).toEqual(told.sort());
}

function expectEveryConversion({ platforms: { social, search }, leads, unsendable }: Day): void {
  const sendable = [...leads.values()].filter(({ id }) => !unsendable.has(id));
  const ofSocial = sendable.flatMap((lead) => ('pageId' in lead ? [lead.id] : []));
  const ofSearch = sendable.flatMap((lead) => ('gclid' in lead ? [lead.gclid] : []));
  expect(social.conversions.accepted.map(({ leadId }) => leadId).sort()).toEqual(ofSocial.sort());
  const clicks = search.conversions.accepted.map(({ event }) => (event['adIdentifiers'] as { gclid: string }).gclid);
  expect(clicks.sort()).toEqual(ofSearch.sort());
  // Requests that had been carried out without an answer did arrive a second time.
  expect(social.conversions.duplicates.length).toBeGreaterThan(0);
  expect(search.conversions.rejected.map(({ reason }) => reason)).toContain('DUPLICATE_TRANSACTION_ID');
}

function expectTheirStates(day: Day): void {
  expect(day.query('select estado, count(*) as count from conversoes group by estado order by estado')).toEqual([
    { estado: 'enviada', count: day.leads.size - day.unsendable.size },
    { estado: 'rejeitada', count: day.unsendable.size },
  ]);
  const rejected = day.query<{ erro_parametros: string }>(
    "select erro_parametros from conversoes join conversoes_envio on conversao_id = id where estado = 'rejeitada'",
  );
  const all = rejected.map(({ erro_parametros }) => english(erro_parametros)).join('\n');
  for (const words of ['lead_id is not a valid lead', 'INVALID_GCLID', 'Unknown currency']) expect(all).toContain(words);
}
