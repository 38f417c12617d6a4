import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError, type ErrorCode } from '../../src/base/app-error.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import type { EventInbox } from '../../src/domain/ports.ts';
import { requestOfKept } from '../../src/intake/intake-request.ts';
import { createFixture } from '../intake/intake-fixture.ts';
import { formBody, type IntakeServer, lastRefused, postForm, startIntakeServer } from './intake-server.ts';

let server: IntakeServer;

beforeAll(async () => {
  server = await startIntakeServer();
});
afterAll(() => server.close());

const eventCount = async () => (await server.store.listEvents({ limit: 1_000 })).items.length;

const claimAll = () => server.store.claim({ queue: 'webhooks', workerId: 'w', limit: 1_000, leaseMs: 60_000, now: Date.now() });

describe('own form', () => {
  test('is answered 202 with the event’s id, and the event is in the database byte for byte', async () => {
    const body = `${formBody({ id: 'first' })}\n `;
    const response = await postForm(server.url, body);
    expect(response.status).toBe(202);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const answer = (await response.json()) as { status: string; evento_id: string };
    expect(answer).toEqual({ status: 'accepted', evento_id: expect.stringMatching(/^\d+$/) });
    const trail = await server.store.eventTrail(answer.evento_id);
    expect(Buffer.from(trail?.event.body ?? []).toString()).toBe(body);
    expect(trail?.event).toMatchObject({ origin: 'formulario_proprio', status: 'recebido', identity: 'first', credential: 'hmac' });
    expect(trail?.event.requestId).toBe(response.headers.get('x-request-id'));
    expect(trail?.jobs).toMatchObject([{ state: 'pendente', type: 'ProcessarWebhookJob', queue: 'webhooks' }]);
  });

  test('a resend is 202 while the event waits, and 200 already_accepted once a worker has it', async () => {
    const body = formBody({ id: 'again' });
    const first = (await (await postForm(server.url, body)).json()) as { evento_id: string };
    const second = await postForm(server.url, body);
    expect([second.status, await second.json()]).toEqual([202, { status: 'accepted', evento_id: first.evento_id }]);
    await claimAll();
    const third = await postForm(server.url, body);
    expect([third.status, await third.json()]).toEqual([200, { status: 'already_accepted', evento_id: first.evento_id }]);
  });

  test('a resend that says something else is logged, without what it says', async () => {
    await postForm(server.url, formBody({ id: 'differs' }));
    const response = await postForm(server.url, formBody({ id: 'differs', nome: 'Somebody Else' }));
    const line = server.lines.find(({ requestId }) => requestId === response.headers.get('x-request-id'));
    expect(line).toMatchObject({ level: 'warn', code: 'resend_differs' });
    expect(JSON.stringify(server.lines)).not.toMatch(/Somebody|João/);
  });

  test('problems of fields are listed', async () => {
    const response = await postForm(server.url, formBody({ id: '', nome: ' ' }));
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const body = (await response.json()) as { errors: readonly { field: string }[] };
    expect(body).toMatchObject({ code: 'fields_invalid', status: 422 });
    expect(body.errors.map(({ field }) => field)).toEqual(['id', 'nome']);
  });

  test('headers are kept, but not the credentials of proxies and browsers', async () => {
    const body = formBody({ id: 'headers' });
    const response = await postForm(server.url, body, {
      'X-Formulario-Signature': signatureHeader('form-secret', Buffer.from(body)),
      Authorization: 'Bearer abc',
      Cookie: 'a=b',
      'X-Custom': 'kept',
    });
    const { evento_id: id } = (await response.json()) as { evento_id: string };
    const headers = (await server.store.eventTrail(id))?.event.headers ?? '';
    expect(headers.toLowerCase()).toContain('["x-custom","kept"]');
    expect(headers).not.toMatch(/Bearer|a=b/);
  });
});

