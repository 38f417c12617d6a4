import { MESSAGES } from '../messages/messages.ts';

/** Why an event could not become a lead (yet). The code is stable, the message is for the operator and holds no personal data. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** What it names, by `fault-target.ts`: what can be mended for all that name it. Left out: nothing. */
  readonly named?: string;
}

/** The fault of a job that used up its attempts by passing faults: it keeps the last fault's code. */
export function exhausted(fault: Fault, attempts: number): Fault {
  return { ...fault, message: `${fault.message} Gave up after ${attempts} attempts.` };
}

/** The fault of a job whose worker went away while holding it, once too often. */
export function workerDied(attempts: number): Fault {
  return {
    code: 'worker_died',
    message: MESSAGES.en.faults.worker_died({ attempts }),
  };
}
