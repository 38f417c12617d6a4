import { faultParams } from '../../src/domain/fault.ts';
import { CONVERSION_QUEUE, type JobOutcome } from '../../src/domain/job.ts';
import type { Operator, Store } from '../../src/domain/ports.ts';
import { inWords } from '../support/saying.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OPERATOR = 'cli:ana.souza';

/** The platforms' answers to the sample conversions, in order. */
const OUTCOMES: readonly JobOutcome[] = [
  { kind: 'sent', requestId: 'req-5f0e2a' },
  {
    kind: 'failed',
    fault: {
      code: 'conversion_refused',
      params: faultParams(['googleRejectsConversion', { reasons: [{ reason: 'INVALID_GCLID', count: 1, means: 'clickIdUnknown' }] }]),
    },
  },
  { kind: 'sent', requestId: 'req-5f0e2b' },
  {
    kind: 'failed',
    fault: { code: 'conversion_too_old', params: faultParams(['clickTooOld']) },
  },
];

/**
 * Pages, a dataset and a Google Ads account in every state, forms that were compared, and conversions that were sent, were rejected or
 * wait.
 */
export async function connectSamplePlatforms(store: Store, now: number): Promise<void> {
  const page = { platform: 'social_ads', kind: 'page' } as const;
  const operator = { name: OPERATOR, now: now - 30 * HOUR };
  const accounts = [
    { ...page, id: '138124712925158' },
    { ...page, id: '104455667788990' },
    { ...page, id: '107788990011223' },
    { platform: 'social_ads', kind: 'dataset', id: '990000000000001' },
    { platform: 'search_ads', kind: 'ads_account', id: '1234567890' },
  ] as const;
  for (const account of accounts) {
    await store.saveCredential({ ...account, sealed: Buffer.from('sealed'), createdAt: now - 30 * HOUR }, operator);
    await store.noteAccount(account, { kind: 'used' }, now - 3 * MINUTE);
  }
  await giveToClients(store, { name: OPERATOR, now: now - 29 * HOUR });
  await store.noteAccount(accounts[3], { kind: 'expires', at: now + 9 * 24 * HOUR }, now);
  const expired = {
    code: 'credential_refused',
    params: inWords('Error validating access token: The session has been invalidated because the user changed the password.'),
  };
  await store.noteAccount(accounts[1], { kind: 'refused', credential: 'f', fault: expired }, now - 2 * HOUR);
  const busy = { code: 'platform_throttled', params: inWords('There have been too many leadgen api calls to this Page account.') };
  await store.noteAccount(accounts[2], { kind: 'throttled', until: now + 95 * MINUTE, fault: busy }, now - MINUTE);
  const check = { platform: 'social_ads', storedUntil: now - HOUR, checkedAt: now - HOUR, missing: 0, recovered: 0, fault: null } as const;
  await store.saveFormCheck({ ...check, formId: '172036835026334', pageId: accounts[0].id, found: 41, missing: 2 });
  await store.saveFormCheck({ ...check, formId: '172036835026335', pageId: accounts[0].id, found: 17 });
  await store.saveFormCheck({ ...check, formId: '172036835026990', pageId: accounts[1].id, found: 0, fault: expired });
  await sendConversions(store, now - 5 * MINUTE);
  await registerStages(store, now - 2 * MINUTE);
  await changeStages(store, now - MINUTE);
}

