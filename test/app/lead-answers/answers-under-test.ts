import type { AppContext } from '../../../src/app/context.ts';
import { connectPage } from '../../../src/app/platforms/connect-page.ts';
import { runOnce, runWorker } from '../../../src/app/run-worker.ts';
import { SealedBox } from '../../../src/app/sealed-box.ts';
import type { Logger } from '../../../src/base/logger.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import type { JobSummary } from '../../../src/domain/job.ts';
import { accountKey, type PlatformAccount } from '../../../src/domain/platform-account.ts';
import type { Store } from '../../../src/domain/ports.ts';
import type { EventTrail } from '../../../src/domain/report-ports.ts';
import type { WorkSummary } from '../../../src/queue/work-options.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { SocialLead } from '../../platforms/social/directory.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { addCampaign, trailOf } from '../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { formDelivery, operator, QUEUE, T0 } from '../../support/factories.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { QUICK_FOLDER, TempDir } from '../../support/temp-dir.ts';

export const PAGE = '138124712925158';
export const OTHER_PAGE = '238124712925158';
export const TOKEN = 'EAAtoken-of-the-page';
const OTHER_TOKEN = 'EAAtoken-of-the-other-page';
const KEY = 'a key that seals what is kept in the database';
const FORMS = { [PAGE]: '172036835026334', [OTHER_PAGE]: '272036835026334' } as const;

interface LogLine {
  readonly level: 'error' | 'warn' | 'info';
  readonly line: unknown;
}

/** End to end: a real store, the real worker and a real HTTP server in place of the platform, all on one clock. */
export class AnswersUnderTest implements AsyncDisposable {
  readonly folder = new TempDir(QUICK_FOLDER);
  readonly path = placeEmptyDatabase(this.folder.file('test.db'));
  readonly store: Store = this.openStore();
  readonly log: LogLine[] = [];
  readonly stop = new AbortController();
  now = T0;
  /** How far each reading advances the clock, in ms. */
  tickMs = 0;
  readonly #env: Record<string, string>;
  #platform: SocialPlatform | undefined;

  private constructor(env: Record<string, string>) {
    this.#env = env;
  }

  /** Two pages with one form each, both linked to campaign 42, without automatic comparisons. `tokens`: WEBHOOK_SOCIALADS_TOKENS. */
  static async create({ tokens = `${PAGE}=${TOKEN},${OTHER_PAGE}=${OTHER_TOKEN}`, ...env }: Record<string, string> = {}) {
    const underTest = new AnswersUnderTest({
      WEBHOOK_SOCIALADS_TOKENS: tokens,
      CREDENTIALS_KEY: KEY,
      SOCIALADS_RECONCILE_HOURS: '0',
      ...env,
    });
    underTest.#platform = await SocialPlatform.start({ now: () => underTest.now });
    const { directory } = underTest.platform;
    directory.addPage({ id: PAGE, token: TOKEN });
    directory.addPage({ id: OTHER_PAGE, token: OTHER_TOKEN });
    await addCampaign(underTest.store);
    for (const [pageId, id] of Object.entries(FORMS)) {
      directory.addForm({ id, pageId });
      await underTest.store.linkCampaign({ campaignId: '42', origin: 'social_ads', kind: 'form', value: id }, operator());
    }
    return underTest;
  }

