import { describe, expect, test } from 'vitest';
import { sha256Hex, signatureHeader } from '../../src/base/signature.ts';
import { createFixture, describeResult, NOW, request, SECRETS, signed } from './intake-fixture.ts';

const LEAD_FORM = {
  lead_id: 'TeSter-123-ABC',
  user_column_data: [{ column_name: 'Full Name', string_value: 'João', column_id: 'FULL_NAME' }],
  form_id: 40000000000,
  google_key: 'search-secret',
};
const FLAT = { event_type: 'conversion', search_click_id: 'abc', cliente_id: 1, full_name: 'Ana' };

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) => request('search_ads', body, headers);

describe('search ads: credential', () => {
  test.each([
    ['google_key', post(LEAD_FORM), 'google_key'],
    ['the previous google_key', post({ ...LEAD_FORM, google_key: 'search-secret-old' }), 'google_key_previous'],
    ['a signature', signed('search_ads', FLAT), 'hmac'],
    ['a signature with the previous secret', signed('search_ads', FLAT, 'search-secret-old'), 'hmac_previous'],
    ['the hub header', post(FLAT, { 'x-hub-signature-256': signatureHeader('search-secret', Buffer.from(JSON.stringify(FLAT))) }), 'hmac'],
  ])('%s proves the sender', async (_name, sent, credential) => {
    expect((await createFixture().stored(sent)).credential).toBe(credential);
  });

  const wrong = `sha256=${'0'.repeat(64)}`;
  test.each([
    ['nothing', post(FLAT), '401 signature_missing'],
    ['a blanked key', post({ ...LEAD_FORM, google_key: '' }), '401 signature_missing'],
    ['no JSON to find a key in', post('{'), '401 signature_missing'],
    ['a wrong key', post({ ...LEAD_FORM, google_key: 'guess' }), '401 google_key_invalid'],
    ['a key that is no text', post({ ...LEAD_FORM, google_key: ['search-secret'] }), '401 google_key_invalid'],
    ['a wrong signature beside a right key', post(LEAD_FORM, { 'x-webhook-signature': wrong }), '401 signature_invalid'],
    ['a signature that is none', post(LEAD_FORM, { 'x-hub-signature-256': 'sha1=00' }), '401 signature_malformed'],
    [
      'the first header decides',
      post(FLAT, {
        'x-webhook-signature': wrong,
        'x-hub-signature-256': signatureHeader('search-secret', Buffer.from(JSON.stringify(FLAT))),
      }),
      '401 signature_invalid',
    ],
  ])('%s does not', async (_name, sent, expected) => {
    expect(await createFixture().outcome(sent)).toBe(expected);
  });

  test('a body is not parsed before it could hold a key, and not walked before the key is right', async () => {
    const { outcome } = createFixture();
    const deep = (key: string) => `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}${key}}`;
    expect(await outcome(post(deep('')))).toBe('401 signature_missing');
    expect(await outcome(post(deep(',"google_key":"guess"')))).toBe('401 google_key_invalid');
    expect(await outcome(post(deep(',"google_key":"search-secret"')))).toBe('422 body_too_deep');
  });

  test('a key spelled with escapes proves the sender too', async () => {
    const { stored } = createFixture();
    const delivery = await stored(post('{"lead_id":"e-1","goo\\u0067le_key":"search-secret"}'));
    expect([delivery.credential, Buffer.from(delivery.body).toString()]).toEqual(['google_key', '{"lead_id":"e-1","goo\\u0067le_key":""}']);
  });

  test('in development an event without a credential passes, one with a wrong credential does not', async () => {
    const { outcome, stored } = createFixture({ config: { allowUnsigned: true } });
    expect((await stored(post(FLAT))).credential).toBe('unsigned');
    expect(await outcome(post({ ...FLAT, google_key: 'guess' }))).toBe('401 google_key_invalid');
    expect(await outcome(post(FLAT, { 'x-webhook-signature': wrong }))).toBe('401 signature_invalid');
    expect(await outcome(post(''))).toBe('422 body_empty');
    expect(await outcome(post('{'))).toBe('422 body_not_json');
  });

  test('without a secret only unsigned events of development pass', async () => {
    const secrets = { ...SECRETS, searchAds: [] };
    expect(await createFixture({ secrets }).outcome(post(LEAD_FORM))).toBe('503 source_not_configured');
    const open = createFixture({ secrets, config: { allowUnsigned: true } });
    expect(await open.outcome(post(FLAT))).toBe('stored');
    expect(await open.outcome(post(LEAD_FORM))).toBe('503 source_not_configured');
    expect(await open.outcome(signed('search_ads', FLAT))).toBe('503 source_not_configured');
  });

  test('replay of an unsigned event in development is not credited to the operator', async () => {
    const { intake, inbox } = createFixture({ config: { allowUnsigned: true } });
    expect(describeResult(await intake.replay(post(FLAT), NOW))).toBe('stored');
    expect(describeResult(await intake.replay(signed('search_ads', FLAT), NOW))).toBe('stored');
    expect(inbox.deliveries.map(({ credential }) => credential)).toEqual(['unsigned', 'operator']);
  });
});

