import { describe, expect, test } from 'vitest';
import { passed } from '../../src/app/conversions/conversion-outcomes.ts';
import { NEVER_DECIDED, NOT_THERE, NOT_YET, noDestination, notConnected, STOPPING, TEST_LEAD } from '../../src/app/conversions/faults.ts';
import { outcomeOfTrouble } from '../../src/app/lead-answers/lead-answers.ts';
import { AppError } from '../../src/base/app-error.ts';
import type { ClientAccount } from '../../src/domain/client-account.ts';
import { exhausted, type Fault, type FaultParams, faultParams, workerDied } from '../../src/domain/fault.ts';
import { appError } from '../../src/messages/messages.ts';
import { faultJson, faultText } from '../../src/presentation/fault-text.ts';
import {
  leadNotFound,
  MISSING_CHANGE,
  notRouted,
  pageOfAnotherClient,
  unknownEventType,
  unreadableBody,
} from '../../src/processing/faults.ts';
import {
  comparisonFault,
  faultOfPage,
  LEAD_NOT_NAMED,
  leadNotAvailable,
  pageListRefused,
  platformBusy,
  platformNotConnected,
  TEST_BUTTON_PRESSED,
} from '../../src/processing/platform-faults.ts';
import { faultOfError, notStored, sentNotStored, WRITE_REJECTED } from '../../src/queue/attempt-outcome.ts';
import { inWords } from '../support/saying.ts';

const NOBODY = { campaignId: null, links: [], clientId: null };
const LINK = { origin: 'search_ads', kind: 'form', value: '40000000000' } as const;

/** The platform's own words stay as they are. */
const SAID = inWords('Xyz (190).');

const ACCOUNT: ClientAccount = {
  platform: 'social_ads',
  kind: 'dataset',
  id: '990',
  clientId: '7',
  credentialIn: 'environment',
  loginAccountId: null,
  conversionActions: new Map(),
  enhancedLeads: false,
  initialStage: null,
  connectedAt: 0,
};

const NO_DESTINATIONS = [
  { kind: 'no_account' },
  { kind: 'no_credential', account: ACCOUNT, setting: 'SOCIALADS_CONVERSIONS_TOKEN' },
  { kind: 'unreadable', account: ACCOUNT },
] as const;

const FAULTS: readonly Fault[] = [
  ...(['empty', 'not_utf8', 'not_json', 'too_deep', 'not_object'] as const).map(unreadableBody),
  MISSING_CHANGE,
  unknownEventType('purchase'),
  platformNotConnected(null),
  platformNotConnected('138124712925158'),
  ...(['passing', 'throttled', 'credential', 'blocked'] as const).map((kind) =>
    faultOfPage({ kind, fault: { code: 'x', params: SAID }, retryAfterMs: null, pauseMs: 1 }, '138124712925158'),
  ),
  comparisonFault(pageListRefused('138124712925158', SAID)),
  platformBusy('138124712925158'),
  leadNotAvailable(SAID, null),
  leadNotAvailable(SAID, 5),
  LEAD_NOT_NAMED,
  TEST_BUTTON_PRESSED,
  leadNotFound('contact'),
  leadNotFound('contact_or_click_id'),
  ...NO_DESTINATIONS.flatMap((why) => [noDestination(why, '7', 'social_ads'), noDestination(why, '7', 'search_ads')]),
  pageOfAnotherClient({ ...NOBODY, links: [{ origin: 'social_ads', kind: 'page', value: '9' }], clientId: '2' }, '1'),
  notRouted('formulario_proprio', NOBODY),
  notRouted('formulario_proprio', { ...NOBODY, campaignId: 'verao' }),
  notRouted('formulario_proprio', { ...NOBODY, campaignId: 'ana@example.com' }),
  notRouted('search_ads', { ...NOBODY, links: [LINK] }),
  notRouted('search_ads', { ...NOBODY, clientId: '7' }),
  notRouted('search_ads', { ...NOBODY, clientId: 'seven' }),
  notRouted('search_ads', NOBODY),
  faultOfError(new TypeError('x')),
  WRITE_REJECTED,
  exhausted(WRITE_REJECTED, 10),
  notStored(appError('store_full', (m) => m.errors.store.full)),
  notStored(new AppError('store_unavailable', 'Away.')),
  sentNotStored(new AppError('store_unavailable', 'Away.')),
  workerDied(10),
  ...givenUp(),
  ...[NEVER_DECIDED, NOT_THERE, NOT_YET, STOPPING, TEST_LEAD],
  notConnected('social_ads'),
  notConnected(null),
];

