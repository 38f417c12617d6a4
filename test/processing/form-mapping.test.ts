import { describe, expect, test } from 'vitest';
import type { FormFields, FormLead } from '../../src/domain/form-fields.ts';
import type { Answer, LeadFields } from '../../src/domain/lead.ts';
import { fillFromAnswers } from '../../src/processing/fill-from-answers.ts';
import { formMeanings } from '../../src/processing/form-meanings.ts';
import { keysOfForm, unreadKeys } from '../../src/processing/key-reading.ts';
import { readMappingChange } from '../../src/processing/mapping-change.ts';
import { PreviewSum } from '../../src/processing/mapping-preview.ts';
import { leadFields } from '../support/factories.ts';

type Form = Pick<FormFields, 'origin' | 'questions' | 'mapping'>;

const answer = (key: string, ...values: string[]): Answer => ({ key, question: null, values });
const form = (mapping: Form['mapping'], given: Partial<Form> = {}): Form => ({ origin: 'social_ads', questions: null, mapping, ...given });

function lead(id: string, answers: readonly Answer[], fields: Partial<FormLead> = {}): FormLead {
  return { ...leadFields({ answers, ...fields }), id, erasedAt: null };
}

function filled(answers: readonly Answer[], mapping: Form['mapping'], given: Partial<Form> = {}): LeadFields {
  const stored = lead('1', answers);
  return fillFromAnswers(stored, given.origin ?? 'social_ads', formMeanings(form(mapping, given)))?.filled ?? stored;
}

describe('what an operator says', () => {
  test.each([
    ['email', 'não tenho', { email: null }],
    ['email', 'ana@example.com', { email: 'ana@example.com', emailNormalized: 'ana@example.com' }],
    ['telefone', 'me liga', { phone: null }],
    ['telefone', '84 98888-7777', { phone: '84 98888-7777', phoneE164: '+5584988887777' }],
    ['nome', '12345', { name: null }],
    ['nome', 'ana@example.com', { name: null }],
    ['nome', 'Ana da Silva', { name: 'Ana da Silva' }],
  ] as const)('as %s gives the lead %j where it can be that, and it stays an answer', (field, value, expected) => {
    expect(filled([answer('x', value)], { x: field })).toMatchObject({ ...expected, answers: [{ key: 'x', values: [value], field }] });
  });

  test('and cannot be, leaves the contact to the next who says it', () => {
    const answers = [answer('contato', 'não tenho'), answer('celular', '84 98888-7777')];
    expect(filled(answers, { contato: 'telefone' })).toMatchObject({ phone: '84 98888-7777' });
  });

  test('counts before the platform’s own key, in whatever way the key is written', () => {
    const answers = [answer('EMAIL', 'colega@empresa.com'), answer('Qual é o seu?', 'ana@example.com')];
    const mapping = { 'qual E\u0301 o seu?': 'email' } as const;
    expect(filled(answers, mapping, { origin: 'search_ads' })).toMatchObject({ email: 'ana@example.com' });
  });

  test('puts a name together of its parts', () => {
    expect(filled([answer('a', 'Ana'), answer('b', 'Silva')], { a: 'primeiro_nome', b: 'sobrenome' })).toMatchObject({ name: 'Ana Silva' });
  });

  test('nenhum: not even a key that says it is read', () => {
    expect(filled([answer('celular', '84 98888-7777')], { celular: 'nenhum' })).toMatchObject({ phone: null });
  });

  test('gives a lead a phone number in place of one that cannot be called, and never the other way round', () => {
    const answers = [answer('zap', '84 98888-7777')];
    const meanings = formMeanings(form({ zap: 'telefone' }));
    const unusable = lead('1', answers, { phone: '98888', phoneKind: 'invalido' });
    expect(fillFromAnswers(unusable, 'social_ads', meanings)?.filled).toMatchObject({
      phone: '84 98888-7777',
      phoneE164: '+5584988887777',
    });
    const usable = lead('1', answers, { phone: '84 97777-6666', phoneE164: '+5584977776666' });
    expect(fillFromAnswers(usable, 'social_ads', meanings)?.filled).toMatchObject({ phone: '84 97777-6666' });
    const told = { questions: [{ key: 'x', label: 'X', type: 'PHONE' }] };
    const worse = lead('1', [answer('x', 'me liga')], { phone: '98888', phoneKind: 'invalido' });
    expect(fillFromAnswers(worse, 'social_ads', formMeanings(form({}, told)))?.filled).toMatchObject({ phone: '98888' });
  });

  test('and takes back, leaves what the lead has and no mark at the answer', () => {
    const stored = lead('1', [{ ...answer('onde', 'Natal'), field: 'cidade' }], { name: 'Ana' });
    expect(fillFromAnswers(stored, 'social_ads', formMeanings(form({})))?.filled).toMatchObject({
      name: 'Ana',
      answers: [answer('onde', 'Natal')],
    });
  });
});

