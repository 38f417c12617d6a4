import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { hasVisibleCharacter } from '../../src/base/text.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { exchangeRaw, openRaw, statuses } from '../http/raw-connection.ts';
import { Installation, SECRETS, untilProcessed } from './operator.ts';

const LIMIT = 8_192;
const installation = new Installation({ MAX_BODY_BYTES: String(LIMIT) });
let port = 0;

beforeAll(async () => {
  await installation.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um');
  port = Number(new URL((await installation.serve(['--work'])).url).port);
});
afterAll(() => installation[Symbol.asyncDispose]());

let serial = 0;

/** A valid form with these fields added or replaced, as text. */
function form(fields: Readonly<Record<string, unknown>> = {}): string {
  serial += 1;
  const now = Math.floor(Date.now() / 1_000);
  return JSON.stringify({ event_type: 'lead', id: `e-${serial}`, timestamp: now, campanha_id: 42, nome: 'Ana', ...fields });
}

/** A valid form with more members inserted as raw JSON. */
function formWith(members: string): string {
  return `${form().slice(0, -1)},${members}}`;
}

interface Reply {
  readonly status: number;
  readonly body: { readonly code?: string; readonly evento_id?: string; readonly errors?: readonly { readonly field: string }[] };
}

async function post(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const bytes = Buffer.from(body);
  const response = await fetch(`${installation.service.url}/integracoes/leads`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, bytes),
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

/** A complete signed request as bytes, with the given header lines. */
function rawPost(
  body: string,
  headerLines: readonly string[],
  signature = signatureHeader(SECRETS.FORMULARIO_SECRET, Buffer.from(body)),
): string {
  const lines = [
    'POST /integracoes/leads HTTP/1.1',
    'Host: test',
    'Content-Type: application/json',
    `X-Formulario-Signature: ${signature}`,
  ];
  return `${[...lines, ...headerLines].join('\r\n')}\r\n\r\n`;
}

describe('bodies that are refused', () => {
  test.each([
    ['missing', '', 'body_empty'],
    ['only a byte order mark', '\uFEFF', 'body_empty'],
    ['not UTF-8', Buffer.from('7b226e6f6d65223a22ff227d', 'hex'), 'body_not_utf8'],
    ['not JSON', 'nome=Ana&id=1', 'body_not_json'],
    ['truncated', form().slice(0, -5), 'body_not_json'],
    ['an array', '[]', 'body_not_object'],
    ['null', 'null', 'body_not_object'],
    ['a number', '12345678901234567890', 'body_not_object'],
    ['arrays nested 4,000 deep', `${'['.repeat(4_000)}${']'.repeat(4_000)}`, 'body_too_deep'],
    ['objects nested 1,000 deep', formWith(`"x":${'{"x":'.repeat(1_000)}1${'}'.repeat(1_000)}`), 'body_too_deep'],
    ['a NUL between tokens', `${form()}\0`, 'body_not_json'],
    ['an id with NUL', form({ id: 'a\0b' }), 'fields_invalid'],
    ['an id with a lone surrogate', form().replace(/"id":"[^"]*"/, '"id":"\\ud800"'), 'fields_invalid'],
    ['a name without a visible character', form({ nome: '\u200B \u3164' }), 'fields_invalid'],
    ['a name that is a number', form({ nome: 7 }), 'fields_invalid'],
    ['a timestamp in words', form({ timestamp: 'hoje' }), 'fields_invalid'],
  ])('%s', async (_name, body, code) => {
    expect(await post(body)).toMatchObject({ status: 422, body: { code } });
  });

  test('depth 100,000 within a larger limit', async () => {
    await using roomy = new Installation();
    await roomy.serve();
    const body = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const headers = { 'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, Buffer.from(body)) };
    expect(await roomy.post('/integracoes/leads', body, headers)).toMatchObject({ status: 422, body: { code: 'body_too_deep' } });
  });

  test('every field problem is listed at once', async () => {
    const { status, body } = await post('{"event_type":""}');
    expect(status).toBe(422);
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(['campanha_id', 'event_type', 'id', 'nome', 'timestamp']);
  });
});

describe('bodies that are odd and fine', () => {
  test('a byte order mark in front', async () => {
    expect(await post(`\uFEFF${form()}`)).toMatchObject({ status: 202 });
  });

  test('__proto__, constructor, a key twice, a 20-digit number and an unknown key reach the lead as they came', async () => {
    const { body } = await post(
      formWith('"__proto__":{"x":1},"constructor":"c","dobro":1,"dobro":2,"grande":12345678901234567890,"vazio":null'),
    );
    await untilProcessed(installation.databaseUrl);
    const { stdout } = await installation.run(['events', 'show', body.evento_id ?? '', '--reveal', '--json']);
    const { lead } = JSON.parse(stdout) as { lead: { extras: Record<string, unknown> } };
    expect(Object.keys(lead.extras).sort()).toEqual(['__proto__', 'constructor', 'dobro', 'grande', 'vazio']);
    expect(lead.extras['dobro']).toBe(2);
    expect(stdout).toContain('12345678901234567890');
  });

  test('lone surrogates and NUL in a text become U+FFFD in the lead; the kept body has them still', async () => {
    const sent = form().replace('"nome":"Ana"', '"nome":"A\\ud800\\u0000B"');
    const { status, body } = await post(sent);
    expect(status).toBe(202);
    await untilProcessed(installation.databaseUrl);
    const { lead } = await installation.json<{ lead: { nome: string } }>('events', 'show', body.evento_id ?? '', '--reveal');
    expect(lead.nome).toBe('A\uFFFD\uFFFDB');
    expect((await installation.run(['events', 'show', body.evento_id ?? '', '--raw'])).stdout).toBe(sent);
  });

  test('ids of 20 digits are kept exactly, and are one event with the same digits as text', async () => {
    const first = await post(form().replace(/"id":"[^"]*"/, '"id":98765432109876543210'));
    const second = await post(form({ id: '98765432109876543210' }));
    expect([first.status, second.body.evento_id]).toEqual([202, first.body.evento_id]);
    await untilProcessed(installation.databaseUrl);
    expect((await installation.json<{ evento: object }>('events', 'show', first.body.evento_id ?? '')).evento).toMatchObject({
      identidade: '98765432109876543210',
    });
  });
});

describe('requests on the wire', () => {
  test('a chunked body over the limit, a lying length and a compressed body', async () => {
    const chunk = 'x'.repeat(4_096);
    const chunks = `1000\r\n${chunk}\r\n`.repeat(3);
    expect(statuses(await exchangeRaw(port, `${rawPost('', ['Transfer-Encoding: chunked'])}${chunks}0\r\n\r\n`))).toEqual([413]);
    expect(statuses(await exchangeRaw(port, rawPost('', [`Content-Length: ${LIMIT + 1}`])))).toEqual([413]);
    const body = form();
    const short = rawPost(body, [`Content-Length: ${body.length - 10}`, 'Connection: close']);
    expect(statuses(await exchangeRaw(port, short + body))[0]).toBe(401);
    const zipped = gzipSync(form());
    expect((await post(zipped, { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  test('a signature sent twice, without prefix, empty, too short, or of other bytes', async () => {
    const body = form();
    const right = signatureHeader(SECRETS.FORMULARIO_SECRET, Buffer.from(body));
    const length = `Content-Length: ${body.length}`;
    const twice = rawPost(body, [`X-Formulario-Signature: ${right}`, length, 'Connection: close'], right) + body;
    expect(statuses(await exchangeRaw(port, twice))).toEqual([401]);
    for (const signature of [
      right.slice(7),
      '',
      `${right}00`,
      right.slice(0, -2),
      'sha256=',
      `sha1=${right.slice(7)}`,
      `sha256=${'0'.repeat(64)}`,
    ]) {
      expect((await post(body, { 'X-Formulario-Signature': signature })).status).toBe(401);
    }
    expect((await post(body, { 'X-Formulario-Signature': right.toUpperCase().replace('SHA256', 'sha256') })).status).toBe(202);
  });

  test('a timestamp outside the window is 401 either way, and in milliseconds it says so', async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await post(form({ timestamp: now - 400 }))).toMatchObject({ status: 401, body: { code: 'timestamp_out_of_window' } });
    expect(await post(form({ timestamp: now + 400 }))).toMatchObject({ status: 401 });
    const { body } = await post(form({ timestamp: now * 1_000 }));
    expect(JSON.stringify(body)).toContain('milliseconds');
  });

  test('HEAD, OPTIONS, other methods and other paths', async () => {
    const { url } = installation.service;
    for (const method of ['HEAD', 'OPTIONS', 'GET', 'PUT', 'DELETE']) {
      const response = await fetch(`${url}/integracoes/leads`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    expect((await fetch(`${url}/integracoes/lead`, { method: 'POST', body: '{}' })).status).toBe(404);
    const head = await fetch(`${url}/health`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('pipelined requests are answered in order', async () => {
    const [first, second] = [form(), 'no JSON'];
    const requests = [
      rawPost(first, [`Content-Length: ${first.length}`]) + first,
      rawPost(second, [`Content-Length: ${second.length}`, 'Connection: close']) + second,
    ];
    expect(statuses(await exchangeRaw(port, requests.join('')))).toEqual([202, 422]);
  });

  test('a client that goes away in the middle of its body leaves nothing behind', async () => {
    const body = form({ id: 'gone' });
    const connection = await openRaw(port);
    connection.write(rawPost(body, [`Content-Length: ${body.length}`]) + body.slice(0, 20));
    connection.socket.destroy();
    await connection.closed;
    expect(await post(form({ id: 'after' }))).toMatchObject({ status: 202 });
    await using store = openSqliteStore(installation.databaseUrl, Date.now());
    expect((await store.listEvents({ identity: 'gone', limit: 1 })).items).toEqual([]);
  });

  test('refused requests are kept, and one refused for a wrong secret goes through after it was mended', async () => {
    const body = form({ id: 'mended' });
    await post(body, { 'X-Formulario-Signature': signatureHeader('the-new-secret', Buffer.from(body)) });
    const { itens } = await installation.json<{ itens: { recusa_id: string; codigo: string }[] }>('refused', 'list');
    const [newest] = itens;
    expect(newest).toMatchObject({ codigo: 'signature_invalid' });
    const id = newest?.recusa_id ?? '';
    expect((await installation.run(['refused', 'replay', id])).exitCode).toBe(1);

    await using mended = new Installation({ FORMULARIO_SECRET: 'the-new-secret', DATABASE_URL: installation.databaseUrl });
    expect((await mended.run(['refused', 'replay', id])).exitCode).toBe(0);
    await using store = openSqliteStore(installation.databaseUrl, Date.now());
    expect((await store.listEvents({ identity: 'mended', limit: 1 })).items).toHaveLength(1);
  });
});

test('every naughty string as a name comes out of the database and of the admin as it went in', async () => {
  const strings = JSON.parse(readFileSync(new URL('../vectors/naughty_strings.json', import.meta.url), 'utf8')) as readonly string[];
  const visible = strings.filter(hasVisibleCharacter);
  expect(visible.length).toBeGreaterThan(400);
  for (const blank of strings.filter((text) => !hasVisibleCharacter(text))) {
    expect(await post(form({ nome: blank }))).toMatchObject({ status: 422 });
  }
  const replies = await Promise.all(visible.map((nome) => post(form({ nome }))));
  await untilProcessed(installation.databaseUrl);
  await using store = openSqliteStore(installation.databaseUrl, Date.now());
  for (const [index, reply] of replies.entries()) {
    // Names are stored in Unicode NFC (contract 4); the body below stays as it was sent.
    const expected = visible[index]?.normalize('NFC');
    const id = reply.body.evento_id ?? '';
    expect((await store.eventTrail(id))?.lead?.name).toBe(expected);
    const page = await installation.admin<{ evento: { corpo: string }; lead: { nome: string } }>(`/admin/webhooks/${id}?mostrar=1`);
    expect(page.lead.nome).toBe(expected);
    expect(JSON.parse(page.evento.corpo)).toMatchObject({ nome: visible[index] });
  }
});
