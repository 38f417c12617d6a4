import { afterEach, describe, expect, test, vi } from 'vitest';
import { bodyText, jobStepsText } from '../../../src/cli/listing/event-trail-text.ts';

describe('a body on a terminal', () => {
  test('keeps its line breaks, and nothing in it can drive the terminal', () => {
    expect(bodyText(Buffer.from('{"nome":"a\u001B[31m\u0007\u202Eb\r"}\n\tç'))).toBe('{"nome":"a·[31m··b·"}\n\tç');
  });

  test('that is not UTF-8 is shown in base64', () => {
    expect(bodyText(Buffer.from([0xff, 0xfe]))).toBe('(2 bytes that are not UTF-8, in base64)\n//4=');
  });
});

describe('the steps of a job', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['en', ['parked', 'retry', 'lease expired', 'failed']],
    ['pt_BR.UTF-8', ['estacionado', 'nova vez', 'prazo vencido', 'falhou']],
  ])('are told in the language of the reader: %s', (locale, words) => {
    vi.stubEnv('LC_ALL', locale);
    const attempt = { jobId: '7', workerId: 'w', startedAt: 0, endedAt: 1, errorCode: null, errorMessage: null };
    const results = ['parked', 'retry', 'lease_expired', 'failed'] as const;
    const text = jobStepsText(
      [],
      results.map((result, index) => ({ ...attempt, attempt: index + 1, result })),
    );
    expect(results.map((_result, index) => text.split('\n')[index + 1]?.split(/ {2,}/)[1])).toEqual(words);
  });
});
