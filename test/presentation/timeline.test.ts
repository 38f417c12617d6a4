import { expect, test } from 'vitest';
import type { JobAttempt, JobSummary } from '../../src/domain/job.ts';
import { jobTimeline, stepTone, stepWords, type TimelineStep } from '../../src/presentation/timeline.ts';

const JOB: JobSummary = {
  id: '7',
  queue: 'webhooks',
  type: 'event',
  eventId: '3',
  conversionId: null,
  state: 'pendente',
  attempts: 1,
  availableAt: null,
  waitReason: 'page_token',
  workerId: null,
  leaseUntil: null,
  createdAt: 1_000,
  startedAt: null,
  finishedAt: null,
  errorCode: null,
  errorParams: null,
  named: '',
};
const PARKED: JobAttempt = {
  jobId: '7',
  attempt: 1,
  workerId: 'w-1',
  startedAt: 2_000,
  endedAt: 5_000,
  result: 'parked',
  errorCode: 'no_token',
  errorParams: null,
};

function told(steps: readonly TimelineStep[]): readonly string[] {
  return steps.map((step) => {
    const { name, detail } = stepWords(step, 'en');
    return `${name}: ${detail} (${stepTone(step)})`;
  });
}

test('a job that waits for something outside: queued, tried, and last what it waits for, which has no time', () => {
  const steps = jobTimeline([JOB], [PARKED]);
  expect(told(steps)).toEqual([
    'new job: job 7, queue webhooks (plain)',
    'parked: job 7, attempt 1 on w-1 (warn)',
    'parked: job 7, 1 attempt, reason: page_token (warn)',
  ]);
  expect(steps.map(({ end }) => end)).toEqual([null, { fault: { code: 'no_token', params: null }, tookMs: 3_000 }, null]);
});

test('attempts count over retries: the newest job names how many there were', () => {
  const done: JobSummary = { ...JOB, state: 'concluido', workerId: 'w-2', startedAt: 6_000, finishedAt: 7_000 };
  expect(told(jobTimeline([done], [PARKED])).at(-1)).toBe('done: job 7, 2 attempts (good)');
});