describe('platform routes', () => {
  const post = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    fetch(server.url + path, { method: 'POST', body, headers });

  test('search ads are answered 200, and the stored copy has the key blanked', async () => {
    const response = await post('/webhooks/search_ads', '{"lead_id":"g-1","user_column_data":[],"google_key":"search-secret"}', {});
    const answer = (await response.json()) as { evento_id: string };
    expect([response.status, answer]).toEqual([200, { status: 'accepted', evento_id: expect.any(String) }]);
    const trail = await server.store.eventTrail(answer.evento_id);
    expect(Buffer.from(trail?.event.body ?? []).toString()).toBe('{"lead_id":"g-1","user_column_data":[],"google_key":""}');
  });

  test('a secret under a misspelled key is stored nowhere of an event that proved itself otherwise', async () => {
    const body = '{"event_type":"lead","id":"search-secret","google-key":"search-secret","x":"search\\u002dsecret"}';
    const response = await post('/webhooks/search_ads', body, {
      'X-Webhook-Signature': signatureHeader('search-secret', Buffer.from(body)),
      'X-Key': 'search-secret',
    });
    const { evento_id: id } = (await response.json()) as { evento_id: string };
    const event = (await server.store.eventTrail(id))?.event;
    expect(Buffer.from(event?.body ?? []).toString()).toBe('{"event_type":"lead","id":"","google-key":"","x":""}');
    expect(JSON.stringify([event?.headers, event?.identity])).not.toContain('search-secret');
  });

  const social = (changes: readonly string[]) => {
    const body = `{"object":"page","entry":[{"id":"1","time":2,"changes":[${changes.join(',')}]}]}`;
    return post('/webhooks/social_ads', body, { 'X-Hub-Signature-256': signatureHeader('social-secret', Buffer.from(body)) });
  };
  const lead = (id: string) => `{"field":"leadgen","value":{"leadgen_id":"${id}"}}`;

  test('a social batch lists its events; the same lead twice is one event', async () => {
    const response = await social([lead('1'), lead('2'), lead('1')]);
    const answer = (await response.json()) as { status: string; eventos: readonly { evento_id: string; status: string }[] };
    expect([response.status, answer.status]).toEqual([200, 'accepted']);
    const ids = answer.eventos.map(({ evento_id: id }) => id);
    expect([ids.length, new Set(ids).size, ids[0] === ids[2]]).toEqual([3, 2, true]);
  });

  test('it is already_accepted only when all of it is', async () => {
    await social([lead('10')]);
    await claimAll();
    expect(await (await social([lead('10')])).json()).toMatchObject({
      status: 'already_accepted',
      eventos: [{ status: 'already_accepted' }],
    });
    expect(await (await social([lead('10'), lead('11')])).json()).toMatchObject({
      status: 'accepted',
      eventos: [{ status: 'already_accepted' }, { status: 'accepted' }],
    });
  });

  test('a batch without leads is ignored', async () => {
    const before = await eventCount();
    const response = await social(['{"field":"feed","value":{}}']);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ignored' }]);
    expect(await eventCount()).toBe(before);
  });

  test('the subscription check gets the bare challenge', async () => {
    const query = 'hub.mode=subscribe&hub.verify_token=verify-token&hub.challenge=1158201444';
    const response = await fetch(`${server.url}/webhooks/social_ads?${query}`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158201444',
    ]);
    const wrong = await fetch(`${server.url}/webhooks/social_ads?${query.replace('verify-token', 'guess')}`);
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { code: 'verify_token_invalid' }]);
    expect(JSON.stringify(server.lines)).not.toMatch(/guess|verify-token/);
  });

  test('other methods are told what there is', async () => {
    const allow = async (path: string) => (await fetch(server.url + path, { method: 'OPTIONS' })).headers.get('allow');
    expect(await allow('/integracoes/leads')).toBe('POST');
    expect(await allow('/webhooks/search_ads')).toBe('POST');
    expect(await allow('/webhooks/social_ads')).toBe('GET, HEAD, POST');
  });
});

