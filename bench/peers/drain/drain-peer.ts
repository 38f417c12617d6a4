import { randomUUID } from 'node:crypto';
import { leadBody } from '../../requests.ts';
import type { SubmittedLead } from '../intake/signed-lead.ts';
import { type EventJob, newEventJob } from './same-lead.ts';

/** A queue that one process fills and another then drains. */
export interface DrainPeer<Job> {
  /** Adds the jobs as fast as the library can; not measured. */
  fill(jobs: readonly Job[]): Promise<void>;
  /** Starts the worker, whose handler must call `onJob` for each job. Resolves when the worker runs. */
  work(onJob: () => void): Promise<void>;
  /** Jobs that are not done yet: waiting, held or failed. */
  countLeft(): Promise<number>;
  /** Throws if this number of jobs did not have the result that it must have. Omitted: the handler does nothing. */
  check?(jobs: number): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 5;

/** A worker whose handler does nothing, with jobs that contain a lead. */
export function runEmptyPeer(peer: DrainPeer<SubmittedLead>): Promise<void> {
  return runDrainPeer(peer, newLead);
}

/** A worker whose handler creates the same lead as lead-intake. */
export function runSameLeadPeer(peer: DrainPeer<EventJob> & Required<Pick<DrainPeer<EventJob>, 'check'>>): Promise<void> {
  return runDrainPeer(peer, (index) => newEventJob(index + 1));
}

/**
 * `fill N` or `drain N`, from the command line. The clock of `drain` runs from the start of the worker (not of the program) until the
 * library itself has no job left: a job is not done just because its handler was called. Several processes can drain a queue together.
 */
async function runDrainPeer<Job>(peer: DrainPeer<Job>, newJob: (index: number) => Job): Promise<void> {
  const [step, count] = [process.argv[2], Number(process.argv[3])];
  if (step === 'fill') await peer.fill(Array.from({ length: count }, (_, index) => newJob(index)));
  else console.log(JSON.stringify(await drain(peer, count)));
  await peer.close();
  process.exit(0);
}

async function drain<Job>(peer: DrainPeer<Job>, jobs: number): Promise<{ handled: number; durationMs: number }> {
  let handled = 0;
  const begin = performance.now();
  await peer.work(() => {
    handled += 1;
  });
  while ((await peer.countLeft()) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const durationMs = performance.now() - begin;
  await peer.check?.(jobs);
  return { handled, durationMs };
}

function newLead(): SubmittedLead {
  return JSON.parse(leadBody(randomUUID(), 'lead', Date.now()).toString('utf8')) as SubmittedLead;
}
