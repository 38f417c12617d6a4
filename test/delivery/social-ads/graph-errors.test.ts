import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GraphApi } from '../../../src/delivery/social-ads/graph-api.ts';
import type { GraphPurpose } from '../../../src/delivery/social-ads/graph-errors.ts';
import type { PlatformTrouble } from '../../../src/domain/connectors.ts';
import { T0 } from '../../support/factories.ts';
import { english } from '../../support/saying.ts';
import { type ScriptedAnswer, ScriptedGraph, TOKEN } from './scripted-graph.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What the platform's answer over HTTP means. */
async function troubleOf(answer: ScriptedAnswer, purpose: GraphPurpose = 'lead', token = TOKEN): Promise<PlatformTrouble> {
  await using graph = await ScriptedGraph.answering(answer);
  const api = new GraphApi({ ...graph.options, clock: () => T0 });
  const result = await api.ask({ path: '1234567890123456', token, purpose, signal: AbortSignal.timeout(10_000) });
  if (result.kind !== 'trouble') return expect.fail('it is an answer');
  expect(JSON.stringify(result.trouble)).not.toContain(token);
  return result.trouble;
}

function graphError(error: object, status = 400, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer {
  return { status, headers, body: { error: { message: 'Something is wrong', type: 'OAuthException', fbtrace_id: 'Abc', ...error } } };
}

interface Row {
  readonly error: object;
  readonly status?: number;
  readonly lead: [kind: PlatformTrouble['kind'], code: string];
  /** If it differs for conversions. */
  readonly conversion?: [kind: PlatformTrouble['kind'], code: string];
}

const PASSING: Row['lead'] = ['passing', 'platform_unavailable'];
const THROTTLED: Row['lead'] = ['throttled', 'platform_throttled'];
const CREDENTIAL: Row['lead'] = ['credential', 'credential_refused'];
const MISSING: Row['lead'] = ['missing', 'lead_not_available'];
const REFUSED: Row['lead'] = ['refused', 'conversion_refused'];
const ON_HOLD: Row['lead'] = ['missing', 'conversion_on_hold'];

const TABLE: readonly Row[] = [
  ...[1, 2].flatMap((code): Row[] => [
    { error: { code }, status: 500, lead: PASSING },
    { error: { code }, status: 400, lead: PASSING },
  ]),
  ...[4, 17, 341, 32, 613, 80_000, 80_005, 80_014].map((code): Row => ({ error: { code }, lead: THROTTLED })),
  { error: { code: 80_005, is_transient: true }, status: 500, lead: THROTTLED },
  { error: { code: 80_015 }, lead: MISSING, conversion: ON_HOLD },
  ...[0, 458, 459, 460, 463, 464, 467].map((subcode): Row => ({ error: { code: 190, error_subcode: subcode }, lead: CREDENTIAL })),
  { error: { code: 190, error_subcode: 463 }, status: 401, lead: CREDENTIAL },
  { error: { code: 102 }, lead: CREDENTIAL },
  ...[10, 200, 250, 299].map((code): Row => ({ error: { code }, status: 403, lead: CREDENTIAL })),
  { error: { code: 300 }, status: 403, lead: MISSING, conversion: ON_HOLD },
  ...[3, 12, 104, 803, 2_500, 2_635].map((code): Row => ({ error: { code }, lead: MISSING, conversion: ON_HOLD })),
  { error: { code: 100 }, lead: MISSING, conversion: REFUSED },
  { error: { code: 100, error_subcode: 33 }, lead: MISSING, conversion: CREDENTIAL },
  { error: { code: 100, error_subcode: 2_804_003 }, lead: MISSING, conversion: REFUSED },
  { error: { code: 368 }, lead: ['blocked', 'account_blocked'] },
  { error: { code: 100, is_transient: true }, lead: PASSING },
  { error: { code: 100 }, status: 503, lead: PASSING },
  { error: { code: 190 }, status: 500, lead: PASSING },
  { error: {}, lead: PASSING },
  { error: { code: 'many' }, lead: PASSING },
  { error: { code: '190' }, lead: CREDENTIAL },
  { error: { code: 190 }, status: 200, lead: CREDENTIAL },
];

describe("the platform's table of errors", () => {
  test.each(TABLE)('$error with HTTP $status', async ({ error, status, lead, conversion }) => {
    const answer = graphError(error, status);
    const [fetched, sent] = [await troubleOf(answer), await troubleOf(answer, 'conversion')];
    expect([fetched.kind, fetched.fault.code]).toEqual(lead);
    expect([sent.kind, sent.fault.code]).toEqual(conversion ?? lead);
  });
});

describe('an answer that is none of the platform', () => {
  test.each([
    ['HTML', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['HTML of a portal', { status: 200, body: '<html>Please log in</html>' }],
    ['HTML of a proxy', { status: 407, body: '<html>Proxy</html>' }],
    ['nothing', { status: 200, body: '' }],
    ['JSON that is cut off', { status: 200, body: '{"id":"123' }],
    ['JSON that is no object', { status: 200, body: '[]' }],
    ['JSON nested too deeply', { status: 200, body: '['.repeat(100) + ']'.repeat(100) }],
    ['an error without an object', { status: 400, body: { error: 'no' } }],
    ['a failure without words', { status: 500, body: '' }],
    ['HTTP 401 without words', { status: 401, body: '{}' }],
  ])('%s is tried again', async (_name, answer) => {
    const trouble = await troubleOf(answer);
    expect(trouble).toMatchObject({ kind: 'passing', fault: { code: 'platform_unavailable' }, retryAfterMs: null });
    expect(english(trouble.fault.params)).toContain(`HTTP ${answer.status}`);
    expect(english(trouble.fault.params)).not.toContain('html');
  });

  test('HTTP 429 without words is a pause', async () => {
    expect(await troubleOf({ status: 429, body: 'slow down' })).toMatchObject({ kind: 'throttled', pauseMs: 5 * MINUTE });
  });
});

describe('a pause', () => {
  const pauseOf = async (headers: Readonly<Record<string, string>>): Promise<number | undefined> => {
    const trouble = await troubleOf(graphError({ code: 80_005 }, 400, headers));
    return trouble.kind === 'throttled' ? trouble.pauseMs : undefined;
  };
  const usage = (...waits: readonly unknown[]): Readonly<Record<string, string>> => ({
    'X-Business-Use-Case-Usage': JSON.stringify({
      '17841400000000000': waits.map((wait) => ({ type: 'leadgen', call_count: 100, estimated_time_to_regain_access: wait })),
    }),
  });

  test.each([
    ['no header', {}, 5 * MINUTE],
    ['minutes', usage(18), 18 * MINUTE],
    ['minutes as text', usage('18'), 18 * MINUTE],
    ['the longest of several', usage(3, 0, 40, 7), 40 * MINUTE],
    ['a fraction below the shortest', usage(0.01), MINUTE],
    ['the longest there is', usage(1_440), 24 * HOUR],
    ['more than a day', usage(10_000_000), 24 * HOUR],
    ['no number', usage('soon', null, {}, [], true), 5 * MINUTE],
    ['zero', usage(0), 5 * MINUTE],
    ['less than nothing', usage(-5), 5 * MINUTE],
    ['a number no double holds', { 'X-Business-Use-Case-Usage': '{"1":[{"estimated_time_to_regain_access":1e999}]}' }, 24 * HOUR],
    [
      'several businesses',
      { 'X-Business-Use-Case-Usage': '{"1":[{"estimated_time_to_regain_access":2}],"2":[{"estimated_time_to_regain_access":9}]}' },
      9 * MINUTE,
    ],
    ['no JSON', { 'X-Business-Use-Case-Usage': '{"1":[' }, 5 * MINUTE],
    ['JSON of another shape', { 'X-Business-Use-Case-Usage': '{"1":{"estimated_time_to_regain_access":9},"2":[[9]],"3":9}' }, 5 * MINUTE],
    ['seconds', { 'Retry-After': '120' }, 2 * MINUTE],
    ['few seconds', { 'Retry-After': '0' }, MINUTE],
    ['many seconds', { 'Retry-After': '99999999999999999999' }, 24 * HOUR],
    ['a date', { 'Retry-After': new Date(T0 + 10 * MINUTE).toUTCString() }, 10 * MINUTE],
    ['a date that is over', { 'Retry-After': new Date(T0 - HOUR).toUTCString() }, MINUTE],
    ['a word', { 'Retry-After': 'later' }, 5 * MINUTE],
    ['both headers', { ...usage(18), 'Retry-After': '1' }, 18 * MINUTE],
  ])('of %s', async (_name, headers, ms) => {
    expect(await pauseOf(headers)).toBe(ms);
  });

  test('is told in minutes', async () => {
    expect(english((await troubleOf(graphError({ code: 4 }, 400, usage(18)))).fault.params)).toContain('18 min');
  });

  test('of a service that is away is what it asks for, at most a day', async () => {
    const retryAfterOf = async (value: string): Promise<unknown> =>
      ((await troubleOf({ status: 503, headers: { 'Retry-After': value }, body: '' })) as { retryAfterMs?: number }).retryAfterMs;
    expect(await retryAfterOf('7')).toBe(7_000);
    expect(await retryAfterOf('99999999')).toBe(24 * HOUR);
    expect(await retryAfterOf('soon')).toBeNull();
  });
});

describe('the sentence', () => {
  test("says why, and repeats the platform's own words with what its support asks for", async () => {
    const error = {
      code: 190,
      error_subcode: 463,
      message: 'Error validating access token:\n Session has expired.',
      error_user_msg: 'Please "log in" again',
      fbtrace_id: 'EJplcsCHuLu',
    };
    const message = english((await troubleOf(graphError(error))).fault.params);
    expect(message).toContain('The token has expired.');
    expect(message).toContain(
      `Message from Meta: "Error validating access token: Session has expired. · Please 'log in' again" (code 190, subcode 463, trace EJplcsCHuLu).`,
    );
    expect(english((await troubleOf(graphError(error), 'conversion')).fault.params)).toContain('SOCIALADS_CONVERSIONS_TOKEN');
  });

  test('differs for each way in which a token ends', async () => {
    const subcodes = [0, 458, 459, 460, 463, 464, 467];
    const troubles = await Promise.all(
      subcodes.map((subcode) => troubleOf(graphError({ code: 190, error_subcode: subcode, message: 'x' }))),
    );
    expect(new Set(troubles.map(({ fault }) => english(fault.params).split(' Message from Meta')[0])).size).toBe(subcodes.length);
  });

  test('is one short line without control characters, however long and strange the words are', async () => {
    const words = `\u001b[31m${'Isto é um erro. '.repeat(500)}\u202e`;
    const message = english((await troubleOf(graphError({ code: 100, message: words, error_user_msg: words }))).fault.params);
    expect(message.length).toBeLessThan(700);
    expect(message).toContain('Isto é um erro.');
    expect(message).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  });

  test('holds nothing personal that the platform repeats', async () => {
    const hash = 'a'.repeat(32) + 'b'.repeat(32);
    const words = `data[0]: em joao.silva+x@example.com.br, ph +55 11 98765-4321, ip 203.0.113.7, 2001:db8:0:1:1:1:1:1, hash ${hash}; object 1234567890123456`;
    const message = english((await troubleOf(graphError({ code: 100, message: words }), 'conversion')).fault.params);
    for (const personal of ['joao', 'example.com', '98765', '203.0', '2001:db8', hash]) expect(message).not.toContain(personal);
    expect(message).toContain('object 1234567890123456');
  });

  test('holds no token, and no part of one, wherever the platform repeats it', async () => {
    const tokens = fc.string({ unit: fc.constantFrom(...'abcdefXYZ0189-_.|'), minLength: 16, maxLength: 60 });
    const around = fc.string({ unit: 'grapheme', maxLength: 20 });
    await using graph = await ScriptedGraph.answering();
    const api = new GraphApi(graph.options);
    expect(await api.ask({ path: '1', token: TOKEN, purpose: 'lead', signal: AbortSignal.timeout(5_000) })).toMatchObject({
      kind: 'trouble',
    });
    await fc.assert(
      fc.asyncProperty(
        tokens,
        around,
        around,
        fc.nat(),
        fc.constantFrom('lead' as const, 'conversion' as const),
        async (token, before, after, cut, purpose) => {
          const part = token.slice(cut % (token.length - 15));
          const error = {
            message: `${before} ${part}${after}`,
            code: 190,
            error_user_msg: `"${part}" access_token=${token}`,
            fbtrace_id: part,
          };
          const asking = { request: async () => ({ status: 400, headers: {}, body: Buffer.from(JSON.stringify({ error })) }) };
          const told = await new GraphApi({ ...graph.options, outgoing: asking }).ask({
            path: '1',
            token,
            purpose,
            signal: AbortSignal.timeout(5_000),
          });
          expect(told.kind).toBe('trouble');
          expect(JSON.stringify(told)).not.toContain(part);
          expect(JSON.stringify(told)).not.toContain(token);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of a token with characters that cannot be sent does not show it, and nothing is sent', async () => {
    await using graph = await ScriptedGraph.answering({ body: {} });
    for (const token of [`${TOKEN}\n`, `${TOKEN}é`, ` ${TOKEN}`, '']) {
      const told = await new GraphApi(graph.options).ask({ path: '1', token, purpose: 'lead', signal: AbortSignal.timeout(5_000) });
      expect(told).toMatchObject({ trouble: { kind: 'credential', fault: { code: 'credential_refused' } } });
      expect(JSON.stringify(told)).not.toContain(TOKEN);
    }
    expect(graph.asked).toEqual([]);
  });
});

describe('no answer at all', () => {
  test('is tried again, whatever kind it is of', async () => {
    await using redirecting = await ScriptedGraph.answering({ status: 302, headers: { location: '/x' }, body: '' });
    await using silent = await ScriptedGraph.answering();
    const ask = (api: GraphApi, signal: AbortSignal) => api.ask({ path: '1', token: TOKEN, purpose: 'lead', signal });
    const never = new AbortController().signal;
    const troubles = [
      await ask(new GraphApi(redirecting.options), never),
      await ask(new GraphApi(silent.options), never),
      await ask(new GraphApi(silent.options), AbortSignal.abort()),
      await ask(new GraphApi({ ...silent.options, apiUrl: 'http://127.0.0.1:1' }), never),
    ];
    for (const told of troubles) {
      expect(told).toMatchObject({ trouble: { kind: 'passing', retryAfterMs: null, fault: { code: 'platform_unavailable' } } });
      expect(JSON.stringify(told)).not.toContain(TOKEN);
    }
  });

  test('a fault of the program is not taken for one', async () => {
    const broken = { request: () => Promise.reject(new TypeError('broken')) };
    const api = new GraphApi({ apiUrl: 'http://127.0.0.1:1', apiVersion: 'v26.0', outgoing: broken });
    await expect(api.ask({ path: '1', token: TOKEN, purpose: 'lead', signal: AbortSignal.timeout(1_000) })).rejects.toThrow('broken');
  });
});
