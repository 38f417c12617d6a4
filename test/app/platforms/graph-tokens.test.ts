import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GRAPH_CALLS, type GraphCall, GraphTokens } from '../../../src/app/platforms/graph-tokens.ts';
import { OwnPageTokens } from '../../../src/app/platforms/own-page-tokens.ts';
import { pageAccount } from '../../../src/app/platforms/page-tokens.ts';
import { fingerprint } from '../../../src/base/fingerprint.ts';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { GraphClient } from '../../../src/delivery/social-ads/graph-client.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { ROOT } from '../../support/run-program.ts';

const PAGE = '138124712925158';
const FORM = '172036835026334';
const SYSTEM_USER = 'EAA-token-of-the-system-user';
const PAGES_OWN = 'EAA-token-of-the-page';
const CALLS = Object.entries(GRAPH_CALLS) as [GraphCall, (typeof GRAPH_CALLS)[GraphCall]][];

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
    platform.directory.addPage({ id: PAGE, token: PAGES_OWN });
    platform.directory.addToken({ token: SYSTEM_USER, pageIds: '*' });
    platform.directory.addForm({ id: FORM, pageId: PAGE });
    this.lead = platform.directory.seedLead({ formId: FORM }).id;
  }

  static async open(): Promise<Bench> {
    return new Bench(await SocialPlatform.start());
  }

  /** Makes the call of the table with a token; the code of the platform's error, or null. */
  async call(call: GraphCall, token: string): Promise<number | null> {
    const [method = '', path = ''] = GRAPH_CALLS[call].request.split(' ');
    const ids: Readonly<Record<string, string>> = { page: PAGE, form: FORM, lead: this.lead };
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] as string);
    const response = await fetch(`${this.platform.url}/v26.0${address}`, { method, headers: { authorization: `Bearer ${token}` } });
    const { error } = (await response.json()) as { error?: { code: number } };
    return error?.code ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#outgoing[Symbol.asyncDispose]();
    await this.platform[Symbol.asyncDispose]();
  }
}

const keptBy = (token: string) => ({ account: pageAccount(PAGE), token, credential: fingerprint(token) });

describe.each(CALLS)('%s', (call, { token: wanted }) => {
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
    // Leads of a form may be listed with either; the page's own always works.
    if (wanted === 'page' && call !== 'list_leads') expect(await bench.call(call, SYSTEM_USER)).toBe(190);
  });

  test('is taken with the page’s own token, where that is the one that is connected', async () => {
    await using bench = await Bench.open();
    const page = { kept: keptBy(PAGES_OWN), pageId: PAGE, signal: AbortSignal.timeout(5_000) };
    const told = await bench.tokens.ask(call, page, async (token) => ({ kind: 'told', code: await bench.call(call, token), token }));
    // A page has no pages.
    expect(told).toEqual({ kind: 'told', code: call === 'list_pages' ? 100 : null, token: PAGES_OWN });
  });
});

test('docs/meta-lead-ads.md has the same table', () => {
  const rows = readFileSync(join(ROOT, 'docs/meta-lead-ads.md'), 'utf8').matchAll(/^\| `((?:GET|POST) [^`]+)` \| (\w+) \|/gm);
  const documented = [...rows].map(([, request, token]) => [request, token === 'connected' ? 'kept' : token]);
  expect(documented).toEqual(CALLS.map(([, { request, token }]) => [request, token]));
});
