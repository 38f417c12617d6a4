import { describe, expect, test } from 'vitest';
import { noAnswer, Outgoing, OutgoingError } from '../../src/delivery/outgoing.ts';
import { SocialConversionsSender } from '../../src/delivery/social-ads/conversions-sender.ts';
import { GraphClient } from '../../src/delivery/social-ads/graph-client.ts';
import { type GraphPurpose, troubleOf, unreadable, unusableToken } from '../../src/delivery/social-ads/graph-errors.ts';
import type { ConversionToSend } from '../../src/domain/conversion.ts';
import { type Fault, faultParams } from '../../src/domain/fault.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { leadFields, newConversion, T0 } from '../support/factories.ts';

const TOKEN = 'tok-5f0c1d9e7b3a4c6688d2e1f0a9b8c7d6';
const options = { apiUrl: 'http://127.0.0.1:1', apiVersion: 'v26.0', outgoing: { request: () => Promise.reject(new Error('not called')) } };

function answered(status: number, error: object | null, purpose: GraphPurpose = 'lead'): Fault {
  const body = Buffer.from(error === null ? '' : JSON.stringify({ error }));
  return troubleOf({ status, headers: {}, body }, { purpose, token: TOKEN, now: T0 }).fault;
}

/** The platform's own words, which stay as they are. */
const WORDS = 'Algo deu errado';

const errors: readonly [code: number, subcode: number, purpose: GraphPurpose][] = [
  ...[0, 458, 459, 460, 463, 464, 467].map((subcode): [number, number, GraphPurpose] => [190, subcode, 'lead']),
  ...[10, 100, 368, 4].map((code): [number, number, GraphPurpose] => [code, 0, 'lead']),
  ...[190, 10, 100].map((code): [number, number, GraphPurpose] => [code, 0, 'conversion']),
  [100, 33, 'conversion'],
];

const odd = ['no_object', 'no_error', 'other_lead', 'no_questions', 'no_token', 'no_list', 'endless', 'unconfirmed'] as const;

/** The objection to a conversion. */
function objection(lead: object, happenedAt: number, uncertainSince: number | null = null): Fault {
  const stored = { ...leadFields(), id: '1', origin: 'formulario_proprio', identity: 'a', createdAt: T0, socialClickSeenAt: null, ...lead };
  const conversion = { ...newConversion({ happenedAt }), clickId: null, uncertainSince, lead: stored } as unknown as ConversionToSend;
  const sender = new SocialConversionsSender({ ...options, datasetId: '1', token: TOKEN, names: new Map() });
  return sender.objection(conversion, T0) ?? expect.fail('there is no objection');
}

async function faults(): Promise<readonly Fault[]> {
  const outgoing = new Outgoing({ origins: [] });
  const forbidden = await outgoing.request({ method: 'GET', url: new URL('http://127.0.0.1:1/') }).catch((error: OutgoingError) => error);
  await outgoing[Symbol.asyncDispose]();
  const noId = await new GraphClient(options).fetchLead('x', TOKEN, new AbortController().signal);
  return [
    ...errors.map(([code, subcode, purpose]) =>
      answered(400, { code, error_subcode: subcode, message: WORDS, fbtrace_id: 'Abc' }, purpose),
    ),
    answered(400, { code: 100, message: 'API calls from the server require an appsecret_proof argument' }),
    answered(400, { code: 190, message: 'This method must be called with a Page Access Token' }),
    answered(400, { code: 1 }),
    answered(503, null),
    answered(400, null),
    ...odd.map((found) => unreadable({ status: 200 }, found, 3).fault),
    ...(forbidden instanceof OutgoingError ? [noAnswer(forbidden).trouble.fault] : []),
    unusableToken({ purpose: 'lead' }).fault,
    ...(noId.kind === 'trouble' ? [noId.trouble.fault] : []),
    objection({}, T0),
    objection({}, T0 - 8 * 86_400_000),
    objection({ emailNormalized: 'ana@example.com' }, T0),
    objection({ emailNormalized: 'ana@example.com', extras: { user_agent: 'Mozilla/5.0' } }, T0),
    objection({ emailNormalized: 'ana@example.com', origin: 'social_ads' }, T0, T0 - 3 * 86_400_000),
  ];
}

/** `outgoing.test.ts` triggers each of them. */
const CALLS = (
  [
    ['callTooLate', { host: 'graph.facebook.com', code: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['callUnreachable', { host: 'graph.facebook.com', code: 'ECONNREFUSED' }],
    ['callUntrusted', { host: 'graph.facebook.com', code: 'CERT_HAS_EXPIRED' }],
    ['answerTooLarge', { host: 'graph.facebook.com' }],
    ['callRedirected', { host: 'graph.facebook.com', status: 302 }],
    ['callGivenUp', { host: 'graph.facebook.com' }],
  ] as const
).map((sentence) => faultParams(sentence));

describe('the sentences of the social-ads connector', () => {
  test('are all told in Portuguese, with commands, names and words of the platform as they are', async () => {
    const said = [...(await faults()).map(({ params }) => params), ...CALLS];
    expect(said.length).toBeGreaterThan(30);
    for (const params of said) {
      const [english, portuguese] = [faultText(params, 'en'), faultText(params, 'pt')];
      const prose = portuguese.replaceAll(/`[^`]*`|"[^"]*"/g, '');
      expect(prose).not.toMatch(/\b(the|then|with|have|event|again|because|not|it|is|of|and|code|says|trace|no JSON|token was)\b/i);
      expect([...portuguese.matchAll(/`[^`]*`|"[^"]*"/g)].flat()).toEqual([...english.matchAll(/`[^`]*`|"[^"]*"/g)].flat());
    }
  });
});
