import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError, type ErrorCode } from '../../src/base/app-error.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import type { EventInbox } from '../../src/domain/ports.ts';
import { BodyBudget } from '../../src/http/body-budget.ts';
import { formBody, type IntakeServer, MAX_BODY_BYTES, postForm, rawPost, startIntakeServer } from './intake-server.ts';
import { exchangeRaw, openRaw, statuses } from './raw-connection.ts';

let server: IntakeServer;

beforeAll(async () => {
  server = await startIntakeServer();
});
afterAll(() => server.close());

const eventCount = async () => (await server.store.listEvents({ limit: 1_000 })).items.length;

async function lastRefused(code: string) {
  await server.flushRefused();
  const { items } = await server.store.listRefused({ code, limit: 1 });
  const [newest] = items;
  if (newest === undefined) throw new Error(`nothing refused as ${code}`);
  return newest;
}

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
    const kept = await lastRefused('signature_invalid');
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
    expect(Buffer.from((await lastRefused('google_key_invalid')).body).toString()).toContain('"guess"');
    await post('{"google_key":"search-secret"}');
    expect(Buffer.from((await lastRefused('fields_invalid')).body).toString()).toBe('{"google_key":""}');
  });

  test('of a long body the first 64 KiB', async () => {
    const body = formBody({ mensagem: 'x'.repeat(100_000) });
    await postForm(server.url, body, { 'X-Formulario-Signature': 'sha256=short' });
    const kept = await lastRefused('signature_malformed');
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

describe('bodies', () => {
  test('a declared length over the limit is refused at once, before the body is sent', async () => {
    const connection = await openRaw(server.port);
    connection.write(rawPost([`Content-Length: ${MAX_BODY_BYTES + 1}`], ''));
    const received = await connection.until((text) => text.includes('body_too_large'));
    expect(statuses(received)).toEqual([413]);
    expect(received).toContain('Connection: close');
    connection.write('a'.repeat(100_000));
    connection.socket.end();
    await connection.closed;
  });

  test('a body of exactly the limit is taken', async () => {
    const shortest = Buffer.byteLength(formBody({ id: 'limit', mensagem: '' }));
    const ofLength = (bytes: number) => formBody({ id: 'limit', mensagem: 'x'.repeat(bytes - shortest) });
    expect((await postForm(server.url, ofLength(MAX_BODY_BYTES))).status).toBe(202);
    expect((await postForm(server.url, ofLength(MAX_BODY_BYTES + 1))).status).toBe(413);
  });

  test('chunks over the limit are counted; the client gets its answer although it goes on sending', async () => {
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const connection = await openRaw(server.port);
    connection.write(rawPost(['Transfer-Encoding: chunked'], chunk.repeat(20)));
    connection.write('0\r\n\r\n');
    const received = await connection.closed;
    expect(statuses(received)).toEqual([413]);
    const kept = await lastRefused('body_too_large');
    expect([kept.httpStatus, kept.complete, kept.body.byteLength]).toEqual([413, false, 65_536]);
  });

  test('chunks within the limit are a body like any other', async () => {
    const body = formBody({ id: 'chunked' });
    const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    const chunks = [...Buffer.from(body)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
    const request = Buffer.from(rawPost([signature, 'Transfer-Encoding: chunked', 'Connection: close'], `${chunks}0\r\n\r\n`), 'latin1');
    expect(statuses(await exchangeRaw(server.port, request))).toEqual([202]);
  });

  test('when too many bodies are being read, one more is told to come again, and room comes back', async () => {
    const bodyBudget = new BodyBudget(0);
    const other = await startIntakeServer({ bodyBudget });
    const taken = 64 * 1024 * 1024 - 100_000;
    expect(bodyBudget.take(taken)).toBe(true);
    const connection = await openRaw(other.port);
    connection.write(rawPost(['Content-Length: 200000'], 'x'.repeat(150_000)));
    const received = await connection.until((text) => text.includes('"overloaded"'));
    expect([statuses(received), received.includes('Retry-After: 2')]).toEqual([[503], true]);
    connection.socket.end();
    await connection.closed;
    expect((await postForm(other.url, formBody({ id: 'small' }))).status).toBe(202);
    bodyBudget.giveBack(taken);
    expect((await postForm(other.url, formBody({ id: 'large', mensagem: 'x'.repeat(200_000) }))).status).toBe(202);
    expect(bodyBudget.take(64 * 1024 * 1024)).toBe(true);
    await other.close();
  });

  test('HTTP/1.0 is never invited', async () => {
    const body = formBody({ id: 'old' });
    const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    const head = ['POST /integracoes/leads HTTP/1.0', signature, `Content-Length: ${Buffer.byteLength(body)}`, 'Expect: 100-continue'];
    expect(statuses(await exchangeRaw(server.port, [...head, '', body].join('\r\n')))).toEqual([202]);
  });

  test('a client that waits to be invited is invited, or refused without sending', async () => {
    const body = formBody({ id: 'expect' });
    const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    const invited = await openRaw(server.port);
    invited.write(rawPost([signature, `Content-Length: ${Buffer.byteLength(body)}`, 'Expect: 100-continue', 'Connection: close'], ''));
    await invited.until((text) => text.includes('100 Continue'));
    invited.write(body);
    expect(statuses(await invited.closed)).toEqual([100, 202]);
    const refused = await openRaw(server.port);
    refused.write(rawPost([`Content-Length: ${MAX_BODY_BYTES + 1}`, 'Expect: 100-continue'], ''));
    await refused.until((text) => text.includes('body_too_large'));
    refused.socket.end();
    expect(statuses(await refused.closed)).toEqual([413]);
  });

  test('a length that is shorter than the body: the signature no longer fits, the rest is no request', async () => {
    const body = formBody({ id: 'short' });
    const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    const before = await eventCount();
    const received = await exchangeRaw(server.port, rawPost([signature, 'Content-Length: 20'], body));
    expect(statuses(received)).toEqual([401, 400]);
    expect(await eventCount()).toBe(before);
  });

  test('a client that goes away mid-body leaves nothing behind', async () => {
    const before = await eventCount();
    const linesBefore = server.lines.length;
    const body = formBody({ id: 'gone' });
    const connection = await openRaw(server.port);
    const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    connection.write(rawPost([signature, `Content-Length: ${Buffer.byteLength(body) + 1}`], body));
    connection.socket.end();
    expect(await connection.closed).toBe('');
    await postForm(server.url, formBody({ id: 'after-gone' }));
    expect(await eventCount()).toBe(before + 1);
    expect(server.lines.slice(linesBefore).filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  test('an invalid chunk is a 400', async () => {
    const received = await exchangeRaw(server.port, rawPost(['Transfer-Encoding: chunked'], 'zz\r\nabc\r\n'));
    expect(statuses(received)).toEqual([400]);
  });

  test('compressed bodies are refused and kept; identity is fine', async () => {
    const body = formBody({ id: 'gzip' });
    const packed = gzipSync(body);
    const signature = signatureHeader('form-secret', packed);
    const response = await postForm(server.url, packed, { 'X-Formulario-Signature': signature, 'Content-Encoding': 'gzip' });
    expect([response.status, await response.json()]).toMatchObject([415, { code: 'content_encoding_unsupported' }]);
    expect(Buffer.from((await lastRefused('content_encoding_unsupported')).body).equals(packed)).toBe(true);
    const plain = { 'X-Formulario-Signature': signatureHeader('form-secret', Buffer.from(body)), 'Content-Encoding': 'Identity' };
    expect((await postForm(server.url, body, plain)).status).toBe(202);
  });

  test('a signature sent twice is refused, whichever of them is right', async () => {
    const body = formBody({ id: 'twice' });
    const right = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    const headers = [right, right, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
    const received = await exchangeRaw(server.port, rawPost(headers, body));
    expect(statuses(received)).toEqual([401]);
    expect(received).toContain('signature_malformed');
  });

  test('pipelined posts are answered in order', async () => {
    const post = (id: string, last: boolean) => {
      const body = formBody({ id });
      const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      return rawPost(last ? [signature, length, 'Connection: close'] : [signature, length], body);
    };
    const bad = rawPost(['Content-Length: 2'], '{}');
    const received = await exchangeRaw(server.port, post('p-1', false) + bad + post('p-2', true));
    expect(statuses(received)).toEqual([202, 401, 202]);
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
