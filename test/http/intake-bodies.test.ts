import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { BodyBudget } from '../../src/http/body-budget.ts';
import { formBody, type IntakeServer, lastRefused, MAX_BODY_BYTES, postForm, rawPost, startIntakeServer } from './intake-server.ts';
import { exchangeRaw, openRaw, statuses } from './raw-connection.ts';

let server: IntakeServer;

beforeAll(async () => {
  server = await startIntakeServer();
});
afterAll(() => server.close());

const eventCount = async () => (await server.store.listEvents({ limit: 1_000 })).items.length;

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
    connection.write(rawPost([`X-Formulario-Signature: sha256=${'a'.repeat(64)}`, 'Transfer-Encoding: chunked'], chunk.repeat(20)));
    connection.write('0\r\n\r\n');
    const received = await connection.closed;
    expect(statuses(received)).toEqual([413]);
    const kept = await lastRefused(server, 'body_too_large');
    expect([kept.httpStatus, kept.complete, kept.body.byteLength]).toEqual([413, false, 65_536]);
  });

  test('chunks within the limit are a body like any other', async () => {
    const body = formBody({ id: 'chunked' });
    const signature = `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
    const chunks = [...Buffer.from(body)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
    const request = Buffer.from(rawPost([signature, 'Transfer-Encoding: chunked', 'Connection: close'], `${chunks}0\r\n\r\n`), 'latin1');
    expect(statuses(await exchangeRaw(server.port, request))).toEqual([202]);
  });

  test('bodies that are held back keep out neither small nor large ones: the oldest and largest give way', async () => {
    const other = await startIntakeServer({ bodyBudget: new BodyBudget(MAX_BODY_BYTES) });
    const signature = `X-Formulario-Signature: sha256=${'a'.repeat(64)}`;
    const almostWhole = rawPost([signature, 'Content-Length: 200000'], 'x'.repeat(199_000));
    const holding = await Promise.all(Array.from({ length: 344 }, () => openRaw(other.port)));
    const evicted = Promise.race(holding.map(({ closed }) => closed));
    for (const connection of holding) connection.write(almostWhole);
    expect(statuses(await evicted)).toEqual([503]);
    const inPieces = await openRaw(other.port);
    const body = formBody({ id: 'in-pieces', nome: 'Ana', mensagem: 'x'.repeat(150_000) });
    inPieces.write(rawPost([signedHeader(body), `Content-Length: ${body.length}`, 'Connection: close'], body.slice(0, 100_000)));
    const small = await Promise.all(Array.from({ length: 20 }, (_, index) => postForm(other.url, formBody({ id: `small-${index}` }))));
    expect(new Set(small.map(({ status }) => status))).toEqual(new Set([202]));
    inPieces.write(body.slice(100_000));
    expect(statuses(await inPieces.closed)).toEqual([202]);
    for (const { socket } of holding) socket.destroy();
    await other.close();
  }, 30_000);

  test('a body that arrives too slowly is given up', async () => {
    let now = 0;
    const bodyBudget = new BodyBudget(MAX_BODY_BYTES, () => now);
    const other = await startIntakeServer({ bodyBudget });
    const connection = await openRaw(other.port);
    connection.write(rawPost([`X-Formulario-Signature: sha256=${'a'.repeat(64)}`, 'Content-Length: 5000'], 'x'.repeat(100)));
    now = 10_001;
    const looking = setInterval(() => {
      now += 10_001;
      bodyBudget.cutSlow();
    }, 1);
    expect(statuses(await connection.until((text) => text.includes('request_timeout')))).toEqual([408]);
    clearInterval(looking);
    connection.socket.destroy();
    await other.close();
  });

  test('chunks of exactly the limit without an end are given up like any slow body', async () => {
    let now = 0;
    const bodyBudget = new BodyBudget(MAX_BODY_BYTES, () => now);
    const other = await startIntakeServer({ bodyBudget });
    const connection = await openRaw(other.port);
    const looking = setInterval(() => {
      now += 1_000_000;
      bodyBudget.cutSlow();
    }, 1);
    const chunk = `${MAX_BODY_BYTES.toString(16)}\r\n${'x'.repeat(MAX_BODY_BYTES)}\r\n`;
    connection.write(rawPost([`X-Formulario-Signature: sha256=${'a'.repeat(64)}`, 'Transfer-Encoding: chunked'], chunk));
    expect(statuses(await connection.until((text) => text.includes('HTTP/1.1')))).toEqual([408]);
    clearInterval(looking);
    connection.socket.destroy();
    await other.close();
  });

  test.each([
    ['no signature', [], 'signature_missing'],
    ['a signature that cannot be one', ['X-Formulario-Signature: sha256=00'], 'signature_malformed'],
  ])('a long body with %s is refused before it is sent', async (_name, headers, code) => {
    const connection = await openRaw(server.port);
    connection.write(rawPost([...headers, 'Content-Length: 100000'], ''));
    const received = await connection.until((text) => text.includes(code));
    expect(statuses(received)).toEqual([401]);
    expect(received).toContain('Connection: close');
    connection.socket.end('x'.repeat(10_000));
    await connection.closed;
    const kept = await lastRefused(server, code);
    expect([kept.complete, kept.body.byteLength]).toEqual([false, 10_000]);
  });

  test('a short body without a signature is kept whole, so that it can be replayed', async () => {
    const body = formBody({ id: 'unsigned' });
    expect((await postForm(server.url, body, {})).status).toBe(401);
    const kept = await lastRefused(server, 'signature_missing');
    expect([kept.complete, kept.body.toString()]).toEqual([true, body]);
  });

  test('a short body without a signature that comes with its headers leaves the connection open', async () => {
    const body = formBody({ id: 'same-packet' });
    const connection = await openRaw(server.port);
    connection.write(rawPost([`Content-Length: ${Buffer.byteLength(body)}`], body));
    expect(await connection.until((text) => text.includes('signature_missing'))).toContain('Connection: keep-alive');
    connection.socket.destroy();
    const kept = await lastRefused(server, 'signature_missing');
    expect([kept.complete, kept.body.toString()]).toEqual([true, body]);
  });

  test.each([
    ['declared', ['Content-Length: 300']],
    ['in chunks', ['Transfer-Encoding: chunked']],
  ])('a short body (%s) without a signature that does not come is not waited for', async (_name, headers) => {
    await using other = await startIntakeServer({ unverifiedBodyMs: 1 });
    const connection = await openRaw(other.port);
    connection.write(rawPost(headers, ''));
    const received = await connection.closed;
    expect([statuses(received), received.includes('signature_missing')]).toEqual([[401], true]);
    const kept = await lastRefused(other, 'signature_missing');
    expect([kept.complete, kept.body.byteLength]).toEqual([false, 0]);
  });

  test('of a short body without a signature that stops, what came is kept; what comes with the answer may complete it', async () => {
    await using other = await startIntakeServer({ unverifiedBodyMs: 1 });
    const body = formBody({ id: 'late', nome: 'Ana' });
    const head = rawPost([`Content-Length: ${Buffer.byteLength(body)}`], body.slice(0, 40));
    expect(statuses(await exchangeRaw(other.port, head))).toEqual([401]);
    const cut = await lastRefused(other, 'signature_missing');
    expect([cut.complete, cut.body.toString()]).toEqual([false, body.slice(0, 40)]);
    const connection = await openRaw(other.port);
    connection.write(head);
    await connection.until((text) => text.includes('signature_missing'));
    connection.write(body.slice(40));
    await connection.closed;
    const whole = await lastRefused(other, 'signature_missing');
    expect([whole.complete, whole.body.toString()]).toEqual([true, body]);
  });

  test('bodies without a signature that trickle take no room from signed ones', async () => {
    let withoutRoom = 0;
    const bodyBudget = new BodyBudget(MAX_BODY_BYTES, undefined, 1_048_576);
    await using other = await startIntakeServer({ bodyBudget, unverifiedBodyMs: 50, onNoRoom: () => (withoutRoom += 1) });
    const trickling = await Promise.all(Array.from({ length: 300 }, () => openRaw(other.port)));
    for (const connection of trickling) connection.write(rawPost(['Content-Length: 16000'], 'x'.repeat(15_000)));
    const signed = await openRaw(other.port);
    const body = formBody({ id: 'beside-trickle', nome: 'Ana', mensagem: 'x'.repeat(10_000) });
    signed.write(rawPost([signedHeader(body), `Content-Length: ${body.length}`, 'Connection: close'], body.slice(0, 9_000)));
    for (const { write } of trickling) write('x');
    const answers = await Promise.all(trickling.map(({ until }) => until((text) => text.includes('HTTP/1.1'))));
    expect(new Set(answers.map((answer) => statuses(answer)[0]))).toEqual(new Set([401]));
    signed.write(body.slice(9_000));
    expect(statuses(await signed.closed)).toEqual([202]);
    expect(withoutRoom).toBe(0);
    for (const { socket } of trickling) socket.destroy();
  });

  test('a long body that brings its google_key with it is read', async () => {
    const body = JSON.stringify({ lead_id: 'with-key', google_key: 'search-secret', text: 'x'.repeat(100_000) });
    const response = await fetch(`${server.url}/webhooks/search_ads`, { method: 'POST', body });
    expect(response.status).toBe(200);
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
    expect(Buffer.from((await lastRefused(server, 'content_encoding_unsupported')).body).equals(packed)).toBe(true);
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

function signedHeader(body: string): string {
  return `X-Formulario-Signature: ${signatureHeader('form-secret', Buffer.from(body))}`;
}
