import { describe, expect, test } from 'vitest';
import { mergeLeadFields } from '../../src/domain/lead.ts';
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

  test('replaces an e-mail and a phone with all their forms, never a mixture of two', () => {
    const merged = mergeLeadFields(STORED, leadFields({ email: 'not an address', phone: '123', phoneKind: 'invalido' }));
    expect(merged).toMatchObject({ email: 'not an address', emailNormalized: null });
    expect(merged).toMatchObject({ phone: '123', phoneE164: null, phoneKey: null, phoneKind: 'invalido' });
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
