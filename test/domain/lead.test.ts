import { describe, expect, test } from 'vitest';
import { fillLeadFields, mergeLeadFields } from '../../src/domain/lead.ts';
import { leadFields, T0 } from '../support/factories.ts';

const STORED = leadFields({
  name: 'Ana',
  email: 'Ana@Example.com',
  emailNormalized: 'ana@example.com',
  phone: '11 8765-4321',
  phoneE164: '+5511987654321',
  phoneKey: '1187654321',
  phoneKind: 'movel',
  utm: { source: 's', medium: 'm', campaign: null, term: null, content: null },
  searchClickId: 'click-1',
  message: 'oi',
  consents: [{ ok: true }],
  answers: [
    { key: 'q1', question: 'Cor?', values: ['azul'] },
    { key: 'q2', question: null, values: ['1', '2'] },
  ],
  platform: { form_id: 'f1', ad_id: 'a1' },
  extras: { cor: 'azul', tamanho: 1 },
  submittedAt: T0,
});

describe('mergeLeadFields', () => {
  test('an event that carries nothing changes nothing', () => {
    expect(mergeLeadFields(STORED, leadFields())).toEqual(STORED);
  });

  test('a lead that holds nothing takes everything', () => {
    expect(mergeLeadFields(leadFields(), STORED)).toEqual(STORED);
  });

  test('replaces what is carried and keeps the rest', () => {
    const merged = mergeLeadFields(STORED, leadFields({ name: 'Ana Maria', utm: { ...leadFields().utm, source: 'new', term: 't' } }));
    expect(merged).toEqual({ ...STORED, name: 'Ana Maria', utm: { source: 'new', medium: 'm', campaign: null, term: 't', content: null } });
  });

  test('does not replace an e-mail or a phone that can be used by one that cannot, never a mixture of two', () => {
    const unusable = leadFields({ email: 'not an address', phone: '123', phoneKind: 'invalido' });
    const { email, emailNormalized, phone, phoneE164, phoneKind } = STORED;
    expect(mergeLeadFields(STORED, unusable)).toMatchObject({ email, emailNormalized, phone, phoneE164, phoneKind });
    expect(mergeLeadFields(leadFields(), unusable)).toMatchObject({ email: 'not an address', phone: '123', phoneKind: 'invalido' });
  });

  test('replaces answers by key, in their old order, and adds new ones behind', () => {
    const carried = [
      { key: 'q3', question: null, values: ['c'] },
      { key: 'q1', question: 'Cor?', values: ['verde'] },
    ];
    expect(mergeLeadFields(STORED, leadFields({ answers: carried })).answers).toEqual([
      { key: 'q1', question: 'Cor?', values: ['verde'] },
      { key: 'q2', question: null, values: ['1', '2'] },
      { key: 'q3', question: null, values: ['c'] },
    ]);
  });

  test('merges platform marks and unknown keys one by one, __proto__ too', () => {
    const carried = leadFields({ platform: { ad_id: 'a2' }, extras: JSON.parse('{"cor":"verde","__proto__":{"x":1}}') });
    const merged = mergeLeadFields(STORED, carried);
    expect(merged.platform).toEqual({ form_id: 'f1', ad_id: 'a2' });
    expect(JSON.stringify(merged.extras)).toBe('{"cor":"verde","tamanho":1,"__proto__":{"x":1}}');
    expect(Object.getPrototypeOf(merged.extras)).toBe(Object.prototype);
  });

  test('keeps what a lead is: a test or not, and when the person submitted first', () => {
    const merged = mergeLeadFields(STORED, leadFields({ isTest: true, submittedAt: T0 + 5 }));
    expect(merged).toMatchObject({ isTest: false, submittedAt: T0 });
  });
});

describe('fillLeadFields', () => {
  test('a lead that holds everything stays as it is', () => {
    expect(fillLeadFields(STORED, leadFields())).toEqual(STORED);
    expect(fillLeadFields(STORED, STORED)).toEqual(STORED);
  });

  test('the stub a conversion made takes everything from the lead event', () => {
    expect(fillLeadFields(leadFields({ searchClickId: 'click-1' }), STORED)).toEqual(STORED);
  });

  test('what is stored wins, and gaps are filled', () => {
    const carried = leadFields({
      name: 'Bia',
      email: 'bia@example.com',
      emailNormalized: 'bia@example.com',
      phone: '21 99999-9999',
      phoneE164: '+5521999999999',
      phoneKey: '2199999999',
      phoneKind: 'movel',
      utm: { source: 'new', medium: 'new', campaign: 'c', term: null, content: null },
      searchClickId: 'click-2',
      gbraid: 'g',
      message: 'tchau',
      consents: [{ ok: false }],
      submittedAt: T0 + 5,
    });
    const utm = { ...STORED.utm, campaign: 'c' };
    expect(fillLeadFields(STORED, carried)).toEqual({ ...STORED, utm, gbraid: 'g' });
  });

  test('answers, platform marks and unknown keys are filled one by one', () => {
    const carried = leadFields({
      answers: [
        { key: 'q3', question: null, values: ['c'] },
        { key: 'q1', question: 'Cor?', values: ['verde'] },
      ],
      platform: { ad_id: 'a2', page_id: 'p1' },
      extras: { cor: 'verde', cidade: 'Recife' },
    });
    const filled = fillLeadFields(STORED, carried);
    expect(new Map(filled.answers.map(({ key, values }) => [key, values]))).toEqual(
      new Map([
        ['q1', ['azul']],
        ['q2', ['1', '2']],
        ['q3', ['c']],
      ]),
    );
    expect(filled.platform).toEqual({ form_id: 'f1', ad_id: 'a1', page_id: 'p1' });
    expect(filled.extras).toEqual({ cor: 'azul', tamanho: 1, cidade: 'Recife' });
  });

  test('a contact that can be used fills in for one that cannot, with all its forms', () => {
    const stored = leadFields({ email: 'not an address', phone: '123', phoneKind: 'invalido' });
    const { email, emailNormalized, phone, phoneE164, phoneKey, phoneKind } = STORED;
    expect(fillLeadFields(stored, STORED)).toMatchObject({ email, emailNormalized, phone, phoneE164, phoneKey, phoneKind });
  });

  test('the time of submission is filled, the mark of a test is not', () => {
    const filled = fillLeadFields(leadFields(), leadFields({ isTest: true, submittedAt: T0 }));
    expect(filled).toMatchObject({ isTest: false, submittedAt: T0 });
  });
});
