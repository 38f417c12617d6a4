import { afterEach, describe, expect, test, vi } from 'vitest';
import { timelineText } from '../../src/cli/timeline-text.ts';
import { jobTimeline } from '../../src/presentation/timeline.ts';

describe('the steps of a job', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['en', ['parked', 'delayed', 'worker lost', 'failed']],
    ['pt_BR.UTF-8', ['em espera', 'adiado', 'worker parou', 'com erro']],
  ])('are told in the language of the reader: %s', (locale, words) => {
    vi.stubEnv('LC_ALL', locale);
    const attempt = { jobId: '7', workerId: 'w', startedAt: 0, endedAt: 1, errorCode: null, errorParams: null };
    const results = ['parked', 'retry', 'lease_expired', 'failed'] as const;
    const attempts = results.map((result, index) => ({ ...attempt, attempt: index + 1, result }));
    const text = timelineText(jobTimeline([], attempts));
    expect(results.map((_result, index) => text.split('\n')[index + 1]?.split(/ {2,}/)[1])).toEqual(words);
  });
});
