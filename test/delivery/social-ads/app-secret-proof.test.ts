import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { GraphApi } from '../../../src/delivery/social-ads/graph-api.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { saying } from '../../support/saying.ts';

const PAGE = '138124712925158';
const TOKEN = 'EAA-token-of-the-page';
const FOREIGN = 'EAA-token-of-another-app';
const SECRET = 'the-secret-of-the-app';

describe('appsecret_proof', () => {
  let platform: SocialPlatform;
  let outgoing: Outgoing;
  beforeEach(async () => {
    platform = await SocialPlatform.start();
    platform.directory.addPage({ id: PAGE, token: TOKEN });
    platform.directory.addToken({ token: FOREIGN, pageIds: [PAGE], isOfAnotherApp: true });
    platform.directory.app = { id: '188559381496048', secret: SECRET, requiresProof: true };
    outgoing = new Outgoing({ origins: [platform.url] });
  });
  afterEach(async () => {
    await outgoing[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  const apiWith = (...appSecrets: readonly string[]) => new GraphApi({ apiUrl: platform.url, apiVersion: 'v26.0', outgoing, appSecrets });
  const ask = async (api: GraphApi, token = TOKEN) => {
    const answer = await api.ask({ path: PAGE, token, purpose: 'lead', signal: AbortSignal.timeout(5_000) });
    return answer.kind === 'trouble' ? answer.trouble : answer.kind;
  };

  test('goes with every call, made with the current secret or with the one before', async () => {
    expect(await ask(apiWith(SECRET))).toBe('answer');
    expect(platform.server.count()).toBe(1);
    const rotating = apiWith('a-newer-secret', SECRET);
    for (const calls of [3, 4]) {
      expect(await ask(rotating)).toBe('answer');
      expect(platform.server.count()).toBe(calls);
    }
  });

  test('calls that run side by side find the right secret together', async () => {
    const rotating = apiWith('a-newer-secret', SECRET);
    expect(await Promise.all([1, 2, 3, 4].map(() => ask(rotating)))).toEqual(['answer', 'answer', 'answer', 'answer']);
    expect(await ask(rotating)).toBe('answer');
  });

  test('is left out for a token of another app, once that is known', async () => {
    const api = apiWith(SECRET, 'an-older-secret');
    for (const calls of [3, 4]) {
      expect(await ask(api, FOREIGN)).toBe('answer');
      expect(platform.server.count()).toBe(calls);
    }
    expect(await ask(api)).toBe('answer');
  });

  test.each([[[]], [['of-another-app']]])(
    'that is required and cannot be given is a matter of settings, for leads and conversions: %j',
    async (secrets) => {
      const told = await ask(apiWith(...secrets));
      expect(told).toMatchObject({
        kind: 'credential',
        isPermission: true,
        fault: { code: 'credential_refused', params: saying('WEBHOOK_SOCIALADS_SECRET') },
      });
      const api = apiWith(...secrets);
      const sent = await api.ask({ path: '1/events', body: '{}', token: TOKEN, purpose: 'conversion', signal: AbortSignal.timeout(5_000) });
      expect(sent).toMatchObject({ trouble: { kind: 'credential' } });
      expect(JSON.stringify([told, sent])).not.toContain(TOKEN);
    },
  );
});
