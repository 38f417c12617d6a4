import { describe, expect, test } from 'vitest';
import { AccountBook, holdOn } from '../../../src/app/platforms/account-book.ts';
import { PageTokenReader } from '../../../src/app/platforms/page-tokens.ts';
import { AppError } from '../../../src/base/app-error.ts';
import { accountState, connectedAccounts, NOTHING_STORED } from '../../../src/domain/connected-account.ts';
import { CONTACT_DATA_BLOCKED, type PlatformAccount } from '../../../src/domain/platform-account.ts';
import { T0 } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { AnswersUnderTest, PAGE } from '../lead-answers/answers-under-test.ts';

const FAULT = { code: 'credential_refused', params: inWords('The token has expired.') };

function account(overrides: Partial<PlatformAccount> = {}): PlatformAccount {
  const nothing = { pausedUntil: null, refusedSince: null, refusedCredential: null, awaySince: null, lastUsedAt: null, expiresAt: null };
  return { platform: 'social_ads', kind: 'dataset', id: '1', fault: FAULT, ...nothing, ...overrides };
}

describe('an account', () => {
  const refused = { refusedSince: T0 - 30_000, refusedCredential: 'old' };
  test.each([
    ['that nothing holds back', account(), 'old', null, null],
    ['that is paused', account({ pausedUntil: T0 + 1 }), 'old', null, 'resting'],
    ['that was paused by a clock that was ahead', account({ pausedUntil: T0 + 86_400_001 }), 'old', null, null],
    ['that is away', account({ pausedUntil: T0 + 900_000, awaySince: T0 }), 'old', null, 'away'],
    ['that is away since a clock was ahead', account({ pausedUntil: T0 + 900_000, awaySince: T0 + 1 }), 'old', null, null],
    ['that is away, and was asked by a clock that was ahead', account({ pausedUntil: T0 + 900_001, awaySince: T0 }), 'old', null, null],
    ['whose pause is over', account({ pausedUntil: T0 }), 'old', null, null],
    ['that is refused', account(refused), 'old', null, 'refused'],
    ['that was refused with another credential', account(refused), 'new', null, null],
    ['that was refused a minute ago', account({ ...refused, refusedSince: T0 - 60_000 }), 'old', null, null],
    ['that was refused before the clock was put back', account({ ...refused, refusedSince: T0 + 3_600_000 }), 'old', null, null],
    ['that was refused long ago, and just now again', account({ ...refused, refusedSince: T0 - 3_600_000 }), 'old', T0 - 1, 'refused'],
  ])('%s', (_name, known, credential, lastRefusal, expected) => {
    expect(holdOn(known, credential, T0, lastRefusal)?.kind ?? null).toBe(expected);
  });
});

describe('an account that takes no contact data', () => {
  const MINUTE = 60_000;
  const blocked = { code: CONTACT_DATA_BLOCKED, params: inWords('Terms are not signed.') };

  test('rests for ten minutes after each try and each refusal, and only a result with contact data frees it', async () => {
    await using underTest = await AnswersUnderTest.create();
    const { store, ...context } = underTest.context();
    const time = { now: T0 };
    const accounts = new AccountBook({ ...context, store, clock: () => time.now });
    const dataset = { account: { platform: 'search_ads', kind: 'ads_account', id: '7' } as const, credential: 'f' };
    const isHeld = async (atMinute: number): Promise<boolean> => {
      time.now = T0 + atMinute * MINUTE;
      await accounts.read();
      return accounts.hold(dataset) !== null;
    };
    await accounts.refuse(dataset, blocked);
    expect([await isHeld(1), await isHeld(9), await isHeld(60)]).toEqual([true, true, false]);
    await accounts.works(dataset, { hasContactData: false, isDecided: true });
    expect(await isHeld(60)).toBe(false);
    await accounts.works(dataset, { hasContactData: true, isDecided: false });
    expect([await isHeld(61), await isHeld(70)]).toEqual([true, false]);
    await accounts.refuse(dataset, blocked);
    expect([await isHeld(79), await isHeld(80)]).toEqual([true, false]);
    expect(underTest.log.filter(({ level }) => level === 'error')).toHaveLength(1);
    await accounts.works(dataset, { hasContactData: true, isDecided: true });
    expect((await store.listAccounts()).find(({ id }) => id === '7')?.refusedSince).toBeNull();
  });
});

