import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { saying } from '../support/saying.ts';
import { createFixture, describeResult, FORM, NOW, NOW_SECONDS, request, SECRETS, signed } from './intake-fixture.ts';

const form = (changes: Readonly<Record<string, unknown>> | string, secret?: string) =>
  signed('formulario_proprio', typeof changes === 'string' ? changes : { ...FORM, ...changes }, secret);

describe('own form: what is stored', () => {
  test('the raw bytes, the identity and how the sender proved itself', async () => {
    const { stored } = createFixture();
    const sent = form({});
    const delivery = await stored(sent);
    expect(delivery).toMatchObject({
      origin: 'formulario_proprio',
      credential: 'hmac',
      receivedAt: NOW,
      queue: 'webhooks',
      requestId: 'r-1',
      remoteAddress: '192.0.2.1',
      headers: sent.headersJson,
      events: [{ eventType: 'lead', identity: 'f-1' }],
    });
    expect(delivery.body).toBe(sent.body);
  });

  test('the answer waits for the inbox', async () => {
    let commit: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const inbox = {
      accept: async () => {
        await committed;
        return [{ eventId: '7', status: 'accepted', isNew: true, conflict: false, typeDiffers: false } as const];
      },
    };
    const { intake } = createFixture({ inbox });
    const order: string[] = [];
    const answered = intake.receive(form({})).then((result) => order.push(result.kind));
    await Promise.resolve();
    order.push('commit');
    commit();
    await answered;
    expect(order).toEqual(['commit', 'stored']);
  });

  test('the previous secret is recorded as such', async () => {
    const { stored } = createFixture();
    expect((await stored(form({}, 'form-secret-old'))).credential).toBe('hmac_previous');
  });

  test.each([
    ['a whole number', '42', '42'],
    ['20 digits', '12345678901234567890', '12345678901234567890'],
    ['2^53 + 1', '9007199254740993', '9007199254740993'],
    ['text', '"ação-1"', 'ação-1'],
    ['255 characters of two UTF-16 units', JSON.stringify('😀'.repeat(255)), '😀'.repeat(255)],
  ])('id as %s is kept exactly', async (_name, literal, identity) => {
    const { stored } = createFixture();
    const body = `{"event_type":"lead","id":${literal},"timestamp":${NOW_SECONDS},"campanha_id":1,"nome":"Ana"}`;
    expect((await stored(form(body))).events[0]?.identity).toBe(identity);
  });

  test('optional and unknown fields are never a reason to refuse', async () => {
    const { outcome } = createFixture();
    expect(await outcome(form({ email: 17, telefone: null, valor: 'x', consentimentos: [], unknown: { a: [1] } }))).toBe('stored');
    expect(await outcome(form(`${JSON.stringify(FORM).slice(0, -1)},"__proto__":{"id":1},"constructor":2}`))).toBe('stored');
  });
});

describe('own form: credential', () => {
  test.each([
    ['no header', {}, '401 signature_missing'],
    ['empty header', { 'x-formulario-signature': '' }, '401 signature_malformed'],
    ['base64', { 'x-formulario-signature': 'sha256=3q2+7w==' }, '401 signature_malformed'],
    ['sent twice', { 'x-formulario-signature': `sha256=${'a'.repeat(64)}, sha256=${'a'.repeat(64)}` }, '401 signature_malformed'],
    ['wrong', { 'x-formulario-signature': `sha256=${'a'.repeat(64)}` }, '401 signature_invalid'],
  ])('%s', async (_name, headers, expected) => {
    const { outcome, inbox } = createFixture();
    expect(await outcome(request('formulario_proprio', FORM, headers))).toBe(expected);
    expect(inbox.deliveries).toHaveLength(0);
  });

  test('hex in upper case is fine', async () => {
    const { outcome } = createFixture();
    const body = Buffer.from(JSON.stringify(FORM));
    const header = `sha256=${signatureHeader('form-secret', body).slice('sha256='.length).toUpperCase()}`;
    expect(await outcome(request('formulario_proprio', body, { 'x-formulario-signature': header }))).toBe('stored');
  });

  test('the signature comes before the body, and is needed in development too', async () => {
    const { outcome } = createFixture({ config: { allowUnsigned: true } });
    expect(await outcome(request('formulario_proprio', ''))).toBe('401 signature_missing');
    expect(await outcome(request('formulario_proprio', FORM))).toBe('401 signature_missing');
  });

  test('without a secret the sender is told to come again', async () => {
    const { outcome } = createFixture({ secrets: { ...SECRETS, ownForm: [] } });
    expect(await outcome(form({}))).toBe('503 source_not_configured');
  });
});

