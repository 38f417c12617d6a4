import { expect, test } from 'vitest';
import { accountKey } from '../../../src/domain/platform-account.ts';
import { T0 } from '../../support/factories.ts';
import { saying } from '../../support/saying.ts';
import { AnswersUnderTest, OTHER_PAGE, PAGE } from '../lead-answers/answers-under-test.ts';
import { backfill, checkOf, FORM, figures, OTHER_FORM } from './missed-leads.ts';

const MINUTE = 60_000;
const SYSTEM_USER = 'EAA-token-of-the-system-user';

/** Both pages use the one token of a system user, as Meta recommends. */
async function agency(tokens = `${PAGE}=${SYSTEM_USER},${OTHER_PAGE}=${SYSTEM_USER}`): Promise<AnswersUnderTest> {
  const place = await AnswersUnderTest.create({ tokens });
  place.platform.directory.addToken({ token: SYSTEM_USER, pageIds: '*' });
  return place;
}

function pageTokenCalls(place: AnswersUnderTest): number {
  return place.platform.server.calls.filter(({ request }) => request.query.get('fields') === 'access_token').length;
}

async function leads(place: AnswersUnderTest): Promise<number> {
  return (await place.store.listLeads({ limit: 500 })).items.length;
}

test.each([`${PAGE}=${SYSTEM_USER},${OTHER_PAGE}=${SYSTEM_USER}`, SYSTEM_USER])(
  'the leads of a quiet page are compared and stored: %s',
  async (tokens) => {
    await using place = await agency(tokens);
    for (const formId of [FORM, OTHER_FORM]) place.platform.directory.seedLead({ formId, createdAt: T0 - MINUTE });
    await place.store.linkCampaign({ campaignId: '42', origin: 'social_ads', kind: 'page', value: PAGE }, { name: 'ana', now: T0 });
    await place.store.linkCampaign({ campaignId: '42', origin: 'social_ads', kind: 'page', value: OTHER_PAGE }, { name: 'ana', now: T0 });
    const summary = await backfill(place);
    expect(figures(summary)).toEqual([`${FORM} 1 1 1 ok`, `${OTHER_FORM} 1 1 1 ok`]);
    expect(summary.pages).toEqual([]);
    await place.once();
    expect(await leads(place)).toBe(2);
    expect(place.errors()).toEqual([]);
    expect(await place.store.listAccounts()).not.toContainEqual(expect.objectContaining({ refusedSince: expect.any(Number) }));
  },
);

test('the page’s own token is kept sealed, asked for once, and used by the next process', async () => {
  await using place = await agency();
  await backfill(place);
  expect(pageTokenCalls(place)).toBe(2);
  const own = place.platform.directory.derivedFrom(SYSTEM_USER).map(({ token }) => token);
  expect(own).toHaveLength(2);
  const kept = await place.store.findPageToken(PAGE);
  expect(kept).not.toBeNull();
  expect(Buffer.from(kept?.sealed ?? []).toString('latin1')).not.toContain(own[0] as string);
  place.now = T0 + MINUTE;
  expect(figures(await backfill(place))).toEqual([`${FORM} 0 0 0 ok`, `${OTHER_FORM} 0 0 0 ok`]);
  expect(pageTokenCalls(place)).toBe(2);
  expect(JSON.stringify(place.log)).not.toContain(own[0] as string);
});

test('a page token that is refused is replaced by a new one in the same comparison', async () => {
  await using place = await agency();
  await backfill(place);
  const [own] = place.platform.directory.derivedFrom(SYSTEM_USER);
  place.platform.refuseToken(own?.token ?? '', 460);
  place.platform.directory.seedLead({ formId: FORM, createdAt: T0 });
  place.now = T0 + MINUTE;
  expect(figures(await backfill(place))).toEqual([`${FORM} 1 1 1 ok`, `${OTHER_FORM} 0 0 0 ok`]);
  expect(pageTokenCalls(place)).toBe(3);
  expect(place.errors()).toEqual([]);
});

test('another token of the page, or none, forgets the page token that was made with the old one', async () => {
  await using place = await agency(`${OTHER_PAGE}=${SYSTEM_USER}`);
  await place.connect(SYSTEM_USER);
  await backfill(place);
  expect(await place.store.findPageToken(PAGE)).not.toBeNull();
  await place.connect('EAA-token-of-another-system-user');
  expect(await place.store.findPageToken(PAGE)).toBeNull();
  place.platform.directory.addToken({ token: 'EAA-token-of-another-system-user', pageIds: '*' });
  await backfill(place);
  expect(place.platform.directory.derivedFrom('EAA-token-of-another-system-user')).toHaveLength(1);
  await place.store.removeCredential({ platform: 'social_ads', kind: 'page', id: PAGE }, { name: 'ana', now: T0 });
  expect(await place.store.findPageToken(PAGE)).toBeNull();
});

test('without CREDENTIALS_KEY nothing is kept, and each comparison asks for it', async () => {
  await using place = await AnswersUnderTest.create({ tokens: `${PAGE}=${SYSTEM_USER}`, CREDENTIALS_KEY: '' });
  place.platform.directory.addToken({ token: SYSTEM_USER, pageIds: '*' });
  for (const calls of [1, 2]) {
    await backfill(place, { pageId: PAGE });
    expect(pageTokenCalls(place)).toBe(calls);
  }
  expect(await place.store.findPageToken(PAGE)).toBeNull();
});

test('a token that may not list forms still fetches leads: no alarm, no lead waits, and the comparison says what is missing', async () => {
  await using place = await agency();
  place.platform.directory.addToken({ token: SYSTEM_USER, pageIds: '*', scopes: ['leads_retrieval', 'pages_read_engagement'] });
  const summary = await backfill(place);
  expect(summary.pages).toMatchObject([
    { pageId: PAGE, fault: { code: 'page_list_refused', params: saying('pages_show_list') } },
    { pageId: OTHER_PAGE },
  ]);
  expect(place.errors()).toEqual([]);
  expect(await place.store.listAccounts()).toEqual([]);
  await place.notify(1);
  await place.once();
  expect(await leads(place)).toBe(1);
});

test.each([
  ['its permission was taken away', { code: 200 }],
  ['the page is not its own', { code: 190, message: 'This method must be called with a Page Access Token' }],
  ['its business was blocked', { code: 368 }],
])('a list that is refused because %s does not condemn the token', async (_why, error) => {
  await using place = await agency();
  await backfill(place);
  place.now = T0 + MINUTE;
  place.platform.fail(error, { path: '/leadgen_forms' });
  place.platform.fail(error, { path: '/leads' });
  const { pages } = await backfill(place);
  expect(pages.map(({ fault }) => fault.code)).toEqual(['page_list_refused', 'page_list_refused']);
  expect((await checkOf(place, FORM))?.fault?.code).toBe('page_list_refused');
  expect(place.errors()).toEqual([]);
  await place.notify(1);
  await place.once();
  expect(await leads(place)).toBe(1);
});

test('a token that has ended is an alarm, found by the comparison', async () => {
  await using place = await agency();
  await backfill(place);
  place.platform.refuseToken(SYSTEM_USER, 460);
  place.now = T0 + MINUTE;
  const summary = await backfill(place);
  expect(summary.pages.map(({ fault }) => fault.code)).toEqual(['credential_refused', 'credential_refused']);
  expect((await place.store.listAccounts()).filter(({ refusedSince }) => refusedSince !== null).map(accountKey)).toEqual([
    `social_ads/page/${PAGE}`,
    `social_ads/page/${OTHER_PAGE}`,
  ]);
});