test('a database that is busy costs nobody the outcome: it is said, and nothing is thrown', async () => {
  await using underTest = await AnswersUnderTest.create();
  const { store, ...context } = underTest.context();
  const busy = (): Promise<never> => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
  const accounts = new AccountBook({
    ...context,
    store: {
      ...store,
      listAccounts: () => store.listAccounts(),
      noteAccount: busy,
      resumeParked: busy,
    },
  });
  const token = (await new PageTokenReader(underTest.context()).read()).forPage(PAGE);
  if (token === null) throw new Error('no token');
  await accounts.pause(token, T0 + 1, FAULT);
  await accounts.refuse(token, FAULT);
  await accounts.works(token);
  expect(underTest.log.filter(({ level }) => level === 'warn')).toHaveLength(4);
});

test('an account that works again frees the jobs of its own queue: a page leads, a dataset conversions', async () => {
  await using underTest = await AnswersUnderTest.create();
  const context = underTest.context();
  const resumed: string[] = [];
  const resumeParked = (queue: string) => Promise.resolve(resumed.push(queue));
  const { store } = context;
  const accounts = new AccountBook({
    ...context,
    store: {
      ...store,
      listAccounts: () => store.listAccounts(),
      noteAccount: (...news) => store.noteAccount(...news),
      resumeParked,
    },
  });
  for (const kind of ['page', 'dataset', 'ads_account'] as const) {
    const used = { account: { platform: 'social_ads', kind, id: '1' }, credential: 'c' } as const;
    await accounts.refuse(used, FAULT);
    await accounts.works(used);
  }
  expect(resumed).toEqual(['webhooks', 'conversoes', 'conversoes']);
});

test('that an account works is noted once a minute, also after the clock was set back', async () => {
  await using underTest = await AnswersUnderTest.create();
  const context = underTest.context();
  const accounts = new AccountBook(context);
  const used = { account: { platform: 'social_ads', kind: 'dataset', id: '1' }, credential: 'c' } as const;
  const notedAt: (number | null | undefined)[] = [];
  for (const now of [T0 + 86_400_000, T0, T0 + 59_999, T0 + 60_000]) {
    underTest.now = now;
    await accounts.works(used);
    notedAt.push((await context.store.listAccounts()).find(({ id }) => id === '1')?.lastUsedAt);
  }
  expect(notedAt).toEqual([T0 + 86_400_000, T0, T0, T0 + 60_000]);
});

test('an event that does not name its page is given the token for all pages, or the only one there is', async () => {
  await using underTest = await AnswersUnderTest.create();
  const tokenOf = async (tokens: string): Promise<string | undefined> => {
    underTest.set({ WEBHOOK_SOCIALADS_TOKENS: tokens });
    const found = (await new PageTokenReader(underTest.context()).read()).forPage(null);
    return found === null ? undefined : `${found.account.id} ${found.token}`;
  };
  expect(await tokenOf('1=EAAfirst-page')).toBe('1 EAAfirst-page');
  expect(await tokenOf('1=EAAfirst-page,*=EAAall-pages')).toBe('* EAAall-pages');
  expect(await tokenOf('1=EAAfirst-page,2=EAAsecond-page')).toBeUndefined();
});

