import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/base/exact-json.ts';
import type { Consent } from '../../src/domain/consent.ts';
import { type ConsentState, consentObjection, consentState } from '../../src/processing/consent.ts';
import { statedConsents, storedConsents } from '../support/consents.ts';
import { english } from '../support/saying.ts';

const KEYS = ['ads', 'ad_user_data', 'anúncios'];
const JUNE = '2026-06-01T12:00:00Z';
const NOW = Date.UTC(2026, 7);
const JULY = '2026-07-01T12:00:00Z';

const record = (granted: JsonValue, more: Record<string, JsonValue> = {}) => ({ purpose: 'ads', text_version: 'v2', granted, ...more });

describe('what stored consents say', () => {
  test.each<[string, JsonValue | null, ConsentState]>([
    ['nothing', null, 'unknown'],
    ['an empty list', [], 'unknown'],
    ['a record that grants', [record(true, { at: JUNE })], 'granted'],
    ['a record that denies', [record(false, { at: JUNE })], 'denied'],
    ['another purpose', [{ purpose: 'contact', granted: true }], 'unknown'],
    ['another purpose that was refused', [{ purpose: 'contact', granted: false }, record(true)], 'granted'],
    ['Portuguese words', [{ finalidade: 'Anuncios', concedido: 'sim', em: JUNE }], 'granted'],
    ['a Portuguese no', [{ finalidade: 'ANÚNCIOS', aceito: 'não' }], 'denied'],
    ['several purposes in one record', { purposes: ['contact', 'ads'], granted: 1 }, 'granted'],
    ['check boxes that are checked', [{ checkbox_key: 'ads', is_checked: true }], 'granted'],
    ['check boxes as the platform writes them', [{ checkbox_key: 'ads', is_checked: '1' }], 'granted'],
    ['a check box that was left open', [{ checkbox_key: 'ads', is_checked: '' }], 'denied'],
    ['an object by purpose', { contact: true, ads: true }, 'granted'],
    ['an object by purpose that denies', { contact: true, 'ad-user-data': 'DENIED' }, 'denied'],
    ['objects by purpose', { ads: { granted: true, at: JUNE } }, 'granted'],
    ['an object inside', { google: { ad_user_data: 'CONSENT_GRANTED' } }, 'granted'],
    ['lists under what was said', { granted: ['contact'], denied: ['ads'] }, 'denied'],
    ['names of purposes', ['contact', 'ads'], 'granted'],
    ['names in one text', 'contact, ads', 'granted'],
    ['JSON in a text', '[{"purpose":"ads","granted":false}]', 'denied'],
    ['JSON that breaks off', '[{"purpose":"ads","granted":', 'unknown'],
    ['a plain yes, which names no purpose', true, 'unknown'],
    ['a plain no', false, 'denied'],
    ['a plain no in words', 'Não', 'denied'],
    ['a sentence', { texto: 'ads', versao: 3 }, 'unknown'],
    ['a record that says neither', [{ purpose: 'ads', at: JUNE }], 'unknown'],
    ['an unknown word', [record('maybe')], 'unknown'],
    ['null', [record(null)], 'unknown'],
    ['a consent that was taken back', [record(true, { at: JUNE, revoked_at: JULY })], 'denied'],
    ['a consent that was never taken back', [record(true, { at: JUNE, revoked_at: null })], 'granted'],
    ['a consent whose taking back is empty', [record(true, { revogado_em: '' })], 'granted'],
    ['a later denial', [record(true, { at: JUNE }), record(false, { at: JULY })], 'denied'],
    ['a later consent', [record(false, { at: JUNE }), record(true, { at: JULY })], 'granted'],
    ['a later consent whatever the order', [record(true, { at: JULY }), record(false, { at: JUNE })], 'granted'],
    ['both at the same time', [record(true, { at: JUNE }), record(false, { at: JUNE })], 'denied'],
    ['a denial without a time', [record(false), record(true, { at: JULY })], 'denied'],
    ['a consent without a time', [record(false, { at: JUNE }), record(true)], 'denied'],
    ['a consent again after taking back', [record(true, { revoked_at: JUNE }), record(true, { at: JULY })], 'granted'],
    ['one of the purposes refused', { ads: true, anuncios: false }, 'denied'],
    ['a purpose beside a record of another', { id: 'form', status: 'on', ads: false }, 'denied'],
    ['a refusal without a purpose', { granted: false, at: JUNE }, 'denied'],
    ['a refusal without a purpose, in a list', [{ aceito: 'não', texto: 'v2' }], 'denied'],
    ['a refusal of the consent itself', { consentimento: false }, 'denied'],
    ['the same inside', { lgpd: { granted: false } }, 'denied'],
    ['a taking back without a purpose', { ads: true, revoked_at: JULY }, 'denied'],
    ['an agreement without a purpose', { granted: true, at: JUNE }, 'unknown'],
    ['a number beside an agreement', [{ id: 0, purpose: 'ads', granted: true }], 'granted'],
    ['another purpose that was refused, beside ours', { contact: { granted: false }, ads: { granted: true } }, 'granted'],
    ['hostile keys', JSON.parse('{"__proto__":{"ads":true},"constructor":true}'), 'granted'],
  ])('%s', (_what, consents, state) => {
    expect(consentState(storedConsents(consents, NOW), KEYS)).toBe(state);
  });

  test('nothing, when no purpose counts', () => {
    expect(consentState(storedConsents({ ads: false }, NOW), [])).toBe('unknown');
  });
});

