import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/base/exact-json.ts';
import { statedConsents } from '../support/consents.ts';

const stated = (consents: JsonValue) => statedConsents(consents, 0).map(({ purpose, act }) => [purpose, act]);

const REFUSALS = [
  ...[
    'não',
    'Não aceito',
    'NÃO ACEITO',
    'nao_aceito',
    'não-autorizo',
    'Na\u0303o concordo',
    'Não, obrigado',
    'Eu não aceito',
    'Prefiro não',
  ],
  ...['Não autorizo o uso dos meus dados para publicidade', 'nunca', 'Jamais!', 'Sem consentimento', 'nenhum', 'Nenhuma', 'falso'],
  ...['discordo', 'Recuso', 'recusado', 'RECUSADA', 'nego', 'Negado', 'rejeito', 'rejeitado', 'revogado', 'Recuso receber anúncios'],
  ...[
    'no',
    'No, thanks',
    'NO THANK YOU',
    'not agreed',
    'Not now',
    'never',
    'none',
    "I don't agree",
    'I do not agree',
    'Don’t',
    'without consent',
  ],
  ...[
    'declined',
    'Refused',
    'rejected',
    'DENIED',
    'disagree',
    'withdrawn',
    'opt-out',
    'Opt out',
    'opted out',
    'unsubscribed',
    'disabled',
    'f',
  ],
];

describe('a refusal', () => {
  test.each(REFUSALS)('“%s” refuses its purpose, and everything if it names none', (text) => {
    expect(stated({ marketing: text })).toEqual([['marketing', 'negado']]);
    expect(stated([{ finalidade: 'marketing', concedido: text }])).toEqual([['marketing', 'negado']]);
    expect(stated(text)).toEqual([[null, 'negado']]);
    expect(stated([text])).toEqual([[null, 'negado']]);
    expect(stated({ consentimento: text })).toEqual([[null, 'negado']]);
  });

  test.each<[string, JsonValue]>([
    ['as a key', { 'Não aceito': true }],
    ['as a key of English', { opt_out: true }],
    ['among names of purposes', 'não, sms'],
    ['among names of purposes in a list', ['ads', 'Não autorizo o uso dos meus dados']],
    ['of one that refuses by verb, in a list', ['ads', 'Recuso receber anúncios']],
    ['in the first person, in a list', ['ads', "I don't want calls"]],
    ['politely, in a list', ['ads', 'Não, obrigado']],
    ['at the end of a list', 'ads, não quero'],
    ['in a list of nothing else', ['No e-mail', 'Sem anúncios']],
    ['as a check box', [{ name: 'opt_out', value: true }]],
    ['as a purpose', [{ finalidade: 'Não aceito', concedido: true }]],
    ['as one word for a check box', [{ name: 'não', value: true }]],
    ['as one word for a key', { não: true, sim: false }],
    ['with a person', ['I decline']],
    ['as a key with an answer', { ads: true, recusado: { granted: true } }],
  ])('%s refuses everything', (_what, consents) => {
    expect(stated(consents)).toContainEqual([null, 'negado']);
  });

  test.each<[string, JsonValue]>([
    ['in a key', [{ purpose: 'ads', opt_out: true }]],
    ['in a key, by purpose', { ads: { recusado: 'sim' } }],
    ['beside an agreement', [{ purpose: 'ads', granted: true, status: 'denied' }]],
    ['above its purposes', { denied: { ads: true } }],
    ['beside a consent', { form: { consent: true, ads: false } }],
    ['in one word above a list', { não: ['ads'] }],
    ['in one letter above a list', { n: ['ads'] }],
    ['of consent, above it', { form: { consent: false, ads: true } }],
    ['of consent, as an empty field', { form: { consent: '', ads: true } }],
  ])('%s', (_what, consents) => {
    expect(stated(consents)).toContainEqual(['ads', 'negado']);
    expect(stated(consents)).not.toContainEqual(['ads', 'concedido']);
  });
});

