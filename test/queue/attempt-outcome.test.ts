import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import { OUTCOME_UNKNOWN } from '../../src/domain/conversion.ts';
import type { ClaimedJob, JobOutcome } from '../../src/domain/job.ts';
import { faultOfError, limitAttempts, storedLater, unforeseen } from '../../src/queue/attempt-outcome.ts';
import { leadIntent, T0 } from '../support/factories.ts';
import { english, inWords, saying } from '../support/saying.ts';

const UNAVAILABLE = new AppError('store_unavailable', 'The server is read-only.');

const FAULT = { code: 'platform_down', params: inWords('The platform did not answer.') };

function jobAt(attempt: number): ClaimedJob {
  return {
    jobId: '1',
    workerId: 'w',
    lease: attempt,
    attempt,
    eventId: '1',
    origin: 'formulario_proprio',
    eventType: 'lead',
    identity: 'a',
    body: new Uint8Array(),
    receivedAt: T0,
    refusedAt: null,
    requestId: 'r',
    conversionId: null,
    platformFaults: null,
    limitedTo: null,
  };
}

const attempts = fc.integer({ min: 1, max: 1_000 });

describe('limitAttempts', () => {
  test('fails a retry exactly when the attempt was the last one, and keeps its code', () => {
    const attemptsIn = (attempt: number) => (attempt === 1 ? /\b1 attempt\b/ : new RegExp(`\\b${attempt} attempts\\b`));
    fc.assert(
      fc.property(attempts, attempts, (attempt, maxAttempts) => {
        const retry: JobOutcome = { kind: 'retry', fault: FAULT, availableAt: T0, spendsAttempt: true };
        const outcome = limitAttempts(jobAt(attempt), retry, maxAttempts);
        if (attempt < maxAttempts) expect(outcome).toBe(retry);
        else expect(outcome).toEqual({ kind: 'failed', fault: { code: FAULT.code, params: saying(attemptsIn(attempt)) } });
      }),
      { examples: [[1, 1]] },
    );
  });

  test('never touches what spends no attempt', () => {
    const others: JobOutcome[] = [
      { kind: 'retry', fault: FAULT, availableAt: T0, spendsAttempt: false },
      { kind: 'parked', fault: FAULT },
      { kind: 'failed', fault: FAULT },
      { kind: 'lead', intent: leadIntent('a') },
    ];
    fc.assert(
      fc.property(attempts, attempts, fc.constantFrom(...others), (attempt, maxAttempts, outcome) => {
        expect(limitAttempts(jobAt(attempt), outcome, maxAttempts)).toBe(outcome);
      }),
    );
  });
});

describe('unforeseen', () => {
  test('waits for a later time while attempts are left, and fails after', () => {
    fc.assert(
      fc.property(attempts, attempts, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (attempt, maxAttempts, random) => {
        const outcome = unforeseen(jobAt(attempt), FAULT, T0, random, maxAttempts);
        expect(outcome.kind).toBe(attempt < maxAttempts ? 'retry' : 'failed');
        if (outcome.kind === 'retry') {
          expect(outcome.spendsAttempt).toBe(true);
          expect(outcome.availableAt).toBeGreaterThan(T0);
          expect(Number.isInteger(outcome.availableAt)).toBe(true);
        }
      }),
    );
  });
});

describe('storedLater', () => {
  const later = (outcome: JobOutcome, attempt: number) =>
    storedLater(jobAt(attempt), outcome, UNAVAILABLE, { now: T0, random: 0, maxAttempts: 3 });
  const waits = { kind: 'retry', fault: { code: 'not_stored', params: saying('The server is read-only.') } };
  const SENT: JobOutcome = { kind: 'sent', requestId: null };

  test.each<[string, JobOutcome, object]>([
    ['a lead', { kind: 'lead', intent: leadIntent('a') }, {}],
    ['a conversion that the platform does not have', { kind: 'failed', fault: FAULT, uncertain: false }, { uncertain: false }],
    ['a conversion that got no answer', { kind: 'parked', fault: FAULT, uncertain: true }, { uncertain: true }],
    ['a conversion that was not sent', { kind: 'retry', fault: FAULT, availableAt: T0 + 9, spendsAttempt: true }, {}],
  ])('uses no attempt, and keeps whether the platform may have it: %s', (_what, outcome, kept) => {
    for (const attempt of [1, 3]) {
      const expected = { ...waits, availableAt: T0 + 30_000, spendsAttempt: false, untried: true, ...kept };
      expect(later(outcome, attempt)).toEqual({ ...expected, fault: expect.objectContaining(waits.fault) });
    }
  });

  test.each<[string, JobOutcome]>([
    ['has', SENT],
    ['is processing', { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: T0 }],
  ])('a conversion that the platform %s is sent again, later each time, and then waits for a person', (_what, outcome) => {
    const [first, second] = [later(outcome, 1), later(outcome, 2)];
    for (const again of [first, second]) expect(again).toMatchObject({ ...waits, spendsAttempt: true, uncertain: true });
    expect('availableAt' in second && second.availableAt).toBeGreaterThan('availableAt' in first ? first.availableAt : 0);
    expect(later(outcome, 3)).toMatchObject({
      kind: 'parked',
      uncertain: true,
      fault: { code: OUTCOME_UNKNOWN, params: saying('The server is read-only.') },
    });
  });
});

describe('faultOfError', () => {
  test('tells the kind of an error and nothing of its text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (text) => {
        expect(english(faultOfError(new RangeError(text)).params)).not.toContain(text);
      }),
    );
    expect(faultOfError(new RangeError('x'))).toMatchObject({ code: 'processing_failed', params: saying('RangeError') });
    expect(faultOfError('thrown text')).toMatchObject({ params: expect.not.stringContaining('thrown text') });
  });
});
