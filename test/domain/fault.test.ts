import { describe, expect, test } from 'vitest';
import { exhausted, workerDied } from '../../src/domain/fault.ts';

describe('the faults that end a job', () => {
  test('exhausted keeps the code of the last fault and says how often it was tried', () => {
    const fault = exhausted({ code: 'platform_down', message: 'No answer.' }, 10);
    expect(fault).toEqual({ code: 'platform_down', message: 'No answer. Gave up after 10 attempts.' });
  });

  test('workerDied says how often and what to look at', () => {
    expect(workerDied(3)).toMatchObject({ code: 'worker_died', message: expect.stringMatching(/3 times.*body/) });
  });
});