/** The faults of jobs whose platform was unreachable for too long. */
function givenUp(): readonly Fault[] {
  const job = { attempt: 1, platformFaults: { since: 0, tries: 9 } };
  const trouble = { kind: 'passing', fault: { code: 'platform_unavailable', params: SAID }, retryAfterMs: null } as const;
  const facts = { now: 73 * 3_600_000, random: 0 };
  const outcomes = [
    outcomeOfTrouble(trouble, { ...facts, pageId: '1', job, maxAttempts: 10 }),
    passed(trouble, job, facts.now, facts.random),
  ];
  return outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.fault] : []));
}

describe('the sentence of a fault', () => {
  test.each(FAULTS)('$code: $params', ({ params }) => {
    const [english, portuguese] = [faultText(params, 'en'), faultText(params, 'pt')];
    expect(english).not.toMatch(/undefined|\[object/);
    expect(portuguese.replaceAll(/`[^`]*`/g, '')).not.toMatch(/\b(the|then|with|have|event|body|again|because|shown|add|link it|is|of)\b/i);
    const typed = (text: string) => (text.match(/`[^`]*`/g) ?? []).map((part) => part.replaceAll(/(?<= )(?!ID\b)[A-Z]{2,}\b/g, '…'));
    expect(typed(portuguese)).toEqual(typed(english));
  });

  test('of a platform that was away for too long is among them', () => {
    expect(givenUp()).toHaveLength(2);
  });

  test('of another program stays as it is, and none is none', () => {
    expect(faultText('Something else.' as FaultParams, 'pt')).toBe('Something else.');
    expect(faultText(null, 'pt')).toBeNull();
  });

  test('that was not told is empty, and what is said after it stands alone', () => {
    expect(faultText(faultParams(), 'pt')).toBe('');
    expect(faultJson(faultParams())).toEqual({ erro_mensagem: '', erro_parametros: [] });
    expect(faultText(exhausted({ code: 'x', params: faultParams() }, 3).params, 'en')).toBe('Stopped after 3 attempts.');
  });

  test.each([
    ['[[Beta] Google Ads says so.', '[[Beta] Google Ads says so.'],
    ['[[]]', '[[]]'],
    ['[[1,2]]', '[[1,2]]'],
    ['[["unknownCampaign",null]]', '[["unknownCampaign",null]]'],
    ['[["workerStopping"],"more"]', '[["workerStopping"],"more"]'],
    ['[["graphMessage",{"words":"x","code":12345678901234567890,"subcode":0,"trace":""}]]', expect.any(String)],
    ['[["platformMessage",{"words":{"a":1}}]]', expect.any(String)],
    [
      '[["googleRejectsSome",{"reasons":[{"reason":"X","count":2,"means":"tomorrow"}]}]]',
      expect.stringMatching(/2 conversions of the request: X\./),
    ],
    ['[["googleRejectsSome",{"reasons":"X"}]]', 'googleRejectsSome'],
    ['[["unknownCampaign"]]', 'unknownCampaign'],
    ['[["notLinked",{"form":"9"}]]', 'notLinked'],
    ['[["constructor"]]', 'constructor'],
    ['[["toString",{}]]', 'toString'],
    ['[["sentenceOfTomorrow",{"x":"y"}],["gaveUp",{"attempts":3}]]', 'sentenceOfTomorrow Stopped after 3 attempts.'],
  ])('of another shape breaks nothing: %s', (text, english) => {
    const stored = text as FaultParams;
    expect(faultText(stored, 'en')).toEqual(english);
    expect(faultText(stored, 'pt')).toEqual(expect.any(String));
    for (const sentence of faultJson(stored)['erro_parametros'] as readonly unknown[]) {
      expect(sentence).toEqual([expect.any(String), ...((sentence as unknown[]).length === 1 ? [] : [expect.any(Object)])]);
    }
  });
});
