import { describe, expect, onTestFinished, test } from 'vitest';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { DataManagerSender } from '../../../src/delivery/search-ads/data-manager-sender.ts';
import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import { conversionId } from '../../../src/domain/conversion-id.ts';
import type { Lead } from '../../../src/domain/lead.ts';
import { SearchPlatform } from '../../platforms/search-platform.ts';
import { T0 } from '../../support/factories.ts';
import { saying } from '../../support/saying.ts';
import { conversionToSend } from './conversion-to-send.ts';
import { credentialsFile } from './credentials.ts';
import { ACCOUNT, deliveryConfig, never } from './sender-under-test.ts';

const ACTION = '7712337565';
const DAY = 86_400_000;

type Options = Parameters<typeof deliveryConfig>[2];

/** The sender against the simulated platform, which enforces the documented rules. */
async function connected(kind: 'serviceAccount' | 'authorizedUser' = 'serviceAccount', options: Options = {}, managerId?: string) {
  const platform = await SearchPlatform.start({ now: () => T0 });
  platform.directory.addAdvertiser({
    id: ACCOUNT,
    actions: { [ACTION]: 'UPLOAD_CLICKS', '99': 'WEBPAGE' },
    ...(managerId === undefined ? {} : { managerId }),
  });
  const file = credentialsFile(platform.oauth[kind]());
  const config = deliveryConfig(platform.url, file.path, options);
  const outgoing = new Outgoing({ origins: [platform.url] });
  onTestFinished(async () => {
    await outgoing[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });
  const sender = new DataManagerSender({
    outgoing,
    delivery: config,
    accountId: ACCOUNT,
    credentials: { file: file.path },
    clock: () => T0,
  });
  /** A conversion of a person who clicked. */
  const converted = (number: number, overrides: Partial<ConversionToSend> = {}, lead: Partial<Lead> = {}): ConversionToSend => {
    const person = { name: `Ana ${number}`, email: `Ana.${number}+x@gmail.com`, phone: `+55119${80_000_000 + number}` };
    const id = `Cj0KCQ-click-${number}`;
    platform.directory.addClick({ id, advertiserId: ACCOUNT, person, clickedAt: T0 - DAY });
    const contact = { identity: `lead-${number}`, emailNormalized: person.email.toLowerCase(), phoneE164: person.phone, searchClickId: id };
    return conversionToSend({ id: String(number), leadId: String(number), clickId: id, ...overrides }, { ...contact, ...lead });
  };
  return { platform, sender, converted, file };
}

async function decided(sender: DataManagerSender, conversions: readonly ConversionToSend[]) {
  const sent = await sender.send(conversions, never);
  if (sent.kind !== 'submitted') throw new Error(JSON.stringify(sent));
  const request = { id: sent.requestId, size: conversions.length, takenAt: T0 };
  expect(await sender.askResult(request, never)).toMatchObject({ kind: 'processing' });
  return await sender.askResult(request, never);
}

describe('the platform that enforces its rules', () => {
  test.each(['serviceAccount', 'authorizedUser'] as const)('takes what is sent by a %s, with hashes it knows', async (kind) => {
    const { platform, sender, converted } = await connected(kind);
    expect(await decided(sender, [converted(1), converted(2, {}, { consents: { ads: true } })])).toEqual({ kind: 'sent' });
    expect(platform.conversions.accepted.map(({ transactionId, actionId }) => [transactionId, actionId])).toEqual([
      [conversionId(converted(1)), ACTION],
      [conversionId(converted(2)), ACTION],
    ]);
    expect(platform.oauth.issued).toBe(1);
  });

  test('takes nothing twice, and a conversion that is there already counts as sent', async () => {
    const { platform, sender, converted } = await connected();
    await decided(sender, [converted(1)]);
    expect(await decided(sender, [converted(1)])).toEqual({ kind: 'sent' });
    expect(platform.conversions.accepted).toHaveLength(1);
  });

  test('tells only the counts of a mixed request, and the reason of a lone one', async () => {
    const { sender, converted } = await connected();
    const unknown = converted(2, { clickId: 'Cj0KCQ-nobody-knows' }, { searchClickId: 'Cj0KCQ-nobody-knows' });
    expect(await decided(sender, [converted(1), unknown])).toMatchObject({ kind: 'rejected' });
    expect(await decided(sender, [converted(1)])).toEqual({ kind: 'sent' });
    expect(await decided(sender, [unknown])).toMatchObject({ trouble: { fault: { params: saying('INVALID_GCLID') } } });
  });

  test('refuses a whole request for one bad event', async () => {
    const { platform, sender, converted } = await connected();
    const bad = converted(2, {}, { emailNormalized: 'somebody-else@example.com' });
    expect(await sender.send([converted(1), bad], never)).toMatchObject({
      trouble: { kind: 'refused', fault: { code: 'conversion_refused' } },
    });
    expect(platform.conversions.accepted).toEqual([]);
  });

  test('keeps nothing of what it only looked at', async () => {
    const { platform, sender, converted } = await connected();
    expect(await sender.validate([converted(1)], never)).toEqual({ kind: 'valid' });
    expect([platform.conversions.validated, platform.conversions.accepted.length]).toEqual([1, 0]);
  });

  test('gives access through a manager account', async () => {
    const direct = await connected('serviceAccount', {}, '9876543210');
    expect(await direct.sender.send([direct.converted(1)], never)).toMatchObject({ trouble: { kind: 'credential' } });
    const managed = await connected('serviceAccount', { loginAccountId: '9876543210' }, '9876543210');
    expect(await decided(managed.sender, [managed.converted(1)])).toEqual({ kind: 'sent' });
  });

  test('takes actions of its imports only', async () => {
    const { sender, converted } = await connected();
    expect(await sender.send([converted(1, { name: 'another' })], never)).toMatchObject({
      trouble: { kind: 'held', isOfRequest: true, fault: { params: saying('INVALID_CONVERSION_ACTION_TYPE') } },
    });
  });

  test('waits until somebody has signed its terms', async () => {
    const { platform, sender, converted } = await connected();
    const advertiser = platform.directory.advertisers.get(ACCOUNT);
    if (advertiser !== undefined) advertiser.hasSignedTerms = false;
    expect(await sender.send([converted(1)], never)).toMatchObject({ trouble: { kind: 'blocked', fault: { code: 'account_blocked' } } });
  });

  test('ends tokens before their time, which nobody notices', async () => {
    const { platform, sender, converted } = await connected();
    await decided(sender, [converted(1)]);
    platform.oauth.expireTokens();
    expect(await decided(sender, [converted(2)])).toEqual({ kind: 'sent' });
    expect(platform.oauth.issued).toBe(2);
  });

  test('revokes a credential; the next one in the file goes on', async () => {
    const { platform, sender, converted, file } = await connected('authorizedUser');
    platform.oauth.isRevoked = true;
    expect(await sender.send([converted(1)], never)).toMatchObject({
      trouble: { kind: 'credential', fault: { code: 'credential_refused' } },
    });
    const refused = sender.credential;
    platform.oauth.isRevoked = false;
    file.write(platform.oauth.serviceAccount());
    expect(sender.credential).not.toBe(refused);
    expect(await decided(sender, [converted(1)])).toEqual({ kind: 'sent' });
  });

  test('throttles, and says for how long', async () => {
    const { platform, sender, converted } = await connected();
    platform.conversions.requestsPerMinute = 1;
    await sender.send([converted(1)], never);
    expect(await sender.send([converted(2)], never)).toMatchObject({ trouble: { kind: 'throttled', pauseMs: 60_000 } });
  });

  test.each(['hang_up', 'silence'] as const)('is away: %s', async (effect) => {
    const { platform, sender, converted } = await connected();
    await sender.validate([converted(1)], never);
    using _fault = platform.server.fault({ effect });
    const signal = effect === 'silence' ? AbortSignal.timeout(200) : never;
    expect(await sender.send([converted(1)], signal)).toMatchObject({
      trouble: { kind: 'passing', fault: { code: 'platform_unavailable' } },
    });
  });

  test('sees no click of a kind it was not told', async () => {
    const { platform, sender, converted } = await connected();
    platform.directory.addClick({ id: 'gbraid-of-app', kind: 'gbraid', advertiserId: ACCOUNT, clickedAt: T0 - DAY });
    const byApp = converted(5, { clickId: 'gbraid-of-app', clickKind: 'gbraid' }, { searchClickId: null, gbraid: 'gbraid-of-app' });
    expect(await decided(sender, [byApp])).toEqual({ kind: 'sent' });
    expect(platform.conversions.accepted[0]?.event['adIdentifiers']).toEqual({ gbraid: 'gbraid-of-app' });
  });
});
