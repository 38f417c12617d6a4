import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { type IntakeServer, postForm, startIntakeServer } from './intake-server.ts';

const folder = new URL('../vectors/json/', import.meta.url);
const vectors = readdirSync(folder).filter((name) => name.endsWith('.json'));

let server: IntakeServer;

beforeAll(async () => {
  server = await startIntakeServer();
});
afterAll(() => server.close());

/** A valid form with the vector as its last field, byte for byte. */
function embedded(id: string, vector: Buffer): Buffer {
  const form = { event_type: 'lead', id, timestamp: Math.floor(Date.now() / 1_000), campanha_id: 1, nome: 'Ana' };
  return Buffer.concat([Buffer.from(`${JSON.stringify(form).slice(0, -1)},"extra":`), vector, Buffer.from('}')]);
}

/** The unexpected statuses for the vectors of a kind (`y_` valid, `n_` invalid, `i_` either). */
async function surprises(prefix: string, bodyOf: (name: string, vector: Buffer) => Buffer, expected: readonly number[]) {
  const found: string[] = [];
  const names = vectors.filter((name) => name.startsWith(prefix));
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    const body = bodyOf(name, readFileSync(new URL(encodeURIComponent(name), folder)));
    const response = await postForm(server.url, body, { 'X-Formulario-Signature': signatureHeader('form-secret', body) });
    const { code } = (await response.json()) as { code?: string };
    if (!expected.includes(response.status)) found.push(`${name}: ${response.status} ${code ?? ''}`);
  }
  return found;
}

describe('JSONTestSuite, as a field of a form', () => {
  test('valid values are accepted', async () => expect(await surprises('y_', embedded, [202])).toEqual([]));
  test('invalid values are refused', async () => expect(await surprises('n_', embedded, [422])).toEqual([]));
  test('doubtful values are one or the other', async () => expect(await surprises('i_', embedded, [202, 422])).toEqual([]));
});

describe('JSONTestSuite, as the whole body', () => {
  const whole = (_name: string, vector: Buffer) => vector;
  test.each(['y_', 'n_', 'i_'])('%s are refused as no form', async (prefix) => expect(await surprises(prefix, whole, [422])).toEqual([]));
});

test('naughty strings as a name are accepted and kept byte for byte', async () => {
  const strings = JSON.parse(readFileSync(new URL('../vectors/naughty_strings.json', import.meta.url), 'utf8')) as readonly string[];
  const form = { event_type: 'lead', timestamp: Math.floor(Date.now() / 1_000), campanha_id: 1 };
  expect(strings.length).toBeGreaterThan(400);
  for (const [index, text] of strings.entries()) {
    const body = Buffer.from(JSON.stringify({ ...form, id: `n-${index}`, nome: `x${text}` }));
    const response = await postForm(server.url, body);
    expect([index, response.status]).toEqual([index, 202]);
    const { evento_id: id } = (await response.json()) as { evento_id: string };
    expect(Buffer.from((await server.store.eventTrail(id))?.event.body ?? []).equals(body)).toBe(true);
  }
});
