import { writeFileSync } from 'node:fs';
import pino from 'pino';
import type { AppContext } from '../../../src/app/context.ts';
import { runOnce } from '../../../src/app/run-worker.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { type AttributionRules, DEFAULT_ATTRIBUTION } from '../../../src/domain/attribution.ts';
import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import type { LeadFields, LeadIntent } from '../../../src/domain/lead.ts';
import type { Store } from '../../../src/domain/ports.ts';
import type { WorkSummary } from '../../../src/queue/work-options.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { personOf } from '../../platforms/person.ts';
import { SearchPlatform } from '../../platforms/search-platform.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { addCampaign, processEvent } from '../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { leadFields, leadIntent, newConversion, T0 } from '../../support/factories.ts';
import { QUICK_FOLDER, TempDir } from '../../support/temp-dir.ts';

export const ADVERTISER = '1234567890';
export const ACTION = '7712337565';
export const DATASET = '990011223344556';
export const TOKEN = 'dataset-token-0001';

/** A real store, both platforms on loopback, and one clock for all of them that the test sets. */
export class ConversionsUnderTest implements AsyncDisposable {
  readonly folder = new TempDir(QUICK_FOLDER);
  readonly store: Store;
  readonly social: SocialPlatform;
  readonly search: SearchPlatform;
  /** What was logged, newest last. */
  readonly logged: { readonly level: number; readonly msg: string }[] = [];
  env: Record<string, string>;
  now = T0;
  /** The client of the next leads. */
  clientId = '1';
  #leads = 0;

  private constructor(platforms: { social: SocialPlatform; search: SearchPlatform }, attribution: AttributionRules) {
    this.store = openSqliteStore(`sqlite:${placeEmptyDatabase(this.folder.file('test.db'))}`, T0, { attribution });
    this.social = platforms.social;
    this.search = platforms.search;
    this.env = {
      SOCIALADS_API_URL: this.social.url,
      SOCIALADS_DATASET_ID: DATASET,
      SOCIALADS_CONVERSIONS_TOKEN: TOKEN,
      SEARCHADS_API_URL: this.search.url,
      SEARCHADS_TOKEN_URL: this.search.tokenUrl,
      SEARCHADS_ACCOUNT_ID: ADVERTISER,
      SEARCHADS_CREDENTIALS_FILE: this.folder.file('google.json'),
      SEARCHADS_CONVERSION_ACTIONS: `*=${ACTION}`,
      DATABASE_URL: `sqlite:${this.folder.file('test.db')}`,
    };
    this.writeCredentials();
  }

  static async create(attribution: AttributionRules = DEFAULT_ATTRIBUTION): Promise<ConversionsUnderTest> {
    const clock = { now: () => T0 };
    const now = (): number => clock.now();
    const platforms = { social: await SocialPlatform.start({ now }), search: await SearchPlatform.start({ now }) };
    const underTest = new ConversionsUnderTest(platforms, attribution);
    clock.now = () => underTest.now;
    await addCampaign(underTest.store);
    underTest.social.directory.addPage({ id: '100' });
    underTest.social.directory.addForm({ id: '200', pageId: '100' });
    underTest.social.directory.addDataset({ id: DATASET, token: TOKEN });
    underTest.search.directory.addAdvertiser({ id: ADVERTISER, actions: [ACTION] });
    return underTest;
  }

  /** A new key of the service account replaces the old one. */
  writeCredentials(): void {
    writeFileSync(this.folder.file('google.json'), JSON.stringify(this.search.oauth.serviceAccount()));
  }

  /** A lead of an instant form that Meta knows, with a conversion. Returns the conversion's id. */
  async socialConversion(fields: Partial<LeadFields> = {}, happenedAt: number = this.now): Promise<string> {
    const lead = this.social.directory.seedLead({ formId: '200', createdAt: Math.floor((happenedAt - 3_600_000) / 1_000) * 1_000 });
    const { name, email, phone } = lead.person;
    const person = { name, email, emailNormalized: email, phone, phoneE164: phone, submittedAt: lead.createdAt };
    return await this.#conversion(
      { origin: 'social_ads', identity: lead.id, fields: leadFields({ ...person, platform: { leadgen_id: lead.id }, ...fields }) },
      happenedAt,
    );
  }

  /** A lead from a click that Google Ads knows, with a conversion. Returns the conversion's id. */
  async searchConversion(fields: Partial<LeadFields> = {}, happenedAt: number = this.now, advertiserId = ADVERTISER): Promise<string> {
    const clickId = `Cj0KCQ-click-${this.#leads}`;
    const person = personOf(this.#leads);
    this.search.directory.addClick({ id: clickId, advertiserId, person, clickedAt: happenedAt - 3_600_000 });
    return await this.#conversion(
      { origin: 'search_ads', identity: `lead-${this.#leads}`, fields: leadFields({ searchClickId: clickId, ...fields }) },
      happenedAt,
    );
  }

  /** The same, with the e-mail address of the person who clicked. */
  async personalConversion(): Promise<string> {
    const { email } = personOf(this.#leads);
    return await this.searchConversion({ email, emailNormalized: email.toLowerCase() });
  }

  async #conversion(intent: Partial<LeadIntent>, happenedAt: number): Promise<string> {
    this.#leads += 1;
    const conversion = newConversion({ happenedAt, key: `order-${this.#leads}` });
    await processEvent(this.store, `event-${this.#leads}`, leadIntent('', { ...intent, ...this.#owner(), conversion }), T0);
    const { items } = await this.store.listConversions({ limit: 1 });
    return items[0]?.id ?? '';
  }

  #owner(): Partial<LeadIntent> {
    return this.clientId === '1' ? {} : { clientId: this.clientId, userId: null, campaignId: null };
  }

  /** Runs one `queue once conversoes`, `laterMs` after the last one. */
  async send(laterMs = 0, batch = 500): Promise<WorkSummary> {
    this.now += laterMs;
    return await runOnce(this.context(), { queue: CONVERSION_QUEUE, batch }, new AbortController().signal);
  }

  context(): AppContext {
    const { config, secrets } = loadConfig({ flags: {}, env: this.env, envFile: undefined });
    const log = pino({ level: 'info' }, { write: (line: string) => this.logged.push(JSON.parse(line)) });
    return {
      config,
      secrets,
      log,
      store: this.store,
      clock: () => this.now,
      version: '0.1.0',
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  async conversion(id: string): Promise<ConversionToSend> {
    const [conversion] = await this.store.conversionsToSend([id]);
    if (conversion === undefined || conversion === null) throw new Error(`no conversion ${id}`);
    return conversion;
  }

  /** `enviada`, or `rejeitada code`, of each conversion. */
  async states(ids: readonly string[]): Promise<readonly string[]> {
    return (await Promise.all(ids.map((id) => this.conversion(id)))).map(({ state, fault }) =>
      [state, fault?.code ?? ''].join(' ').trimEnd(),
    );
  }

  /** The number of conversions in each request. */
  socialRequests(): readonly number[] {
    return this.social.server.calls
      .filter(({ request }) => request.path.endsWith('/events'))
      .map(({ request }) => (JSON.parse(request.body.toString()) as { data: unknown[] }).data.length);
  }

  searchRequests(): readonly number[] {
    return this.search.server.calls
      .filter(({ request }) => request.path.endsWith('events:ingest'))
      .map(({ request }) => (JSON.parse(request.body.toString()) as { events: unknown[] }).events.length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.store.close(), this.social[Symbol.asyncDispose](), this.search[Symbol.asyncDispose]()]);
    this.folder[Symbol.dispose]();
  }
}
