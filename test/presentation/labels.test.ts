import { describe, expect, test } from 'vitest';
import { CONVERSION_STATES } from '../../src/domain/conversion.ts';
import { JobGroup } from '../../src/domain/job.ts';
import { ORIGINS } from '../../src/domain/origin.ts';
import { EVENT_STATUSES } from '../../src/domain/webhook-event.ts';
import { en } from '../../src/messages/en.ts';
import { pt } from '../../src/messages/pt.ts';
import { labelOf } from '../../src/presentation/labels.ts';

describe('labels of stored words', () => {
  test.each([
    ['states', EVENT_STATUSES],
    ['jobStates', Object.values(JobGroup)],
    ['conversionStates', CONVERSION_STATES],
    ['origins', ORIGINS],
  ] as const)('%s has one for each, in both languages', (set, words) => {
    for (const word of words) for (const messages of [en, pt]) expect(labelOf(messages, set, word), word).not.toBe(word);
  });

  test('a word that is not known is shown unchanged, whatever it is', () => {
    expect(labelOf(en, 'codes', 'a_code_of_tomorrow')).toBe('a_code_of_tomorrow');
    expect(labelOf(en, 'codes', 'constructor')).toBe('constructor');
  });
});