describe('how a key is read', () => {
  const read = (key: string, given: Partial<Form> = {}) =>
    keysOfForm(form({}, given), [lead('1', [answer(key, 'x')])]).map(({ field, decidedBy }) => [field, decidedBy])[0];

  test.each([
    ['by an operator', 'celular', { mapping: { Celular: 'nenhum' } }, ['nenhum', 'operator']],
    ['by the platform’s own key', 'full_name', {}, ['nome', 'platform']],
    ['by the type of its question', 'x', { questions: [{ key: 'x', label: 'X', type: 'EMAIL' }] }, ['email', 'platform']],
    [
      'by a type that asks for something else',
      'celular',
      { questions: [{ key: 'celular', label: '', type: 'CPF' }] },
      ['nenhum', 'platform'],
    ],
    ['by itself', 'número_de_telefone', {}, ['telefone', 'key']],
    ['by its question', 'q1', { questions: [{ key: 'q1', label: 'Qual é o seu e-mail?', type: 'CUSTOM' }] }, ['email', 'key']],
    ['by nobody', 'qual_plano?', {}, [null, null]],
  ] as const)('%s', (_who, key, given, expected) => {
    expect(read(key, given as Partial<Form>)).toEqual(expected);
  });

  test('questions come first, then answers, then keys that only the mapping has; with how often and some answers', () => {
    const questions = [{ key: 'q', label: 'Q?', type: 'CUSTOM' }];
    const leads = [lead('2', [answer('Q', 'novo'), answer('utm', '')]), lead('1', [answer('q', 'velho'), answer('q2', 'x')])];
    const keys = keysOfForm(form({ later: 'nome' }, { questions }), leads);
    expect(keys.map(({ key, answered, examples }) => [key, answered, examples])).toEqual([
      ['q', 2, ['novo', 'velho']],
      ['utm', 0, []],
      ['q2', 1, ['x']],
      ['later', 0, []],
    ]);
  });

  test('keys that nobody reads are told once each', () => {
    expect(unreadKeys(form({ a: 'nenhum' }), [lead('1', [answer('a', '1'), answer('b', '1')]), lead('2', [answer('B', '2')])])).toEqual([
      'B',
    ]);
  });
});

describe('a mapping that a person writes', () => {
  const keys = ['Onde te escrevemos?', 'fone', 'full_name'];
  const change = (key: string, field: string | null, mayBeNew = false) => readMappingChange([{ key, field }], keys, mayBeNew);

  test('finds the key as the form has it', () => {
    expect(change('onde te escrevemos?', 'email')).toEqual({ 'Onde te escrevemos?': 'email' });
    expect(change('fone', null)).toEqual({ fone: null });
  });

  test('names keys that differ by case or blanks around them once, as the list of keys does', () => {
    const typed = keysOfForm(form({}), [lead('1', [answer('Contato', 'a')]), lead('2', [answer('contato ', 'b')])]).map(({ key }) => key);
    expect(
      readMappingChange(
        typed.map((key) => ({ key, field: 'email' })),
        typed,
        false,
      ),
    ).toEqual({ Contato: 'email' });
  });

  test('is refused with what was probably meant', () => {
    expect(() => change('fnoe', 'telefone')).toThrow('Did you mean "fone"?');
    expect(() => change('fone', 'telefon')).toThrow('Did you mean "telefone"?');
    expect(() => change('fone', 'phone')).toThrow('Did you mean "telefone"?');
    expect(() => change('fone', 'xyzzy')).toThrow(/^There is no field "xyzzy"\.$/);
    expect(() =>
      readMappingChange(
        [
          { key: 'fone', field: null },
          { key: 'FONE', field: 'email' },
        ],
        keys,
        false,
      ),
    ).toThrow('appears twice');
  });

  test('may name a key of the future when that is said', () => {
    expect(change('nova', 'email', true)).toEqual({ nova: 'email' });
  });
});

describe('the preview', () => {
  test('counts what leads would gain, what cannot be used, and who is still out of reach', () => {
    const sum = new PreviewSum(form({ escrevemos: 'email', mora: 'cidade' }));
    sum.add(lead('1', [answer('escrevemos', 'ana@example.com'), answer('mora', 'Natal')]));
    sum.add(lead('2', [answer('escrevemos', 'não tenho')], { phone: '1' }));
    sum.add(lead('3', [answer('escrevemos', 'bia@example.com')], { email: 'tem@example.com', emailNormalized: 'tem@example.com' }));
    sum.add(lead('4', [answer('outra', 'x')]));
    expect(sum.result).toEqual({
      leads: 4,
      changed: 3,
      gained: new Map([
        ['email', 1],
        ['cidade', 1],
      ]),
      withoutContact: { before: 2, after: 1 },
      unusable: [{ key: 'escrevemos', field: 'email', leads: 1 }],
      examples: [
        {
          leadId: '1',
          gained: [
            { field: 'email', value: 'ana@example.com' },
            { field: 'cidade', value: 'Natal' },
          ],
        },
      ],
    });
  });

  test('does not miss the contact of an erased lead', () => {
    const sum = new PreviewSum(form({ escrevemos: 'email' }));
    sum.add({ ...lead('1', []), erasedAt: 1 });
    expect(sum.result).toMatchObject({ leads: 1, changed: 0, withoutContact: { before: 0, after: 0 } });
  });

  test('finds nothing unusable in answers that are kept as they are, such as a postal code', () => {
    const sum = new PreviewSum({ origin: 'social_ads', questions: null, mapping: { onde: 'cep', trabalha: 'empresa' } });
    sum.add(lead('1', [answer('onde', '01310-100'), answer('trabalha', '99')]));
    expect(sum.result.unusable).toEqual([]);
    expect(sum.result.gained).toEqual(
      new Map([
        ['cep', 1],
        ['empresa', 1],
      ]),
    );
  });
});
