import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MESSAGES } from '../../../src/messages/messages.ts';

/** Where faults are created. */
const FAULT_FILES = ['src/processing', 'src/queue', 'src/store/sql/operations', 'src/domain'];
const EN = MESSAGES.en.web.advice.advice;

/** Faults of a conversion or of a whole queue are not faults of an event. */
const NOT_OF_EVENTS = ['consent.ts', 'consent-statements.ts', 'queue-findings.ts'];

function faultCodes(): readonly string[] {
  const root = new URL('../../..', import.meta.url);
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
  expect(Object.keys(EN)).toEqual(expect.arrayContaining([...codes]));
  for (const code of Object.keys(EN) as (keyof typeof EN)[]) {
    for (const found of [true, false]) {
      expect(EN[code](found)).not.toBe('');
      expect(MESSAGES.pt.web.advice.advice[code](found)).not.toBe(EN[code](found));
    }
  }
});

test('there is no advice for faults that do not exist', () => {
  expect(
    Object.keys(EN)
      .filter((code) => code !== 'other')
      .toSorted(),
  ).toEqual(faultCodes().toSorted());
});
