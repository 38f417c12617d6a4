import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, writeJson } from '../../src/base/exact-json.ts';
import { ORIGINS, type Origin } from '../../src/domain/origin.ts';
import { english, saying } from '../support/saying.ts';
import { outcomeOf, prepare } from './event-under-test.ts';

describe('a body that cannot be used', () => {
  const bodies = [
    ['nothing', Buffer.alloc(0)],
    ['blanks', ' \n'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['cut off', '{"nome":"Jo'],
    ['a list', '[{"nome":"João"}]'],
    ['null', 'null'],
    ['a number', '12345678901234567890'],
    ['nested 100 levels', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
  ] as const;

  test.each(ORIGINS.flatMap((origin) => bodies.map(([name, body]) => [origin, name, body] as const)))('%s: %s', (origin, _name, body) => {
    const outcome = outcomeOf({ origin, body });
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'unusable_body', params: saying('events show') } });
    expect(writeJson(JSON.parse(JSON.stringify(outcome)))).not.toContain('João');
  });
});

test('a byte order mark does no harm', () => {
  const body = '\uFEFF{"event_type":"lead","campanha_id":1,"nome":"Ana"}';
  expect(outcomeOf({ origin: 'formulario_proprio', body }).kind).toBe('lead');
});

describe('ids in the sentences of faults', () => {
  function message(body: JsonObject, origin: Origin = 'search_ads', eventType = 'lead'): string {
    const outcome = outcomeOf({ origin, eventType, body: { event_type: eventType, nome: 'Ana', ...body } }, null);
    return outcome.kind === 'failed' ? english(outcome.fault.params) : '';
  }

  test.each(['42', 'verão-2026', 'a.b_c:d/e', 'x'.repeat(80), 'João'])('%j looks like an id and is shown', (id) => {
    expect(message({ campanha_id: id }, 'formulario_proprio')).toContain(`"${id}"`);
    expect(message({ campanha_id: id }, 'formulario_proprio')).toContain(`campaign add --id ${id} --name`);
  });

  test.each([
    'ana@example.com',
    'Ana Souza',
    '(11) 98765-4321',
    "d'agua",
    '$(reboot)',
    'a`b',
    'a;b',
    'a\n\u001b[31m',
    '\u202Eabc',
    'x'.repeat(81),
    '9'.repeat(1_000_000),
  ])('%j is not repeated', (id) => {
    const sentences = [
      message({ campanha_id: id }, 'formulario_proprio'),
      message({ campanha_id: id, form_id: id, cliente_id: id }),
      message({ cliente_id: id }),
      message({ form_id: id, page_id: id }, 'social_ads'),
      message({}, 'search_ads', id),
    ];
    for (const sentence of sentences) {
      expect(sentence).not.toContain(id);
      expect(sentence).toContain("not shown because it may be personal data; see the event's body");
      expect(sentence.length).toBeLessThan(700);
    }
    expect(sentences[0]).toContain('`lead-intake campaign add --id ID --name NAME');
    expect(sentences[1]).toContain('`lead-intake campaign link CAMPAIGN --search-ads-form ID`');
  });

  test('an id that begins with a hyphen is not taken for a flag', () => {
    expect(message({ campanha_id: '--help' }, 'formulario_proprio')).toContain('campaign add --id=--help --name');
    expect(message({ form_id: '-1' })).toContain('`lead-intake campaign link CAMPAIGN --search-ads-form=-1`');
  });
});

/** Keys that have a meaning on some route, so that random bodies reach the code behind them. */
const KEYS = (
  'event_type id timestamp campanha_id cliente_id nome full_name email telefone phone utm_source gclid click_id fbc mensagem consentimentos ' +
  'valor moeda conversion_id conversion_time lead_id leadgen_id form_id page_id campaign_id is_test user_column_data field_data entry ' +
  'lead_submit_time created_time custom_disclaimer_responses __proto__ constructor'
).split(' ');

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '0', '+55 11 98765-4321', 'a@example.com', '2.600,50', '2026-11-20T12:00:00Z', '444444'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const answer = fc.record(
  { column_id: scalar, column_name: scalar, string_value: scalar, name: scalar, values: fc.oneof(scalar, fc.array(scalar)) },
  { requiredKeys: [] },
);
const value = fc.oneof(scalar, fc.jsonValue(), fc.array(fc.oneof(answer, scalar), { maxLength: 4 }));
const payload = fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), value, { noNullPrototype: true });
const batch = payload.map((change) => ({ object: 'page', entry: [{ changes: [{ field: 'leadgen', value: change }] }] }));
const eventType = fc.constantFrom('lead', 'lead_updated', 'sale', 'leadgen', 'unknown');

describe('whatever a JSON object holds', () => {
  const given = fc.record({ origin: fc.constantFrom(...ORIGINS), eventType, body: fc.oneof(payload, batch), lead: payload });

  test('there is an outcome, with what was fetched for who needs it; it can be stored, and the same event has the same outcome', () => {
    fc.assert(
      fc.property(given, ({ origin, eventType, body, lead }) => {
        const bytes = Buffer.from(JSON.stringify(body));
        const event = { origin, eventType, body: bytes, fetched: JSON.stringify(lead) };
        const outcome = outcomeOf(event);
        const written = JSON.stringify(outcome);
        expect(['lead', 'failed', 'parked']).toContain(outcome.kind);
        expect(written.isWellFormed()).toBe(true);
        expect(written).not.toMatch(/\\u0000|\\ud[89a-f]/);
        expect(JSON.stringify(outcomeOf(event))).toBe(written);
        if (outcome.kind === 'lead') expectDates(outcome.intent.fields.submittedAt, outcome.intent.conversion?.happenedAt ?? null);
      }),
      { numRuns: 1_500 },
    );
  });

  test('nobody found is a failure or was decided before', () => {
    fc.assert(
      fc.property(given, (event) => {
        const prepared = prepare({ ...event, body: Buffer.from(JSON.stringify(event.body)) });
        if (prepared.kind === 'fetch') return true;
        const outcome = prepared.kind === 'decided' ? prepared.outcome : prepared.conclude(null);
        return outcome.kind !== 'lead';
      }),
      { numRuns: 500 },
    );
  });

  test('every value of an own form is found again in its lead', () => {
    const unknown = fc.dictionary(fc.stringMatching(/^x[a-z]{1,8}$/), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(unknown, (extras) => {
        const body = Buffer.from(JSON.stringify({ campanha_id: 1, nome: 'Ana', ...extras }));
        const outcome = outcomeOf({ origin: 'formulario_proprio', body });
        expect(outcome.kind === 'lead' && JSON.stringify(outcome.intent.fields.extras)).toBe(storable(extras));
      }),
      { numRuns: 300 },
    );
  });
});

function expectDates(...times: readonly (number | null)[]): void {
  for (const time of times) if (time !== null) expect(Number.isNaN(new Date(time).getTime())).toBe(false);
}

function storable(json: unknown): string {
  return JSON.stringify(json).replace(/\\u0000|\\ud[89a-f][0-9a-f]{2}/g, '\uFFFD');
}
