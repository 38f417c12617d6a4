import { describe, expect, test } from 'vitest';
import type { RefusedRequest } from '../../src/domain/refused-request.ts';
import { createRefusedRecorder } from '../../src/http/refused-recorder.ts';
import { SECRETS } from '../intake/intake-fixture.ts';
import { inWords } from '../support/saying.ts';
import { createLogLines } from './log-lines.ts';

const REQUEST: RefusedRequest = {
  origin: 'formulario_proprio',
  method: 'POST',
  path: '/integracoes/leads',
  httpStatus: 401,
  code: 'signature_invalid',
  params: inWords('No.'),
  remoteAddress: '192.0.2.1',
  requestId: 'r',
  headers: '[]',
  body: Buffer.from('{}'),
  complete: true,
  isVerified: false,
  receivedAt: 1,
};

function recorder(write: (batch: readonly RefusedRequest[]) => Promise<void> = async () => undefined, known: readonly string[] = []) {
  const batches: (readonly RefusedRequest[])[] = [];
  const time = { now: 0 };
  const inbox = {
    recordRefused: async (batch: readonly RefusedRequest[]) => {
      batches.push(batch);
      await write(batch);
      return 0;
    },
  };
  const { log, lines } = createLogLines();
  return {
    refused: createRefusedRecorder({ inbox, reports: { knownSenders: async () => known }, secrets: SECRETS, clock: () => time.now, log }),
    batches,
    time,
    lines,
    kept: () => batches.flat(),
  };
}

describe('refused recorder', () => {
  test('what arrives during a write goes into the next one', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { refused, batches } = recorder(() => gate);
    for (let index = 0; index < 5; index += 1) refused.record(REQUEST);
    release();
    await refused.flush();
    expect(batches.map((batch) => batch.length)).toEqual([1, 4]);
  });

  test('a flood is cut to 50 at once and 10 a second', async () => {
    const { refused, time, kept } = recorder();
    for (let index = 0; index < 200; index += 1) refused.record(REQUEST);
    await refused.flush();
    expect([kept().length, refused.dropped]).toEqual([50, 150]);
    time.now += 1_000;
    for (let index = 0; index < 200; index += 1) refused.record(REQUEST);
    await refused.flush();
    expect([kept().length, refused.dropped]).toEqual([60, 340]);
    time.now -= 3_600_000;
    refused.record(REQUEST);
    time.now += 100;
    refused.record(REQUEST);
    await refused.flush();
    expect(kept()).toHaveLength(61);
  });

  test('a flood of strangers takes no room from verified senders', async () => {
    const { refused, kept } = recorder();
    for (let index = 0; index < 200; index += 1) refused.record(REQUEST);
    for (let index = 0; index < 40; index += 1) refused.record({ ...REQUEST, isVerified: true, httpStatus: 422, code: 'fields_invalid' });
    await refused.flush();
    expect([kept().length, kept().filter(({ httpStatus }) => httpStatus === 422).length]).toEqual([90, 40]);
  });

  test('a flood of strangers takes no room from requests that look genuine', async () => {
    const { refused, kept } = recorder(undefined, ['form:40000000001']);
    const known = { ...REQUEST, origin: 'search_ads', code: 'google_key_invalid', body: Buffer.from('{"form_id":40000000001}') } as const;
    refused.record(known);
    await refused.flush();
    const lead = { ...known, body: Buffer.from(`{"lead_id":"${'x'.repeat(60)}","form_id":7}`) };
    for (let index = 0; index < 200; index += 1) refused.record(REQUEST);
    for (let index = 0; index < 200; index += 1) refused.record(lead);
    for (let index = 0; index < 30; index += 1) refused.record(known);
    await refused.flush();
    const ofKind = (kind: string): number => kept().filter(({ likeness }) => likeness === kind).length;
    // The first one arrived before the known senders were loaded, so it counted as unknown.
    expect([ofKind('none'), ofKind('lead'), ofKind('known')]).toEqual([49, 50, 31]);
  });

  test('no more than 50 of each kind wait for a store that hangs', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { refused, time, kept } = recorder(() => gate);
    for (let index = 0; index < 300; index += 1) {
      time.now += 1_000;
      refused.record(REQUEST);
    }
    for (let index = 0; index < 60; index += 1) refused.record({ ...REQUEST, isVerified: true, httpStatus: 422 });
    expect(refused.dropped).toBe(249 + 10);
    release();
    await refused.flush();
    expect(kept()).toHaveLength(51 + 50);
  });

  test('a store that fails costs a line in the log, and the next request is tried again', async () => {
    let failures = 1;
    const { refused, lines, batches } = recorder(() => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('disk full')) : Promise.resolve();
    });
    refused.record(REQUEST);
    await refused.flush();
    expect([refused.dropped, lines.length]).toEqual([1, 1]);
    refused.record(REQUEST);
    await refused.flush();
    expect([batches.length, refused.dropped]).toEqual([2, 1]);
  });

  test('the first 64 KiB are kept, and it is said that this is not all', async () => {
    const { refused, kept } = recorder();
    refused.record({ ...REQUEST, body: Buffer.alloc(65_536) });
    refused.record({ ...REQUEST, body: Buffer.alloc(65_537) });
    await refused.flush();
    expect(kept().map(({ body, complete }) => [body.byteLength, complete])).toEqual([
      [65_536, true],
      [65_536, false],
    ]);
  });

  test.each([
    ['search_ads', 401, 'google_key_invalid', true],
    ['search_ads', 401, 'signature_invalid', false],
    ['search_ads', 401, 'signature_missing', false],
    ['search_ads', 413, 'body_too_large', false],
    ['search_ads', 415, 'content_encoding_unsupported', false],
    ['search_ads', 422, 'fields_invalid', false],
    ['social_ads', 401, 'signature_missing', false],
    ['formulario_proprio', 401, 'signature_missing', false],
  ] as const)('%s %i %s: a google_key is kept: %s', async (origin, httpStatus, code, isKept) => {
    const { refused, kept } = recorder();
    for (const key of ['"secret"', '["secret"]']) {
      refused.record({ ...REQUEST, origin, httpStatus, code, body: Buffer.from(`{"google_key":${key}}`) });
    }
    await refused.flush();
    expect(kept().map(({ body }) => Buffer.from(body).includes('secret'))).toEqual([isKept, isKept]);
  });
});