describe('own form: timestamp', () => {
  test.each([
    ['the oldest allowed', NOW_SECONDS - 300, 'stored'],
    ['one second older', NOW_SECONDS - 301, '401 timestamp_out_of_window'],
    ['the newest allowed', NOW_SECONDS + 300, 'stored'],
    ['one second newer', NOW_SECONDS + 301, '401 timestamp_out_of_window'],
    ['a fraction', NOW_SECONDS + 0.25, 'stored'],
    ['text of digits', String(NOW_SECONDS), 'stored'],
    ['negative', -1, '401 timestamp_out_of_window'],
    ['text that is no number', 'yesterday', '422 fields_invalid'],
    ['text with a fraction', `${NOW_SECONDS}.5`, '422 fields_invalid'],
    ['true', true, '422 fields_invalid'],
    ['null', null, '422 fields_invalid'],
  ])('%s', async (_name, timestamp, expected) => {
    expect(await createFixture().outcome(form({ timestamp }))).toBe(expected);
  });

  test('a number no double can hold is outside the window', async () => {
    const body = JSON.stringify({ ...FORM, timestamp: 0 }).replace('"timestamp":0', '"timestamp":1e999');
    const result = await createFixture().intake.receive(form(body));
    expect(result).toMatchObject({ status: 401, code: 'timestamp_out_of_window', params: saying('more than 1000000000') });
  });

  test('the refusal tells by how much, and recognises milliseconds', async () => {
    const { intake } = createFixture();
    expect(await intake.receive(form({ timestamp: NOW_SECONDS - 3_600 }))).toMatchObject({
      params: saying('3600 seconds behind'),
    });
    expect(await intake.receive(form({ timestamp: NOW }))).toMatchObject({ params: saying('milliseconds') });
    expect(await intake.receive(form({ timestamp: NOW_SECONDS + 301 }))).not.toMatchObject({
      params: saying('milliseconds'),
    });
  });

  test('it is looked at before the other fields', async () => {
    expect(await createFixture().outcome(form({ timestamp: 1, nome: '' }))).toBe('401 timestamp_out_of_window');
  });
});

describe('own form: fields', () => {
  test('all problems are told at once', async () => {
    const result = await createFixture().intake.receive(form('{}'));
    expect(result).toMatchObject({ kind: 'refused', status: 422, code: 'fields_invalid' });
    const problems = result.kind === 'refused' ? (result.problems ?? []) : [];
    expect(problems.map(({ field }) => field)).toEqual(['event_type', 'id', 'timestamp', 'campanha_id', 'nome']);
    expect(problems.every(({ problem }) => problem.startsWith('is missing'))).toBe(true);
  });

  test.each([
    ['event_type', ''],
    ['event_type', 7],
    ['event_type', 'x'.repeat(256)],
    ['id', ''],
    ['id', null],
    ['id', 1.5],
    ['id', {}],
    ['id', 'a\0b'],
    ['id', '\ud800'],
    ['id', 'x'.repeat(256)],
    ['campanha_id', []],
    ['campanha_id', false],
    ['nome', ''],
    ['nome', ' \u200b\u2060 '],
    ['nome', 5],
  ])('%s must not be %j', async (field, value) => {
    const result = await createFixture().intake.receive(form({ [field]: value }));
    expect(result).toMatchObject({ code: 'fields_invalid', problems: [{ field }] });
  });
});

describe('own form: body', () => {
  test.each([
    ['empty', '', '422 body_empty'],
    ['blank', ' \n', '422 body_empty'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), '422 body_not_utf8'],
    ['truncated', '{"event_type":', '422 body_not_json'],
    ['an array', '[]', '422 body_not_object'],
    ['null', 'null', '422 body_not_object'],
    ['a number beyond 2^53', '12345678901234567890', '422 body_not_object'],
    ['deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, '422 body_too_deep'],
    ['deep and never closed', '['.repeat(100_000), '422 body_not_json'],
  ])('%s', async (_name, body, expected) => {
    expect(await createFixture().outcome(signed('formulario_proprio', body))).toBe(expected);
  });

  test('a byte order mark in front is fine, of duplicate keys the last one counts', async () => {
    const { stored } = createFixture();
    const text = `\ufeff${JSON.stringify(FORM).slice(0, -1)},"id":"f-2"}`;
    expect((await stored(signed('formulario_proprio', text))).events[0]?.identity).toBe('f-2');
  });
});

describe('replay by an operator', () => {
  test('does not look at the timestamp again and records the operator', async () => {
    const { intake, inbox } = createFixture();
    const old = form({ timestamp: NOW_SECONDS - 86_400 });
    expect(describeResult(await intake.receive(old))).toBe('401 timestamp_out_of_window');
    expect(describeResult(await intake.replay(old, NOW - 86_400_000))).toBe('stored');
    expect(inbox.deliveries[0]).toMatchObject({ credential: 'operator', receivedAt: NOW, refusedAt: NOW - 86_400_000 });
  });

  test('needs a signature that is valid now', async () => {
    const { intake } = createFixture();
    expect(describeResult(await intake.replay(form({}, 'some-other-secret'), NOW))).toBe('401 signature_invalid');
    const mended = createFixture({ secrets: { ...SECRETS, ownForm: ['some-other-secret'] } });
    expect(describeResult(await mended.intake.replay(form({}, 'some-other-secret'), NOW))).toBe('stored');
  });

  test('still refuses a body without a usable timestamp', async () => {
    const { intake } = createFixture();
    expect(describeResult(await intake.replay(form({ timestamp: 'x' }), NOW))).toBe('422 fields_invalid');
  });
});
