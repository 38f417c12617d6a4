import { randomUUID } from 'node:crypto';
import { leadBody } from '../../requests.ts';
import type { SubmittedLead } from '../intake/signed-lead.ts';

/** A queue that one process fills and another then drains, with a handler that does nothing. */
export interface DrainPeer {
  /** Adds the jobs as fast as the library can; not measured. */
  fill(leads: readonly SubmittedLead[]): Promise<void>;
  /** Starts the worker, whose handler must call `onJob`. Resolves when the worker runs. */
  work(onJob: () => void): Promise<void>;
  /** Jobs that are not done yet: waiting, held or failed. */
  countLeft(): Promise<number>;
  close(): Promise<void>;
}

const POLL_MS = 5;

/**
 * `fill N` or `drain N`, from the command line. The clock of `drain` runs from the start of the worker (not of the program) until the
 * library itself has no job left: a job is not done just because its handler was called.
 */
export async function runDrainPeer(peer: DrainPeer): Promise<void> {
  const [step, count] = [process.argv[2], Number(process.argv[3])];
  if (step === 'fill') await peer.fill(Array.from({ length: count }, newLead));
  else console.log(JSON.stringify(await drain(peer, count)));
  await peer.close();
  process.exit(0);
}

async function drain(peer: DrainPeer, expected: number): Promise<{ handled: number; durationMs: number }> {
  if ((await peer.countLeft()) !== expected) throw new Error(`there are ${await peer.countLeft()} jobs, not ${expected}`);
  let handled = 0;
  const begin = performance.now();
  await peer.work(() => {
    handled += 1;
  });
  while (handled < expected || (await peer.countLeft()) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return { handled, durationMs: performance.now() - begin };
}

function newLead(): SubmittedLead {
  return JSON.parse(leadBody(randomUUID(), 'lead', Date.now()).toString('utf8')) as SubmittedLead;
}
