import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../src/messages/en.ts';
import { pt } from '../../src/messages/pt.ts';
import { labelOf } from '../../src/presentation/labels.ts';

/** Where faults are created. */
const FAULT_FILES = ['src/processing', 'src/queue', 'src/store/sql/operations', 'src/domain'];

/** Faults of a conversion or of a whole queue are not faults of an event. */
const NOT_OF_EVENTS = ['consent.ts', 'consent-statements.ts', 'queue-findings.ts'];

function faultCodes(): readonly string[] {
  const root = new URL('../..', import.meta.url);
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

test('every fault has a name in both languages', () => {
  const codes = faultCodes();
  expect(codes).toEqual(
    expect.arrayContaining(['unknown_campaign', 'unknown_client', 'not_linked', 'worker_died', 'forgotten', 'lead_of_other_client']),
  );
  for (const messages of [en, pt]) expect(codes.filter((code) => labelOf(messages, 'codes', code) === code)).toEqual([]);
});
