import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type JsonObject, readJson } from '../../src/base/exact-json.ts';
import type { Origin } from '../../src/domain/origin.ts';
import { searchAdsBody, socialAdsBody } from '../../src/intake/schemas/ad-platform-bodies.ts';
import { ownFormBody } from '../../src/intake/schemas/own-form-body.ts';
import { createFixture, describeResult, FORM, NOW, signed } from './intake-fixture.ts';

const SCHEMAS: Readonly<Record<Origin, z.ZodType>> = {
  formulario_proprio: ownFormBody,
  search_ads: searchAdsBody,
  social_ads: socialAdsBody,
};

/** As a replay, so that the age of a form's timestamp does not matter: the schema describes only its format. */
async function isTaken(origin: Origin, text: string): Promise<boolean> {
  const outcome = describeResult(await createFixture().intake.replay(signed(origin, text), NOW));
  if (outcome === '422 fields_invalid') return false;
  if (outcome !== 'stored' && outcome !== 'ignored') throw new Error(outcome);
  return true;
}

function isDescribed(origin: Origin, text: string): boolean {
  const json = readJson(Buffer.from(text));
  if (!json.ok) throw new Error(json.failure);
  return SCHEMAS[origin].safeParse(json.value).success;
}

/** JSON text of a value, plausible or not. Numbers are text too, because `JSON.stringify` cannot write those beyond 2^53. */
const literal = fc.oneof(
  fc.constantFrom('"lead"', '"f-1"', '42', '""', '"  "', '"\\u0000"', '"\\ud800"', '"\\u200b"', 'null', 'true', '[]', '{}', '0', '-1'),
  fc.constantFrom('12345678901234567890', '1.5', '1e400', '1e20', '9007199254740993', '9007199254740993.5', `"${'9'.repeat(20)}"`, '"1.5"'),
  fc.constantFrom('"\\ud83d\\ude00"', `"${'😀'.repeat(255)}"`, `"${'😀'.repeat(256)}"`, `"${'x'.repeat(255)}"`, `"${'x'.repeat(256)}"`),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
);

function bodies(keys: readonly string[], usable: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const fields = keys.map((key) => {
    const right = usable[key] === undefined ? [] : [{ arbitrary: fc.constant(JSON.stringify(usable[key])), weight: 6 }];
    return fc.oneof(...right, { arbitrary: literal, weight: 2 }, { arbitrary: fc.constant(undefined), weight: 1 });
  });
  return fc.tuple(...fields).map((values) => {
    const pairs = values.flatMap((value, index) => (value === undefined ? [] : [`${JSON.stringify(keys[index])}:${value}`]));
    return `{${pairs.join(',')}}`;
  });
}

const BODIES: Readonly<Record<Origin, fc.Arbitrary<string>>> = {
  formulario_proprio: bodies([...Object.keys(FORM), 'email', '__proto__', 'gclid'], FORM),
  search_ads: bodies(['event_type', 'user_column_data', 'lead_id', 'id', 'form_id', '__proto__'], { event_type: 'lead', lead_id: 'l-1' }),
  social_ads: bodies(['event_type', 'entry', 'leadgen_id', 'object'], { event_type: 'lead' }),
};

describe('the described bodies', () => {
  test.each(['formulario_proprio', 'search_ads', 'social_ads'] as const)('%s: taken and refused as intake does', async (origin) => {
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(BODIES[origin], async (text) => {
        const taken = await isTaken(origin, text);
        seen[taken ? 'taken' : 'refused'] += 1;
        expect(isDescribed(origin, text)).toBe(taken);
      }),
      { numRuns: 1_500 },
    );
    // Both happened often enough to be meaningful.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(50);
  });

  const PLATFORM_SAMPLES: readonly (readonly [Origin, JsonObject])[] = [
    ['formulario_proprio', FORM],
    [
      'search_ads',
      {
        lead_id: 'TeSter-123-ABC',
        user_column_data: [
          { column_name: 'Full Name', string_value: 'João da Silva', column_id: 'FULL_NAME' },
          { string_value: 'Plano anual', column_id: 'qual_plano_te_interessa?' },
        ],
        api_version: '1.0',
        form_id: 40_000_000_000,
        campaign_id: 10_000_000_000,
        google_key: '',
        is_test: true,
        gcl_id: 'TeSter-123-ABC',
        lead_submit_time: '2026-11-20T12:00:00Z',
      },
    ],
    ['search_ads', { event_type: 'conversion', search_click_id: 'abc', cliente_id: 1, full_name: 'Ana' }],
    [
      'social_ads',
      {
        object: 'page',
        entry: [
          {
            id: '138124712925158',
            time: 1_630_087_927,
            changes: [
              { value: { form_id: '172036835026334', leadgen_id: '233370042045345', page_id: '138124712925158' }, field: 'leadgen' },
            ],
          },
        ],
      },
    ],
    ['social_ads', { event_type: 'lead', social_click_id: 'xyz', cliente_id: 1, full_name: 'Ana' }],
  ];

  test.each(PLATFORM_SAMPLES)('%s: a real event is taken and described', async (origin, sample) => {
    const text = JSON.stringify(sample);
    expect([await isTaken(origin, text), isDescribed(origin, text)]).toEqual([true, true]);
    // The schema in the document, read back, accepts it too.
    const published = z.fromJSONSchema(
      z.toJSONSchema(SCHEMAS[origin], { io: 'input', unrepresentable: 'any' }) as z.core.JSONSchema.JSONSchema,
    );
    expect(published.safeParse(sample).success).toBe(true);
    expect(published.safeParse({}).success).toBe(false);
  });
});