describe('search ads: events', () => {
  const events = async (body: unknown) => (await createFixture().stored(signed('search_ads', body))).events;
  const hash = (body: unknown) => sha256Hex(Buffer.from(JSON.stringify(body)));

  test('the lead-form payload is known by its lead id, however long', async () => {
    expect(await events(LEAD_FORM)).toEqual([{ eventType: 'lead_form', identity: 'TeSter-123-ABC', kind: 'lead' }]);
    const long = 'x'.repeat(1_000);
    expect(await events({ lead_id: long })).toEqual([{ eventType: 'lead_form', identity: long, kind: 'lead' }]);
    expect(await events({ ...LEAD_FORM, event_type: 'sign_up' })).toEqual([
      { eventType: 'sign_up', identity: 'TeSter-123-ABC', kind: 'lead' },
    ]);
  });

  test.each([true, 'true', 1])('a test (%j) is known by its form too: the lead id is the same in every form', async (is_test) => {
    const identities = async (body: object) => (await events({ ...LEAD_FORM, is_test, ...body })).map(({ identity }) => identity);
    expect(await identities({})).toEqual(['TeSter-123-ABC:40000000000']);
    expect(await identities({ form_id: '5' })).toEqual(['TeSter-123-ABC:5']);
    for (const none of [{ form_id: 0 }, { form_id: null }, { is_test: false }]) expect(await identities(none)).toEqual(['TeSter-123-ABC']);
    const longest = 'x'.repeat(999);
    expect(await identities({ lead_id: longest })).toEqual([longest]);
  });

  test.each([null, 0, '0', ''])('with %j for a lead id it is known by its bytes', async (leadId) => {
    const body = { user_column_data: [], lead_id: leadId };
    expect(await events(body)).toEqual([{ eventType: 'lead_form', identity: hash(body), kind: 'lead' }]);
  });

  test('a flat event is known by its id, else by the lead it creates', async () => {
    expect(await events({ ...FLAT, id: 7, lead_id: 'l' })).toEqual([{ eventType: 'conversion', identity: '7', kind: 'conversion' }]);
    expect(await events({ event_type: 'Lead.Created', lead_id: 'l' })).toEqual([
      { eventType: 'Lead.Created', identity: 'l', kind: 'lead' },
    ]);
    const unknown = { event_type: 'whatever', lead_id: 'l' };
    expect(await events(unknown)).toEqual([{ eventType: 'whatever', identity: hash(unknown), kind: 'other' }]);
    expect(await events(FLAT)).toEqual([{ eventType: 'conversion', identity: hash(FLAT), kind: 'conversion' }]);
  });

  test.each([0, '0'])('an id of %j is none: all events without one would be resends of the first', async (id) => {
    expect(await events({ ...FLAT, id })).toEqual([{ eventType: 'conversion', identity: hash({ ...FLAT, id }), kind: 'conversion' }]);
  });

  test.each([
    ['lead_updated', 'update'],
    ['LEAD-UPDATED', 'update'],
    ['conversion', 'conversion'],
    ['Lead Qualified', 'conversion'],
    ['venda', 'conversion'],
  ])('%s of a lead does not look like the lead', async (type, kind) => {
    const body = { event_type: type, lead_id: 'l' };
    expect(await events(body)).toEqual([{ eventType: type, identity: hash(body), kind }]);
  });

  test('configured event types count as what they are configured to be', async () => {
    const { stored } = createFixture({ config: { eventTypes: new Map([['Signed-Contract', 'conversion']]) } });
    const body = { event_type: 'signed_contract', lead_id: 'l' };
    expect((await stored(signed('search_ads', body))).events[0]?.identity).toBe(hash(body));
  });

  test.each([[{ full_name: 'Ana' }], [{ event_type: '' }], [{ event_type: 5 }], [{ event_type: 'x'.repeat(256) }]])(
    '%j has no usable event type',
    async (body) => {
      expect(await createFixture().intake.receive(signed('search_ads', body))).toMatchObject({
        status: 422,
        code: 'fields_invalid',
        problems: [{ field: 'event_type' }],
      });
    },
  );
});

describe('search ads: the stored copy', () => {
  test('has the key blanked and every other byte as it was', async () => {
    const { stored } = createFixture();
    const text = '{ "lead_id" : 12345678901234567890,\r\n"google_key"\t: "search-secret" , "nome":"Jo\\u00e3o ção" }';
    const delivery = await stored(post(text));
    expect(Buffer.from(delivery.body).toString()).toBe(text.replace('"search-secret"', '""'));
    expect(delivery.events[0]?.identity).toBe('12345678901234567890');
  });

  test('an identity by hash does not change with the key, so a rotated secret makes no second event', async () => {
    const { stored } = createFixture();
    const one = await stored(post({ event_type: 'conversion', google_key: 'search-secret' }));
    const two = await stored(post({ event_type: 'conversion', google_key: 'search-secret-old' }));
    expect(two.events).toEqual(one.events);
    expect(one.events[0]?.identity).toBe(sha256Hex(one.body));
  });

  test('a signed body loses its key too', async () => {
    const { stored } = createFixture();
    expect(Buffer.from((await stored(signed('search_ads', LEAD_FORM))).body).toString()).not.toContain('search-secret');
  });
});