describe('what counts among the consents of several events', () => {
  const [MAY, JUNE_1, JULY_1] = [Date.UTC(2026, 4), Date.UTC(2026, 5), Date.UTC(2026, 6)];
  const everything = (at: number): Consent => ({ purpose: null, act: 'retirado', at: null, since: at, source: `-${at}` });
  const form = (consents: JsonValue, at: number) => storedConsents(consents, at, `${at}`);

  test.each<[string, readonly Consent[], ConsentState]>([
    ['the newest, without a time of its own', [...form({ ads: true }, MAY), ...form({ ads: false }, JUNE_1)], 'denied'],
    ['the newest, in any order', [...form({ ads: true }, JULY_1), ...form({ ads: false }, JUNE_1)], 'granted'],
    ['the time that is stated, if it is not in the future', [...form([record(true, { at: JULY })], MAY), everything(JUNE_1)], 'denied'],
    ['a refusal at the same time', [...form({ ads: true }, JUNE_1), everything(JUNE_1)], 'denied'],
    ['a grant of one purpose after everything was withdrawn', [everything(JUNE_1), ...form({ ads: true }, JULY_1)], 'granted'],
    ['no grant from before', [...form({ ads: true, anuncios: true }, MAY), everything(JUNE_1)], 'denied'],
    [
      'no refusal of another purpose that still stands',
      [...form({ anuncios: false }, MAY), everything(JUNE_1), ...form({ ads: true }, JULY_1)],
      'denied',
    ],
    ['no withdrawal of a purpose that is not asked for', [...form({ ads: true, sms: false }, MAY)], 'granted'],
  ])('%s', (_what, consents, state) => {
    expect(consentState(consents, KEYS)).toBe(state);
  });
});

describe('what is recorded of stated consents', () => {
  const stated = (consents: JsonValue | null) => statedConsents(consents, NOW);
  const [at, later] = [Date.parse(JUNE), Date.parse(JULY)];
  const granted = { purpose: 'ads', act: 'concedido', at, since: at, text: null, ip: null };

  test.each<[string, JsonValue, readonly object[]]>([
    [
      'purpose, time, text and address as they were sent',
      [{ purpose: ' Ads ', granted: true, at: JUNE, text: 'I agree', version: 3, ip: '203.0.113.9' }],
      [{ ...granted, purpose: 'Ads', text: 'I agree · 3', ip: '203.0.113.9' }],
    ],
    [
      'a withdrawal',
      [record(true, { at: JUNE, revoked_at: JULY })],
      [{ ...granted, act: 'retirado', at: later, since: later, text: 'v2' }],
    ],
    ['what an object says of all its purposes', { ads: true, em: JUNE, versao: 'v2' }, [{ ...granted, text: 'v2' }]],
    ['the check boxes of Meta', [{ checkbox_key: 'ads', is_checked: true }], [{ ...granted, at: null, since: NOW }]],
    ['no member that only describes a purpose', [{ id: 1, key: 'ads', aceito: 'sim', em: JUNE }], [granted]],
    ['a time in the future as that of the event', [record(true, { at: '2099-01-01' })], [{ at: Date.UTC(2099), since: NOW }]],
    ['nothing of a plain yes', true, []],
    [
      'no purpose without a name, which would hide a refusal of everything',
      { '': false, consent: false },
      [{ purpose: null, act: 'negado' }],
    ],
  ])('%s', (_what, consents, expected) => {
    expect(stated(consents)).toMatchObject(expected);
    expect(stated(consents)).toHaveLength(expected.length);
  });
});

describe('the consents of a hostile body', () => {
  test('are read at once, a hundred at most, and refusals are among them', () => {
    const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`p${index}`, true]));
    const stated = statedConsents({ ...many, ads: false }, NOW);
    expect(stated).toHaveLength(100);
    expect(consentState(storedConsents({ ...many, ads: false }, NOW), ['ads'])).toBe('denied');
  });

  test('keep no more of an address than an address has', () => {
    expect(statedConsents({ ip: '9'.repeat(500_000), ads: true }, NOW)[0]?.ip).toHaveLength(45);
  });

  test('refuse everything if even the refusals are too many to keep', () => {
    const refusals = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, false]));
    expect(consentState(storedConsents({ ...refusals, ads: false }, NOW), ['ads'])).toBe('denied');
  });

  test('keep only the beginning of a text that would be stored with each of them', () => {
    const [consent] = statedConsents({ texto: 'x'.repeat(500_000), ads: true }, NOW);
    expect(consent?.text).toHaveLength(10_000);
  });
});

describe('the objection', () => {
  test.each([
    ['unless_denied', { ads: true }, undefined],
    ['unless_denied', null, undefined],
    ['unless_denied', { ads: false }, 'consent_denied'],
    ['required', { ads: true }, undefined],
    ['required', null, 'consent_missing'],
    ['required', { ads: false }, 'consent_denied'],
  ] as const)('%s with %j: %s', (mode, consents, code) => {
    expect(consentObjection(storedConsents(consents, NOW), { mode, keys: KEYS })?.code).toBe(code);
  });

  test('says which consents count', () => {
    expect(english(consentObjection([], { mode: 'required', keys: KEYS })?.params)).toContain('(ads, ad_user_data, anúncios)');
  });
});