describe('an account for which the platform does not answer', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const CONFIGURED = { shared: {}, accountsClient: undefined };
  const away = { code: 'platform_unavailable', params: inWords('Nobody answers.') };
  const dataset = { account: { platform: 'social_ads', kind: 'dataset', id: '1' } as const, credential: 'c' };

  test('is asked by one caller at a time, over processes and restarts, with pauses that grow to 15 minutes', async () => {
    await using underTest = await AnswersUnderTest.create();
    const books = [new AccountBook(underTest.context()), new AccountBook(underTest.context())] as const;
    const [book, other] = books;
    const mayAsk = async (asking: AccountBook): Promise<boolean> => {
      await asking.read();
      return (await asking.holdUnlessProbe(dataset)) === null;
    };
    await book.unanswered(dataset, away);
    await book.unanswered(dataset, away);
    expect(await mayAsk(other)).toBe(true);
    await book.unanswered(dataset, away);
    expect([await mayAsk(book), await mayAsk(other)]).toEqual([false, false]);
    let probes = 0;
    for (let passed = 0; passed < 6 * 60; passed += 1) {
      underTest.now += MINUTE;
      const asked = [await mayAsk(book), await mayAsk(other)].filter(Boolean).length;
      expect(asked).toBeLessThanOrEqual(1);
      probes += asked;
      if (asked > 0) await other.unanswered(dataset, away);
    }
    expect(probes).toBeGreaterThan(20);
    expect(probes).toBeLessThan(40);
    expect(await mayAsk(new AccountBook(underTest.context()))).toBe(false);
    expect(underTest.errors()).toHaveLength(1);
    await other.works(dataset);
    expect([await mayAsk(book), await mayAsk(other)]).toEqual([true, true]);
    expect(await underTest.account('1')).toMatchObject({ awaySince: null, pausedUntil: null, fault: null });
  });

  test('is away no longer when nobody asked for seven hours, because nothing waits for it; the next silence raises a new alarm', async () => {
    await using underTest = await AnswersUnderTest.create();
    const book = new AccountBook(underTest.context());
    const settings = { ...CONFIGURED, credentials: [{ ...dataset.account, setting: 'SOCIALADS_CONVERSIONS_TOKEN' }] };
    const state = async (): Promise<string | undefined> => {
      const known = [await underTest.account('1')].filter((one) => one !== undefined);
      const [connected] = connectedAccounts(settings, { ...NOTHING_STORED, known });
      return connected === undefined ? undefined : accountState(connected, underTest.now);
    };
    for (const _time of [1, 2, 3]) await book.unanswered(dataset, away);
    underTest.now += 6 * HOUR;
    expect(await state()).toBe('away');
    underTest.now += 2 * HOUR;
    expect(await state()).toBe('unused');
    const later = new AccountBook(underTest.context());
    await later.read();
    expect(await later.holdUnlessProbe(dataset)).toBeNull();
    for (const _time of [1, 2]) await later.unanswered(dataset, away);
    expect(await state()).toBe('unused');
    await later.unanswered(dataset, away);
    expect([await state(), (await underTest.account('1'))?.awaySince]).toEqual(['away', underTest.now]);
    expect(underTest.errors()).toHaveLength(2);
  });

  test('raises the new alarm also if the database is busy just when the old silence ends', async () => {
    await using underTest = await AnswersUnderTest.create();
    const book = new AccountBook(underTest.context());
    for (const _time of [1, 2, 3]) await book.unanswered(dataset, away);
    underTest.now += 8 * HOUR;
    let isBusy = true;
    const store = new Proxy(underTest.store, {
      get: (target, name) => {
        if (name !== 'noteAccount' || !isBusy) return Reflect.get(target, name);
        isBusy = false;
        return () => Promise.reject(new AppError('store_busy', 'Another process has locked the database.'));
      },
    });
    const later = new AccountBook(underTest.context(store));
    await later.read();
    for (const _time of [1, 2, 3, 4]) await later.unanswered(dataset, away);
    expect((await underTest.account('1'))?.awaySince).toBe(underTest.now);
    expect(underTest.errors()).toHaveLength(2);
  });

  test('makes its jobs wait for an answer, also when it was refused before: they come back with the others', async () => {
    await using underTest = await AnswersUnderTest.create();
    const book = new AccountBook(underTest.context());
    await book.refuse(dataset, FAULT);
    underTest.now += 2 * MINUTE;
    for (const _time of [1, 2, 3]) await book.unanswered(dataset, away);
    expect(book.hold(dataset)).toMatchObject({ kind: 'away', fault: { code: away.code } });
    expect(await underTest.account('1')).toMatchObject({ refusedSince: T0, fault: FAULT });
  });

  test('answers again when it refuses or throttles, and an answer in between begins the count anew', async () => {
    await using underTest = await AnswersUnderTest.create();
    const book = new AccountBook(underTest.context());
    for (const _time of [1, 2]) await book.unanswered(dataset, away);
    await book.answers(dataset);
    for (const _time of [1, 2]) await book.unanswered(dataset, away);
    expect(await underTest.account('1')).toBeUndefined();
    await book.unanswered(dataset, away);
    expect(await underTest.account('1')).toMatchObject({ awaySince: T0 });
    await book.pause(dataset, T0 + MINUTE, { code: 'platform_throttled', params: inWords('Too many calls.') });
    expect(await underTest.account('1')).toMatchObject({
      awaySince: null,
      pausedUntil: T0 + MINUTE,
      fault: { code: 'platform_throttled' },
    });
  });
});
