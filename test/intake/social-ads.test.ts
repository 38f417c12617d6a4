import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/base/signature.ts';
import { createFixture, request, SECRETS, signed } from './intake-fixture.ts';

const change = (id: string, field = 'leadgen') => `{"field":"${field}","value":{"leadgen_id":${id},"page_id":153125381133,"form_id":1}}`;
const batch = (...changes: readonly string[]) =>
  `{"object":"page","entry":[{"id":153125381133012345678,"time":1438292065,"uid":"0","changes":[${changes.join(',')}]}]}`;

const receive = (body: unknown) => createFixture().intake.receive(signed('social_ads', body));
const stored = (body: unknown) => createFixture().stored(signed('social_ads', body));

describe('social ads: credential', () => {
  test('the vector of the platform documents', async () => {
    const body =
      '{"object":"page","entry":[{"id":"138124712925158","time":1795176001,"changes":[{"field":"leadgen","value":{"leadgen_id":"1234567890123456","page_id":"138124712925158","form_id":"172036835026334","adgroup_id":"120210000000000001","ad_id":"120210000000000001","created_time":1795176000}}]}]}';
    const header = 'sha256=13cac9bdea7b51088cea7a150d3e4caccb64cc307bdd9277af581e29b898fdb6';
    const fixture = createFixture({ secrets: { ...SECRETS, socialAds: ['meta-app-secret'] } });
    const delivery = await fixture.stored(request('social_ads', body, { 'x-hub-signature-256': header }));
    expect(delivery).toMatchObject({ credential: 'hmac', events: [{ eventType: 'leadgen', identity: '1234567890123456' }] });
  });

  test('escaped bytes are not what re-serialising makes of them', async () => {
    const header = 'sha256=b21f44e9e88d272c9af08e7562201b16b6a0fd6e9166f46ff7b78522176d2ec0';
    const { outcome } = createFixture({ secrets: { ...SECRETS, socialAds: ['meta-app-secret'] } });
    expect(await outcome(request('social_ads', '{"name":"Jo\\u00e3o"}', { 'x-hub-signature-256': header }))).toBe('422 fields_invalid');
    expect(await outcome(request('social_ads', '{"name":"João"}', { 'x-hub-signature-256': header }))).toBe('401 signature_invalid');
  });

  test('missing, wrong, previous, unsigned in development, not configured', async () => {
    const { outcome, stored: storedBy } = createFixture();
    const body = batch(change('1'));
    expect(await outcome(request('social_ads', body))).toBe('401 signature_missing');
    expect(await outcome(request('social_ads', body, { 'x-webhook-signature': 'sha256=00' }))).toBe('401 signature_missing');
    expect(await outcome(signed('social_ads', body, 'wrong'))).toBe('401 signature_invalid');
    expect((await storedBy(signed('social_ads', body, 'social-secret-old'))).credential).toBe('hmac_previous');
    const secrets = { ...SECRETS, socialAds: [] };
    expect(await createFixture({ secrets }).outcome(signed('social_ads', body))).toBe('503 source_not_configured');
    const open = createFixture({ secrets, config: { allowUnsigned: true } });
    expect((await open.stored(request('social_ads', body))).credential).toBe('unsigned');
    expect(await open.outcome(signed('social_ads', body))).toBe('503 source_not_configured');
  });
});

