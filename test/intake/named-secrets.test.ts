import { describe, expect, test } from 'vitest';
import { slowFingerprint } from '../../src/base/fingerprint.ts';
import type { NamedKey } from '../../src/domain/named-secret.ts';
import type { Origin } from '../../src/domain/origin.ts';
import type { RefusedRequest } from '../../src/domain/refused-request.ts';
import { createRefusedRecorder } from '../../src/http/refused-recorder.ts';
import { createLogLines } from '../http/log-lines.ts';
import { refusedRequest } from '../support/factories.ts';
import { createArrayInbox } from './array-inbox.ts';
import { createFixture, describeResult, FORM, NOW, request, SECRETS, signed } from './intake-fixture.ts';

const FORM_KEY = { origin: 'formulario_proprio', clientId: '7', fingerprint: 'print-form', value: 'form-of-client-seven' } as const;
const GOOGLE_KEY = { origin: 'search_ads', clientId: '8', fingerprint: 'print-google', value: 'google-key-of-eight' } as const;
const OPEN_KEY = { origin: 'formulario_proprio', clientId: null, fingerprint: 'print-open', value: 'form-of-everybody' } as const;
const EXPORT_KEY = { origin: 'exportacao', clientId: '8', fingerprint: 'print-export', value: 'export-password-of-eight' } as const;
const NAMED = [FORM_KEY, GOOGLE_KEY, OPEN_KEY, EXPORT_KEY];

const leadForm = (key: string) => ({ lead_id: 'g-1', google_key: key, user_column_data: [], campaign_id: 1 });

function fixture(secrets: Partial<typeof SECRETS> = {}) {
  const valid = { now: NAMED as readonly NamedKey[] };
  return { valid, ...createFixture({ secrets: { ...SECRETS, ...secrets }, named: () => valid.now }) };
}