describe('refused requests are kept', () => {
  test('401, with what an operator needs to put it through again', async () => {
    const body = formBody({ id: 'refused' });
    const response = await postForm(server.url, body, { 'X-Formulario-Signature': `sha256=${'0'.repeat(64)}` });
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'signature_invalid' }]);
    const kept = await lastRefused(server, 'signature_invalid');
    expect(kept).toMatchObject({
      origin: 'formulario_proprio',
      method: 'POST',
      path: '/integracoes/leads',
      httpStatus: 401,
      complete: true,
      requestId: response.headers.get('x-request-id'),
    });
    expect(Buffer.from(kept.body).toString()).toBe(body);
    expect(kept.headers.toLowerCase()).toContain('x-formulario-signature');
    expect(server.lines.find(({ requestId }) => requestId === kept.requestId)).toMatchObject({
      level: 'info',
      code: 'signature_invalid',
      status: 401,
    });
  });

  test('a wrong google_key is kept as sent, a right one is blanked', async () => {
    const post = (body: string) => fetch(`${server.url}/webhooks/search_ads`, { method: 'POST', body });
    await post('{"lead_id":"x","google_key":"guess"}');
    expect(Buffer.from((await lastRefused(server, 'google_key_invalid')).body).toString()).toContain('"guess"');
    await post('{"google_key":"search-secret"}');
    expect(Buffer.from((await lastRefused(server, 'fields_invalid')).body).toString()).toBe('{"google_key":""}');
  });

  test.each([
    ['in broken quotes', '{"lead_id":"x","google_key":"search-secret}', '{"lead_id":"x","google_key":""', {}],
    ['behind a broken quote', '{"lead_id":"x","google_key: "search-secret"}', '{"lead_id":"x","google_key: ""}', {}],
    ['under a misspelled key', '{"lead_id":"x","googleKey":"search-secret-old"}', '{"lead_id":"x","googleKey":""}', {}],
    ['in a header', '{"lead_id":"x"}', '{"lead_id":"x"}', { 'X-Webhook-Signature': 'search-secret', 'X-Other': 'is search-secret' }],
    ['escaped', '{"lead_id":"x","key":"search\\u002Dsecret"}', '{"lead_id":"x","key":""}', {}],
  ])('a secret that stands %s is not kept, and proves the sender', async (_where, body, expected, headers) => {
    const answer = await fetch(`${server.url}/webhooks/search_ads`, { method: 'POST', body, headers });
    const kept = await lastRefused(server, ((await answer.json()) as { code: string }).code);
    expect({ body: Buffer.from(kept.body).toString(), isVerified: kept.isVerified }).toEqual({ body: expected, isVerified: true });
    expect(kept.headers).not.toContain('search-secret');
  });

  test('wrong keys of one address are slowed down and kept; the right one is taken, and so is what others send wrong', async () => {
    await using slowed = await startIntakeServer();
    const post = (id: string, key: string) =>
      fetch(`${slowed.url}/webhooks/search_ads`, {
        method: 'POST',
        body: JSON.stringify({ event_type: 'lead', lead_id: id, google_key: key }),
      });
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push(await post(`guess-${index}`, `guess number ${index}`));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answers[5]?.json()).toMatchObject({ code: 'google_key_invalid' });
    expect(Buffer.from((await lastRefused(slowed, 'google_key_invalid')).body).toString()).toContain('"guess number 5"');
    expect((await post('right', 'search-secret')).status).toBe(200);
    const unsigned = await fetch(`${slowed.url}/webhooks/search_ads`, { method: 'POST', body: '{"lead_id":"x"}' });
    expect(unsigned.status).toBe(401);
    expect(slowed.lines.filter(({ blockSeconds }) => blockSeconds !== undefined)).toHaveLength(1);
  });

  test('what lost its secret can be replayed', async () => {
    const body = '{"event_type":"lead","lead_id":"misspelled","googleKey":"search-secret"}';
    await fetch(`${server.url}/webhooks/search_ads`, { method: 'POST', body });
    const kept = await lastRefused(server, 'signature_missing');
    const { intake } = createFixture({ inbox: server.store });
    expect((await intake.replay(requestOfKept(kept), kept.receivedAt, kept)).kind).toBe('stored');
  });

  test('a secret with something around it is a wrong key, and is blanked all the same', async () => {
    await fetch(`${server.url}/webhooks/search_ads`, { method: 'POST', body: '{"lead_id":"x","google_key":"search-secret "}' });
    const kept = await lastRefused(server, 'google_key_invalid');
    expect([Buffer.from(kept.body).toString(), kept.isVerified]).toEqual(['{"lead_id":"x","google_key":" "}', true]);
  });

  test('of a long body the first 64 KiB', async () => {
    const body = formBody({ mensagem: 'x'.repeat(100_000) });
    await postForm(server.url, body, { 'X-Formulario-Signature': `sha256=${'b'.repeat(64)}` });
    const kept = await lastRefused(server, 'signature_invalid');
    expect([kept.complete, Buffer.from(kept.body)]).toEqual([false, Buffer.from(body).subarray(0, 65_536)]);
  });

  test('503 is not: the sender will come again', async () => {
    const other = await startIntakeServer({ secrets: { ownForm: [] } });
    const response = await postForm(other.url, formBody());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    await other.flushRefused();
    expect((await other.store.listRefused({ limit: 10 })).items).toEqual([]);
    await other.close();
  });
});

describe('trouble of the store', () => {
  const failing = (code: ErrorCode) => (): EventInbox => ({
    accept: () => Promise.reject(new AppError(code, 'SQLITE says no at /srv/data.db')),
    recordRefused: () => Promise.reject(new AppError(code, 'no')),
  });

  test.each(['store_busy', 'store_full', 'store_overloaded', 'store_unavailable', 'store_closed'] as const)('%s is a 503', async (code) => {
    const other = await startIntakeServer({ inbox: failing(code) });
    const response = await postForm(other.url, formBody());
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true]);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code });
    expect(text).not.toContain('/srv');
    await other.close();
  });

  test('refusals are answered even when they cannot be kept', async () => {
    const other = await startIntakeServer({ inbox: failing('store_full') });
    expect((await postForm(other.url, '{}', {})).status).toBe(401);
    await other.flushRefused();
    expect(other.lines.some(({ level, msg }) => level === 'warn' && String(msg).includes('could not be kept'))).toBe(true);
    await other.close();
  });
});
