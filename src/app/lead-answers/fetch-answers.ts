import type { FetchedLeads } from '../../domain/delivery-ports.ts';
import type { ClaimedJob } from '../../domain/job.ts';
import { type FetchNeeded, type PreparedEvent, type ProcessingRules, prepareEvent } from '../../processing/process-event.ts';
import type { AskingPlan, LeadAnswers } from './lead-answers.ts';

/** An event that only points to its lead. */
export interface Pointer {
  readonly job: ClaimedJob;
  readonly need: FetchNeeded;
}

/** An event that carries what it tells, or whose answers are here by now. */
export type KnownEvent = Exclude<PreparedEvent, FetchNeeded>;

export interface FetchDeps {
  readonly store: FetchedLeads;
  readonly rules: ProcessingRules;
  readonly answers: Pick<LeadAnswers, 'plan'>;
}

interface Fetches {
  readonly known: ReadonlyMap<number, KnownEvent>;
  readonly plans: ReadonlyMap<number, AskingPlan>;
}

/** By index of the job: events whose answers were fetched before, of which the platform is asked nothing, and what is asked for the others. */
export async function planFetches({ store, rules, answers }: FetchDeps, pointers: ReadonlyMap<number, Pointer>): Promise<Fetches> {
  if (pointers.size === 0) return { known: new Map(), plans: new Map() };
  const fetched = await store.fetchedLeads([...pointers.values()].map(({ job }) => job.eventId));
  const known = new Map<number, KnownEvent>();
  for (const [index, { job }] of pointers) {
    const event = prepareEvent(job, rules, fetched.get(job.eventId));
    if (event.kind !== 'fetch') known.set(index, event);
  }
  const asked = [...pointers].filter(([index]) => !known.has(index));
  const plans = asked.length === 0 ? [] : await answers.plan(asked.map(([, pointer]) => pointer));
  return { known, plans: new Map(asked.map(([index], position) => [index, plans[position] as AskingPlan])) };
}