/** The accounts of the first two clients; the others have none. */
async function giveToClients(store: Store, operator: Operator): Promise<void> {
  const common = {
    credentialIn: 'database',
    loginAccountId: null,
    enhancedLeads: false,
    initialStage: null,
    connectedAt: operator.now,
  } as const;
  const sealed = Buffer.from('sealed');
  const conversionActions = new Map([
    ['sale', '7712337565'],
    ['*', '7712337566'],
  ]);
  const ofFirst = { ...common, clientId: '1', conversionActions: new Map<string, string>() };
  await store.connectClientAccount({ ...ofFirst, platform: 'social_ads', kind: 'page', id: '138124712925158' }, null, operator);
  await store.connectClientAccount({ ...ofFirst, platform: 'social_ads', kind: 'dataset', id: '990000000000001' }, sealed, operator);
  const advertiser = { platform: 'search_ads', kind: 'ads_account', id: '1234567890', loginAccountId: '9876543210' } as const;
  await store.connectClientAccount({ ...ofFirst, ...advertiser, conversionActions }, sealed, operator);
  await store.connectClientAccount(
    { ...ofFirst, clientId: '2', platform: 'social_ads', kind: 'page', id: '104455667788990' },
    null,
    operator,
  );
  await store.setClientConsent('1', { mode: 'required', keys: ['marketing', 'anuncios'] }, operator);
}

async function sendConversions(store: Store, now: number): Promise<void> {
  await store.enqueueConversions(['search_ads', 'social_ads'], 100, now);
  for (const outcome of OUTCOMES) {
    const [claim] = await store.claim({ queue: CONVERSION_QUEUE, workerId: 'atendimento-1:2290', limit: 1, leaseMs: MINUTE, now });
    if (claim !== undefined) await store.finish([{ claim, outcome }], now);
  }
}

/** Stages that the sales team reported for the two newest leads. */
async function registerStages(store: Store, now: number): Promise<void> {
  const { items } = await store.listLeads({ limit: 2 });
  const [won, qualified] = items.map(({ id }) => id);
  if (won === undefined || qualified === undefined) throw new Error('the samples have no two leads');
  const operator = { name: OPERATOR, now };
  const sale = { name: 'sale', key: 'pedido-2026-000981', value: 12_345_678.9, currency: 'BRL' };
  await store.addStage({ leadId: won, ...sale, happenedAt: now }, operator);
  await store.addStage(
    { leadId: qualified, name: 'lead_qualified', key: 'leadqualified', value: null, currency: null, happenedAt: now },
    operator,
  );
}

/** Stages that were registered by mistake and then corrected or withdrawn: one before and two after they were sent to the platform. */
async function changeStages(store: Store, now: number): Promise<void> {
  const leadId = (await store.listConversions({ platform: 'search_ads', limit: 1 })).items[0]?.leadId;
  if (leadId === undefined) throw new Error('the samples have no conversion of search ads');
  const operator = { name: OPERATOR, now };
  const register = async (key: string): Promise<string> => {
    const sale = { name: 'sale', key, value: 12_345_678.9, currency: 'BRL', happenedAt: now - MINUTE };
    return (await store.addStage({ leadId, ...sale }, operator)).conversionIds[0] ?? '';
  };
  const [unsent, restated, withdrawn] = [await register('pedido-1'), await register('pedido-2'), await register('pedido-3')];
  await sendAll(store, [restated, withdrawn], now);
  const reason = 'O valor foi digitado sem a vírgula: o pedido era de R$ 12.345,67.';
  for (const conversionId of [unsent, restated]) {
    await store.changeStage({ kind: 'correct', conversionId, value: 12_345.67, reason }, operator);
  }
  await store.changeStage({ kind: 'withdraw', conversionId: withdrawn, reason: 'Era de outro cliente.' }, operator);
}

/** These were sent to the platform; every other conversion still waits. */
async function sendAll(store: Store, ids: readonly string[], now: number): Promise<void> {
  await store.enqueueConversions(['search_ads'], 100, now);
  const claims = await store.claim({ queue: CONVERSION_QUEUE, workerId: 'atendimento-1:2290', limit: 100, leaseMs: MINUTE, now });
  const sent = claims.filter(({ conversionId }) => conversionId !== null && ids.includes(conversionId));
  await store.finish(
    sent.map((claim) => ({ claim, outcome: { kind: 'sent', requestId: null } })),
    now,
  );
  await store.release(claims.filter((claim) => !sent.includes(claim)));
}
