import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GRAPH_CALLS, GraphTokens, type PageCallName } from '../../../src/app/platforms/graph-tokens.ts';
import { OwnPageTokens } from '../../../src/app/platforms/own-page-tokens.ts';
import { pageAccount } from '../../../src/app/platforms/page-tokens.ts';
import { fingerprint } from '../../../src/base/fingerprint.ts';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { GraphClient } from '../../../src/delivery/social-ads/graph-client.ts';
import { APP_ID } from '../../platforms/social/directory.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { ROOT } from '../../support/run-program.ts';

const PAGE = '138124712925158';
const FORM = '172036835026334';
const SYSTEM_USER = 'EAA-token-of-the-system-user';
const PAGES_OWN = 'EAA-token-of-the-page';
type GraphCall = keyof typeof GRAPH_CALLS;
const APP = { id: APP_ID, secret: 'the-secret-of-the-app', requiresProof: false };
const APP_TOKEN = `${APP.id}|${APP.secret}`;
const CALLS = Object.entries(GRAPH_CALLS) as [GraphCall, (typeof GRAPH_CALLS)[GraphCall]][];
const PAGE_CALLS = CALLS.filter(([, { token }]) => token === 'kept' || token === 'page') as [
  PageCallName,
  (typeof GRAPH_CALLS)[PageCallName],
][];

class Bench implements AsyncDisposable {
  readonly platform: SocialPlatform;
  readonly #outgoing: Outgoing;
  readonly tokens: GraphTokens;
  readonly lead: string;

  private constructor(platform: SocialPlatform) {
    this.platform = platform;
    this.#outgoing = new Outgoing({ origins: [platform.url] });
    const source = new GraphClient({ apiUrl: platform.url, apiVersion: 'v26.0', outgoing: this.#outgoing });
    const store = { findPageToken: async () => null, savePageToken: async () => {} };
    this.tokens = new GraphTokens({
      source,
      own: new OwnPageTokens({ store, secrets: { credentialsKey: undefined }, log: { warn: () => {} } }),
    });
    platform.directory.app = { ...APP };
    platform.directory.addPage({ id: PAGE, token: PAGES_OWN });
    platform.directory.addToken({ token: SYSTEM_USER, pageIds: '*' });
    platform.directory.addForm({ id: FORM, pageId: PAGE });
    this.lead = platform.directory.seedLead({ formId: FORM }).id;
  }

  static async open(): Promise<Bench> {
    return new Bench(await SocialPlatform.start());
  }

  /** Makes the call with a token. Returns the code of the platform's error, or `null`. */
  async call(call: GraphCall, token: string, query: Readonly<Record<string, string>> = {}): Promise<number | null> {
    const [method = '', path = ''] = GRAPH_CALLS[call].request.split(' ');
    const ids: Readonly<Record<string, string>> = { page: PAGE, form: FORM, lead: this.lead, app: APP.id };
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] as string);
    const url = new URL(`${this.platform.url}/v26.0${address}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    const { error } = (await response.json()) as { error?: { code: number } };
    return error?.code ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#outgoing[Symbol.asyncDispose]();
    await this.platform[Symbol.asyncDispose]();
  }
}

const keptBy = (token: string) => ({ account: pageAccount(PAGE), token, credential: fingerprint(token) });

describe.each(PAGE_CALLS)('%s', (call, { token: wanted }) => {
  test(`is taken by the platform with the ${wanted} token of a system user, and with no other where it matters`, async () => {
    await using bench = await Bench.open();
    const used: string[] = [];
    const signal = AbortSignal.timeout(5_000);
    const told = await bench.tokens.ask(call, { kept: keptBy(SYSTEM_USER), pageId: PAGE, signal }, async (token) => {
      used.push(token);
      return { kind: 'told', code: await bench.call(call, token) };
    });
    expect(told).toEqual({ kind: 'told', code: null });
    const [made] = bench.platform.directory.derivedFrom(SYSTEM_USER);
    expect(used).toEqual([wanted === 'kept' ? SYSTEM_USER : made?.token]);
    // Either token may list the leads of a form; the page's own token always works.
    if (wanted === 'page' && call !== 'list_leads') expect(await bench.call(call, SYSTEM_USER)).toBe(190);
  });

  test('is taken with the page’s own token, where that is the one that is connected', async () => {
    await using bench = await Bench.open();
    const page = { kept: keptBy(PAGES_OWN), pageId: PAGE, signal: AbortSignal.timeout(5_000) };
    const told = await bench.tokens.ask(call, page, async (token) => ({ kind: 'told', code: await bench.call(call, token), token }));
    // A page token cannot list pages.
    expect(told).toEqual({ kind: 'told', code: call === 'list_pages' ? 100 : null, token: PAGES_OWN });
  });
});

describe('the token of the app', () => {
  test('is the only one that inspects tokens and shows the webhooks of the app', async () => {
    await using bench = await Bench.open();
    const about = { input_token: SYSTEM_USER };
    expect([await bench.call('inspect_token', APP_TOKEN, about), await bench.call('inspect_token', SYSTEM_USER, about)]).toEqual([
      null,
      100,
    ]);
    expect([await bench.call('app_subscriptions', APP_TOKEN), await bench.call('app_subscriptions', PAGES_OWN)]).toEqual([null, 15]);
    expect(await bench.call('fetch_lead', APP_TOKEN)).toBe(100);
  });

  test('is not needed where its secret itself is sent', async () => {
    await using bench = await Bench.open();
    bench.platform.directory.addToken({ token: 'EAA-short-lived', kind: 'user', pageIds: [PAGE] });
    const query = { grant_type: 'fb_exchange_token', client_id: APP.id, fb_exchange_token: 'EAA-short-lived' };
    expect(await bench.call('exchange_token', 'EAA-short-lived', { ...query, client_secret: APP.secret })).toBeNull();
    expect(await bench.call('exchange_token', 'EAA-short-lived', { ...query, client_secret: 'another' })).toBe(1);
  });
});

test('docs/meta-lead-ads.md has the same table', () => {
  const rows = readFileSync(join(ROOT, 'docs/meta-lead-ads.md'), 'utf8').matchAll(/^\| `((?:GET|POST) [^`]+)` \| (\w+) \|/gm);
  const documented = [...rows].map(([, request, token]) => [request, token === 'connected' ? 'kept' : token]);
  expect(documented).toEqual(CALLS.map(([, { request, token }]) => [request, token]));
});