  get platform(): SocialPlatform {
    if (this.#platform === undefined) throw new Error('the platform has not been started');
    return this.#platform;
  }

  /** A second connection to the same database, as another process would open it. */
  openStore(): Store {
    return openSqliteStore(`sqlite:${this.path}`, T0, {});
  }

  context(store: Store = this.store): AppContext {
    const env = { DATABASE_URL: `sqlite:${this.path}`, SOCIALADS_API_URL: this.platform.url, ...this.#env };
    const { config, secrets } = loadConfig({ env, envFile: undefined });
    const say = (level: LogLine['level']) => (facts: unknown, message: unknown) => this.log.push({ level, line: [facts, message] });
    const log = { ...silentLogger(), error: say('error'), warn: say('warn'), info: say('info'), debug: () => {} } as unknown as Logger;
    return { config, secrets, store, clock: () => this.#tick(), version: '0.1.0', log, [Symbol.asyncDispose]: async () => {} };
  }

  #tick(): number {
    this.now += this.tickMs;
    return this.now;
  }

  /** Leads at the platform and their notifications in the inbox. Returns the ids of the events. */
  async notify(count: number, pageId: keyof typeof FORMS = PAGE): Promise<readonly string[]> {
    const leads = Array.from({ length: count }, () => this.platform.directory.seedLead({ formId: FORMS[pageId] }));
    return (await Promise.all(leads.map((lead) => this.notifyOf(lead)))).flat();
  }

  async notifyOf(lead: Pick<SocialLead, 'id' | 'pageId' | 'formId'>): Promise<readonly string[]> {
    const value = { leadgen_id: lead.id, page_id: lead.pageId, form_id: lead.formId, created_time: this.now / 1_000 };
    const body = Buffer.from(JSON.stringify({ object: 'page', entry: [{ id: lead.pageId, changes: [{ field: 'leadgen', value }] }] }));
    return await this.acceptSocial(lead.id, body);
  }

  async acceptSocial(identity: string, body: Uint8Array): Promise<readonly string[]> {
    const delivery = formDelivery(identity, {
      origin: 'social_ads',
      body,
      receivedAt: this.now,
      events: [{ eventType: 'leadgen', identity }],
    });
    return (await this.store.accept(delivery)).map(({ eventId }) => eventId);
  }

  /** Runs all jobs that are due now. */
  once(): Promise<WorkSummary> {
    return runOnce(this.context(), { queue: QUEUE, batch: 100 }, this.stop.signal);
  }

  /** The same at a later time. */
  onceAt(now: number): Promise<WorkSummary> {
    this.now = now;
    return this.once();
  }

  /** A worker that runs until `stop` aborts. */
  work(): Promise<WorkSummary> {
    const options = { queue: QUEUE, concurrency: 1, batch: 100, stopWhenEmpty: false, sleepMs: 50 };
    return runWorker(this.context(), options, this.stop.signal);
  }

  /** Stores a token as `source connect` does, through another connection. */
  async connect(token: string, pageId: string = PAGE): Promise<number> {
    await using store = this.openStore();
    const { resumed } = await connectPage(this.context(store), { pageId, token }, operator(this.now));
    return resumed;
  }

  /** Stores a token without retrying any jobs. */
  async saveOnly(token: string, pageId: string = PAGE): Promise<void> {
    await using store = this.openStore();
    const account = { platform: 'social_ads', kind: 'page', id: pageId } as const;
    const sealed = (await SealedBox.open(KEY)).seal(token, accountKey(account));
    await store.saveCredential({ ...account, sealed, createdAt: this.now }, operator(this.now));
  }

  /** Settings that apply from the next start of a worker. */
  set(env: Record<string, string>): void {
    Object.assign(this.#env, env);
  }

  trail(eventId: string): Promise<EventTrail> {
    return trailOf(this.store, eventId);
  }

  async job(eventId: string): Promise<JobSummary> {
    const job = (await this.trail(eventId)).jobs.at(-1);
    if (job === undefined) throw new Error(`event ${eventId} has no job`);
    return job;
  }

  async account(pageId: string = PAGE): Promise<PlatformAccount | undefined> {
    return (await this.store.listAccounts()).find(({ id }) => id === pageId);
  }

  /** Resolves once the condition holds; if it never does, the test times out. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await holds())) await this.store.waitForChange({ timeoutMs: 20, signal: this.stop.signal });
  }

  errors(): readonly LogLine[] {
    return this.log.filter(({ level }) => level === 'error');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#platform?.[Symbol.asyncDispose]();
    await this.store.close();
    this.folder[Symbol.dispose]();
  }
}
