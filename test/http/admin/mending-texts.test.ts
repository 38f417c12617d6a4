import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adviceKey, mendingTexts } from '../../../src/http/admin/pages/events/mending-texts.ts';

/** Where faults are made. */
const FAULT_FILES = ['src/processing', 'src/queue', 'src/store/sqlite/operations', 'src/domain'];
/** What is wrong with a conversion, or with a whole queue, is no fault of an event. */
const NOT_OF_EVENTS = ['consent.ts', 'consent-statements.ts', 'queue-findings.ts'];

function faultCodes(): readonly string[] {
  const root = new URL('../../../', import.meta.url);
  const texts = FAULT_FILES.flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith('.ts') && !NOT_OF_EVENTS.includes(name))
      .map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8')),
  );
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/\bcode(?:: | = )'([a-z_]+)'|erro_codigo = '([a-z_]+)'/g)].map((match) => match[1] ?? match[2] ?? ''),
  );
  return [...new Set(codes)];
}

test('every fault has advice of its own in both languages, with and without an id to fill in', () => {
  const codes = faultCodes();
  expect(codes).toEqual(
    expect.arrayContaining(['unknown_campaign', 'unknown_client', 'not_linked', 'worker_died', 'forgotten', 'lead_of_other_client']),
  );
  for (const code of codes) {
    const key = adviceKey(code);
    expect([code, key]).toEqual([code, code]);
    for (const found of [true, false]) {
      expect(mendingTexts.en.advice[key](found)).not.toBe('');
      expect(mendingTexts.pt.advice[key](found)).not.toBe(mendingTexts.en.advice[key](found));
    }
  }
});

test('there is no advice for faults that do not exist', () => {
  expect(
    Object.keys(mendingTexts.en.advice)
      .filter((code) => code !== 'other')
      .toSorted(),
  ).toEqual(faultCodes().toSorted());
  expect([adviceKey('other'), adviceKey('toString'), adviceKey('new_one')]).toEqual(['other', 'other', 'other']);
});