describe('social ads: batches', () => {
  test('one change: the request is the event, byte for byte', async () => {
    const text = batch(change('"123"'));
    const delivery = await stored(text);
    expect(delivery.events).toEqual([{ eventType: 'leadgen', identity: '123' }]);
    expect(Buffer.from(delivery.body).toString()).toBe(text);
  });

  test('several changes: one event each, wrapped in the platform’s own shape with exact numbers', async () => {
    const text = batch(change('12345678901234567890'), change('"7"', 'feed'), change('2'));
    const delivery = await stored(text);
    expect(delivery.events.map(({ identity }) => identity)).toEqual(['12345678901234567890', '2']);
    expect(Buffer.from(delivery.events[0]?.body ?? []).toString()).toBe(
      `{"object":"page","entry":[{"id":153125381133012345678,"time":1438292065,"changes":[${change('12345678901234567890')}]}]}`,
    );
    expect(Buffer.from(delivery.body).toString()).toBe(text);
  });

  test('what stands around the changes is not multiplied by them', async () => {
    const long = 'x'.repeat(256);
    const around = [
      `{"object":"${long}","entry":[{"id":{"a":1},"time":["y"]`,
      `{"object":{"a":1},"entry":[{"id":"${long}","time":${'1'.repeat(256)}`,
    ];
    for (const start of around) {
      const delivery = await stored(`${start},"changes":[${change('1')},${change('2')}]}]}`);
      expect(Buffer.from(delivery.events[0]?.body ?? []).toString()).toBe(`{"entry":[{"changes":[${change('1')}]}]}`);
    }
  });

  test('a thousand changes are taken, one more is refused', async () => {
    const changes = (count: number) => batch(...Array.from({ length: count }, (_, index) => change(String(index + 1))));
    expect((await stored(changes(1_000))).events).toHaveLength(1_000);
    expect(await receive(changes(1_001))).toMatchObject({ status: 422, code: 'too_many_changes' });
  });

  test('a lead beside changes of other fields is wrapped alone', async () => {
    const delivery = await stored(batch(change('1', 'feed'), change('2')));
    expect(Buffer.from(delivery.events[0]?.body ?? []).toString()).toBe(batch(change('2')).replace('"uid":"0",', ''));
  });

  test('duplicates inside a batch are passed on', async () => {
    expect(await receive(batch(change('1'), change('1')))).toMatchObject({ kind: 'stored', batch: true, receipts: [{}, {}] });
  });

  test('a lead without a usable id is not lost', async () => {
    const nameless = '{"field":"leadgen","value":{"page_id":1}}';
    expect((await stored(batch(nameless))).events).toEqual([{ eventType: 'leadgen', identity: sha256Hex(Buffer.from(nameless)) }]);
    expect((await stored(batch('{"field":"leadgen"}'))).events).toHaveLength(1);
  });

  test.each([
    ['other fields', batch(change('1', 'feed'))],
    ['no changes', '{"object":"page","entry":[{"id":1,"time":2,"changes":[]}]}'],
    ['no entries', '{"object":"page","entry":[]}'],
    ['entries that are none', '{"entry":[null,1,"x",[],{"changes":{}},{"changes":[null,7,"leadgen",[]]}]}'],
  ])('%s: nothing for us', async (_name, text) => {
    expect(await receive(text)).toEqual({ kind: 'ignored' });
  });
});

describe('social ads: flat events', () => {
  test('are known by id, else by the lead they create, and answered one by one', async () => {
    expect(await receive({ event_type: 'lead', id: 'a' })).toMatchObject({ kind: 'stored', batch: false });
    expect((await stored({ event_type: 'lead', id: 'a', leadgen_id: 5 })).events[0]?.identity).toBe('a');
    expect((await stored({ event_type: 'lead', leadgen_id: 5 })).events[0]?.identity).toBe('5');
    const update = { event_type: 'lead_updated', leadgen_id: 5 };
    expect((await stored(update)).events[0]?.identity).toBe(sha256Hex(Buffer.from(JSON.stringify(update))));
  });

  test('must name their type', async () => {
    expect(await receive({ entry: {}, leadgen_id: 5 })).toMatchObject({ code: 'fields_invalid', problems: [{ field: 'event_type' }] });
  });
});

describe('social ads: subscription', () => {
  const verify = (query: string, token: string | undefined = 'verify-token') =>
    createFixture({ secrets: { ...SECRETS, socialAdsVerifyToken: token } }).intake.verifySubscription(new URLSearchParams(query));
  const right = 'hub.mode=subscribe&hub.verify_token=verify-token&hub.challenge=1158201444';

  test('the right token gets its challenge back', () => {
    expect(verify(right)).toEqual({ status: 200, challenge: '1158201444' });
  });

  test.each([
    ['wrong token', right.replace('verify-token', 'guess'), 403, 'verify_token_invalid'],
    ['no token', 'hub.mode=subscribe&hub.challenge=1', 403, 'verify_token_invalid'],
    ['other mode', right.replace('subscribe', 'unsubscribe'), 403, 'mode_invalid'],
    ['no challenge', right.replace('1158201444', ''), 403, 'challenge_invalid'],
    ['markup beyond ASCII', right.replace('1158201444', '%C3%A7'), 403, 'challenge_invalid'],
    ['line break', right.replace('1158201444', 'a%0D%0Ab'), 403, 'challenge_invalid'],
    ['too long', right.replace('1158201444', '1'.repeat(257)), 403, 'challenge_invalid'],
  ])('%s', (_name, query, status, code) => {
    expect(verify(query)).toMatchObject({ status, code });
  });

  test('without a configured token the platform is told to come again', () => {
    const { intake } = createFixture({ secrets: { ...SECRETS, socialAdsVerifyToken: undefined } });
    expect(intake.verifySubscription(new URLSearchParams(right))).toMatchObject({ status: 503, code: 'source_not_configured' });
  });
});