describe('named secrets', () => {
  test('verify requests of their own source, and the delivery says by which it came', async () => {
    const { stored, outcome } = fixture();
    expect(await stored(signed('formulario_proprio', FORM, FORM_KEY.value))).toMatchObject({
      credential: 'hmac',
      secret: 'print-form',
      limitedTo: '7',
    });
    expect(await stored(request('search_ads', leadForm(GOOGLE_KEY.value)))).toMatchObject({
      credential: 'google_key',
      secret: 'print-google',
      limitedTo: '8',
    });
    expect(await stored(signed('formulario_proprio', FORM, OPEN_KEY.value))).not.toHaveProperty('limitedTo');
    expect(await outcome(signed('formulario_proprio', FORM, GOOGLE_KEY.value))).toBe('401 signature_invalid');
    expect(await outcome(request('search_ads', leadForm(FORM_KEY.value)))).toBe('401 google_key_invalid');
  });

  test('those of the settings stay valid beside them, without a limit; a value that stands in both is limited', async () => {
    const { stored } = fixture({ ownForm: ['form-secret', FORM_KEY.value] });
    const configured = await stored(signed('formulario_proprio', FORM, 'form-secret'));
    expect(configured).toMatchObject({ credential: 'hmac', secret: slowFingerprint('form-secret') });
    expect(configured).not.toHaveProperty('limitedTo');
    expect(await stored(signed('formulario_proprio', FORM, FORM_KEY.value))).toMatchObject({ credential: 'hmac', limitedTo: '7' });
  });

  test('one that was removed or cannot be opened verifies nothing, and a setting with its value keeps its limit', async () => {
    const { valid, stored, outcome } = fixture();
    valid.now = [
      { ...FORM_KEY, value: null },
      { ...FORM_KEY, fingerprint: slowFingerprint('form-secret'), value: null },
      { ...GOOGLE_KEY, fingerprint: slowFingerprint('form-secret-old'), value: null },
    ];
    expect(await outcome(signed('formulario_proprio', FORM, FORM_KEY.value))).toBe('401 signature_invalid');
    expect(await stored(signed('formulario_proprio', FORM, 'form-secret'))).toMatchObject({ limitedTo: '7' });
    expect(await stored(signed('formulario_proprio', FORM, 'form-secret-old'))).not.toHaveProperty('limitedTo');
  });

  test('open a source that the settings leave closed, and one that is removed is refused from then on', async () => {
    const { valid, outcome } = fixture({ ownForm: [], searchAds: [] });
    expect(await outcome(signed('formulario_proprio', FORM, FORM_KEY.value))).toBe('stored');
    valid.now = [GOOGLE_KEY, OPEN_KEY];
    expect(await outcome(signed('formulario_proprio', FORM, FORM_KEY.value))).toBe('401 signature_invalid');
    valid.now = [];
    expect(await outcome(signed('formulario_proprio', FORM, FORM_KEY.value))).toBe('503 source_not_configured');
    expect(await outcome(request('search_ads', leadForm(GOOGLE_KEY.value)))).toBe('503 source_not_configured');
  });

  test('are taken out of what is stored, those of other clients too', async () => {
    const { stored } = fixture();
    const body = { ...FORM, mensagem: `não conte: ${FORM_KEY.value} ${OPEN_KEY.value}` };
    const { body: kept } = await stored(signed('formulario_proprio', body, FORM_KEY.value));
    expect(Buffer.from(kept).toString()).not.toContain(FORM_KEY.value);
    expect(Buffer.from(kept).toString()).not.toContain(OPEN_KEY.value);
  });

  test('a request that was refused for its content is replayed with the limit of the secret it came by', async () => {
    const { intake, inbox } = fixture();
    const sent = signed('formulario_proprio', { ...FORM, nome: '' }, FORM_KEY.value);
    const refused = await intake.receive(sent);
    expect(refused).toMatchObject({ status: 422, isVerified: true, mark: { secret: 'print-form', limitedTo: '7' } });
    const mended = { ...request('formulario_proprio', FORM), header: () => undefined };
    const former = { isVerified: true, secret: 'print-form', limitedTo: '7' };
    expect(describeResult(await intake.replay(mended, NOW, former))).toBe('stored');
    expect(inbox.deliveries.at(-1)).toMatchObject({ credential: 'operator', secret: 'print-form', limitedTo: '7' });
    await intake.replay(signed('formulario_proprio', FORM, FORM_KEY.value), NOW);
    expect(inbox.deliveries.at(-1)).toMatchObject({ credential: 'operator', limitedTo: '7' });
  });

  test('a request that came too late keeps the limit of the secret by which it was signed, whoever vouches for it', async () => {
    const { intake, inbox, valid } = fixture({ ownForm: ['form-secret', FORM_KEY.value] });
    const late = signed('formulario_proprio', { ...FORM, timestamp: 1 }, FORM_KEY.value);
    const refused = await intake.receive(late);
    expect(refused).toMatchObject({ code: 'timestamp_out_of_window', mark: { secret: 'print-form', limitedTo: '7' } });
    expect(refused).not.toMatchObject({ isVerified: true });
    valid.now = [];
    for (const isVerified of [true, false]) {
      await intake.replay(late, NOW, { isVerified, secret: 'print-form', limitedTo: '7' });
      expect(inbox.deliveries.at(-1)).toMatchObject({ credential: 'operator', secret: 'print-form', limitedTo: '7' });
    }
  });

  test('those of other sources are taken out of what is stored too: a form may be given the key of Google', async () => {
    const { stored } = fixture();
    const body = { ...FORM, mensagem: `${GOOGLE_KEY.value} ${SECRETS.socialAds[0]} ${EXPORT_KEY.value}` };
    expect(JSON.parse(Buffer.from((await stored(signed('formulario_proprio', body, FORM_KEY.value))).body).toString())).toMatchObject({
      mensagem: '  ',
    });
  });

  test('a refused request that holds one somewhere is kept as that of its sender, without it', async () => {
    const body = JSON.stringify({ note: FORM_KEY.value });
    const kept = await keptOf({ origin: 'formulario_proprio', code: 'signature_missing', body });
    expect(kept).toMatchObject({ isVerified: true, secret: 'print-form', limitedTo: '7' });
    expect(Buffer.from(kept.body).toString()).toBe('{"note":""}');
  });

  test.each([
    ['of a named form secret', FORM_KEY.value],
    ['of the settings', SECRETS.ownForm[0] ?? ''],
  ])('a form secret %s that was entered as google_key is not kept, and proves nothing', async (_whose, secret) => {
    const body = JSON.stringify({ lead_id: 'g-1', google_key: secret });
    const headers = JSON.stringify([['x-note', secret]]);
    const kept = await keptOf({ origin: 'search_ads', code: 'google_key_invalid', body, headers });
    expect(kept).toMatchObject({ isVerified: false, headers: '[["x-note",""]]' });
    expect(kept).not.toHaveProperty('secret');
    expect(Buffer.from(kept.body).toString()).toBe('{"lead_id":"g-1","google_key":""}');
  });
});

/** What the recorder stores of a refused request. */
async function keptOf(given: { origin: Origin; code: string; body: string; headers?: string }): Promise<RefusedRequest> {
  const inbox = createArrayInbox();
  const recorder = createRefusedRecorder({
    inbox,
    reports: { knownSenders: async () => [] },
    secrets: SECRETS,
    named: () => NAMED,
    clock: () => NOW,
    log: createLogLines().log,
  });
  recorder.record(refusedRequest({ ...given, body: Buffer.from(given.body) }));
  await recorder.flush();
  return inbox.refused[0] as RefusedRequest;
}
