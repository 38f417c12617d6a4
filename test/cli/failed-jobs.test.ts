import { describe, expect, test } from 'vitest';
import { failedJobsText } from '../../src/cli/failed-jobs.ts';
import type { FailedJob } from '../../src/domain/job.ts';
import { inWords } from '../support/saying.ts';

const MESSAGE = 'There is no campaign "verao". Add it with `lead-intake campaign add --id verao`, then run the job again.';

const JOB: FailedJob = {
  id: '17',
  queue: 'webhooks',
  type: 'ProcessarWebhookJob',
  eventId: '12',
  conversionId: null,
  state: 'falhou',
  attempts: 1,
  availableAt: null,
  waitReason: null,
  workerId: null,
  leaseUntil: null,
  createdAt: 0,
  startedAt: 0,
  finishedAt: 0,
  errorCode: 'Unknown campaign',
  named: '',
  errorParams: inWords(MESSAGE),
  origin: 'formulario_proprio',
  eventType: 'lead',
};

describe('failed jobs', () => {
  test.each([60, 80, 120])('on a terminal of %i columns have their whole message below the row', (width) => {
    const [header, row, ...message] = failedJobsText([JOB], { parked: false }, width).split('\n');
    expect(header).not.toContain('MESSAGE');
    expect(row).toContain('Unknown campaign');
    expect(message.every((line) => line.startsWith('    '))).toBe(true);
    expect(message.map((line) => line.trim()).join(' ')).toBe(MESSAGE);
    expect(Math.max(...[header, row, ...message].map((line) => line?.length ?? 0))).toBeLessThanOrEqual(width);
  });

  test('elsewhere are one line each', () => {
    const lines = failedJobsText([JOB, JOB], { parked: false }, undefined).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/Unknown campaign +There is no campaign "verao"/);
  });
});
