import { describe, expect, test } from 'vitest';
import { exhausted, workerDied } from '../../src/domain/fault.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { inWords } from '../support/saying.ts';

describe('the faults that end a job', () => {
  test('exhausted keeps the code of the last fault and says how often it was tried', () => {
    const fault = exhausted({ code: 'platform_down', params: inWords('No answer.') }, 10);
    expect(fault.code).toBe('platform_down');
    expect(faultText(fault.params, 'en')).toBe('No answer. Stopped after 10 attempts.');
  });

  test('workerDied says how often and what to look at', () => {
    expect(workerDied(3).code).toBe('worker_died');
    expect(faultText(workerDied(3).params, 'en')).toMatch(/3 times.*body/);
  });
});