describe('an agreement', () => {
  test.each(['sim', 'Aceito', 'ACEITE', 'autorizo', 'Concordo', 'yes', 'agreed', 'Allowed', 'opt-in', 'granted'])(
    '“%s” grants its purpose, and none without one',
    (text) => {
      expect(stated({ marketing: text })).toEqual([['marketing', 'concedido']]);
      expect(stated(text)).toEqual([]);
      expect(stated([text])).toEqual([]);
    },
  );

  test.each(['talvez', 'maybe', 'Aceito com ressalvas', 'Aceito, mas não agora', 'undecided', 'nordeste', 'notícias'])(
    '“%s” is none',
    (text) => {
      expect(stated({ marketing: text })).toEqual([]);
      expect(stated([{ purpose: 'marketing', granted: text }])).toEqual([]);
    },
  );

  test('is not to be without a refusal', () => {
    expect(stated({ opt_out: false })).toEqual([]);
    expect(stated({ opt_out: { granted: false } })).toEqual([]);
    expect(stated({ form: { status: '', ads: true } })).toContainEqual(['ads', 'concedido']);
    expect(stated([{ purpose: 'ads', opt_out: false }])).toEqual([]);
    expect(stated({ ads: true, texto: 'Não enviamos spam.' })).toEqual([['ads', 'concedido']]);
  });

  test('is in a record with an empty field, under the number of a line, and beside a withdrawal', () => {
    expect(stated([{ checkbox_key: 'ads', is_checked: true, value: '' }])).toEqual([['ads', 'concedido']]);
    expect(stated({ 0: { ads: true } })).toEqual([['ads', 'concedido']]);
    expect(stated({ ads: true, revoked: true })).toEqual([
      [null, 'retirado'],
      ['ads', 'concedido'],
    ]);
  });

  test.each(['opt_in', 'optIn', 'aceito', 'aceite', 'concordo', 'agree', 'granted', '1', '0'])(
    'can be to a purpose called “%s”',
    (name) => {
      for (const [key, mark] of [
        ['checkbox_key', 'is_checked'],
        ['finalidade', 'concedido'],
        ['name', 'value'],
      ] as const) {
        const records = (isChecked: boolean) => [
          { [key]: 'ads', [mark]: true },
          { [key]: name, [mark]: isChecked },
        ];
        for (const [isChecked, act] of [
          [true, 'concedido'],
          [false, 'negado'],
        ] as const) {
          const expected = [
            ['ads', 'concedido'],
            [name, act],
          ];
          expect(stated(records(isChecked))).toEqual(expected);
          expect(stated({ boxes: records(isChecked) })).toEqual(expected);
        }
      }
    },
  );

  test.each(['Não quero SMS', 'Não autorizo o uso dos meus dados', 'decline_sms'])(
    'is none to “%s”, which refuses nothing else',
    (name) => {
      const expected = [
        ['ads', 'concedido'],
        [name, 'negado'],
      ];
      expect(stated({ ads: true, [name]: true })).toEqual(expected);
      expect(stated({ granted: ['ads', name] })).toEqual(expected);
      expect(
        stated([
          { finalidade: 'ads', concedido: true },
          { finalidade: name, concedido: true },
        ]),
      ).toEqual(expected);
    },
  );

  test('can be to a purpose called “opt_in” in a list under what was answered', () => {
    const expected = [
      ['ads', 'concedido'],
      ['opt_in', 'concedido'],
    ];
    expect(stated({ granted: ['ads', 'opt_in'] })).toEqual(expected);
    expect(stated({ consent: ['ads', 'opt_in'], granted: true })).toEqual(expected);
    expect(stated({ granted: ['não'] })).toEqual([[null, 'negado']]);
  });

  test('is not the end of a refusal, and not a check box without an answer', () => {
    expect(stated([{ name: 'opt_out', value: false }])).toEqual([]);
    expect(stated([{ checkbox_key: 'aceite' }])).toEqual([]);
    expect(stated([{ checkbox: 'não' }])).toEqual([['checkbox', 'negado']]);
  });

  test.each([
    'No WhatsApp',
    'no e-mail',
    'No. 1',
    'Sem spam',
    'SEM',
    'Nenhum contato por telefone',
    'Não essenciais',
    'Do not sell my data',
  ])('stays when a list names “%s” too', (name) => {
    const expected = [
      ['ads', 'concedido'],
      [name, 'concedido'],
    ];
    expect(stated(['ads', name])).toEqual(expected);
    expect(stated([name, 'ads'])).toEqual(expected.toReversed());
    expect(stated(`ads, ${name}`)).toEqual(expected);
    expect(stated([{ purpose: 'ads', granted: true }, name])).toEqual(expected);
    expect(stated([{ purpose: ['ads', name], granted: true }])).toEqual(expected);
  });

  test('can have a purpose that begins like a refusal', () => {
    expect(stated([{ purpose: 'No WhatsApp', granted: true }])).toEqual([['No WhatsApp', 'concedido']]);
    expect(stated({ nao_essenciais: false })).toEqual([['nao_essenciais', 'negado']]);
  });
});

describe('whether the person agreed', () => {
  test.each([
    ...[
      'concedido',
      'aceito',
      'aceite',
      'aceitou',
      'aceita',
      'consentimento',
      'consentiu',
      'autorizado',
      'autorizou',
      'Autorizo',
      'concordou',
    ],
    ...['grant', 'granted', 'consent', 'consented', 'accepted', 'agreed', 'agree', 'allowed', 'opt_in', 'optIn', 'opt-in', 'is_checked'],
  ])('is in `%s`', (key) => {
    for (const [mark, act] of [
      [false, 'negado'],
      ['não', 'negado'],
      [true, 'concedido'],
    ] as const) {
      expect(stated([{ finalidade: 'ads', [key]: mark }])).toEqual([['ads', act]]);
      expect(stated({ ads: { [key]: mark } })).toEqual([['ads', act]]);
    }
    expect(stated({ [key]: false })).toEqual([[null, 'negado']]);
  });
});
