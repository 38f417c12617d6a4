import type { FetchedLeads } from '../domain/delivery-ports.ts';
import type { FormFields, FormName, LeadForms } from '../domain/form-fields.ts';
import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { LeadIntent } from '../domain/lead.ts';
import type { Directory } from '../domain/ports.ts';
import { type FetchNeeded, type PreparedEvent, type ProcessingRules, prepareEvent } from '../processing/process-event.ts';
import type { Decision, HandleJobs, LateDecision } from '../queue/work-options.ts';
import type { FormQuestions } from './forms/form-questions.ts';
import type { AnswersFetched, AskingPlan, LeadAnswers } from './lead-answers/lead-answers.ts';

export interface EventProcessorDeps extends FetchDeps {
  readonly store: ConcludingStore & FetchedLeads;
  readonly questions: Pick<FormQuestions, 'note'>;
}

/**
 * Processes events. A complete event is decided immediately; the answers of an event that only points to its lead are fetched concurrently,
 * and the event is decided when they arrive.
 */
export function createEventProcessor(deps: EventProcessorDeps): HandleJobs {
  const { store, rules, questions } = deps;
  return async (jobs, signal) => {
    const prepared = jobs.map((job) => prepareEvent(job, rules));
    const { known, plans } = await planFetches(deps, pointersOf(jobs, prepared));
    const events = prepared.map((event, index): KnownEvent | null => (event.kind === 'fetch' ? (known.get(index) ?? null) : event));
    const outcomes = await concludeEvents(
      store,
      events.filter((event) => event !== null),
      (...form) => questions.note(...form),
    );
    let next = 0;
    return events.map((event, index): JobOutcome | LateDecision => {
      if (event !== null) return outcomes[next++] as JobOutcome;
      const plan = plans.get(index) as AskingPlan;
      if (plan.kind === 'outcome') return plan.outcome;
      return { later: concludeLater(deps, jobs[index] as ClaimedJob, plan.ask(signal)) };
    });
  };
}

function pointersOf(jobs: readonly ClaimedJob[], prepared: readonly PreparedEvent[]): ReadonlyMap<number, Pointer> {
  const pointers = new Map<number, Pointer>();
  for (const [index, need] of prepared.entries()) if (need.kind === 'fetch') pointers.set(index, { job: jobs[index] as ClaimedJob, need });
  return pointers;
}

async function concludeLater(
  { store, rules, questions }: EventProcessorDeps,
  job: ClaimedJob,
  asking: Promise<AnswersFetched>,
): Promise<Decision | null> {
  const result = await asking;
  if (result === null) return null;
  if (result.kind === 'outcome') return { outcome: result.outcome };
  const event = prepareEvent(job, rules, result.body);
  if (event.kind === 'fetch') throw new Error('a lead that was fetched was not taken');
  const [outcome] = await concludeEvents(store, [event], (...form) => questions.note(...form));
  return { outcome: outcome as JobOutcome, fetched: result.body };
}

type RoutedEvent = Extract<PreparedEvent, { kind: 'routed' }>;

/** What is looked up to conclude events. */
type ConcludingStore = Pick<Directory, 'resolve'> & Pick<LeadForms, 'findForms'>;

/**
 * The outcomes of prepared events, in the same order: one lookup of campaigns for all of them, and one of their forms.
 *
 * @param onForm receives each lead with answers, and what was known about its form
 */
async function concludeEvents(
  store: ConcludingStore,
  prepared: readonly Exclude<PreparedEvent, { kind: 'fetch' }>[],
  onForm: (intent: LeadIntent, name: FormName, known: FormFields | undefined) => void,
): Promise<readonly JobOutcome[]> {
  const routed = prepared.filter((event): event is RoutedEvent => event.kind === 'routed');
  const [routings, forms] = await Promise.all([store.resolve(routed.map((event) => event.routing)), findForms(store, routed)]);
  const concluded = new Map(
    routed.map((event, index) => {
      const form = event.form === null ? undefined : forms.get(nameOf(event.form));
      const outcome = event.conclude(routings[index] ?? null, form);
      if (event.form !== null && outcome.kind === 'lead') onForm(outcome.intent, event.form, form);
      return [event as PreparedEvent, outcome];
    }),
  );
  return prepared.map((event) => (event.kind === 'decided' ? event.outcome : (concluded.get(event) as JobOutcome)));
}

/** Events of website forms name no form and cost nothing here. */
async function findForms(store: ConcludingStore, events: readonly RoutedEvent[]): Promise<ReadonlyMap<string, FormFields>> {
  const named = new Map(events.flatMap(({ form }) => (form === null ? [] : [[nameOf(form), form]])));
  const found = named.size === 0 ? [] : await store.findForms([...named.values()]);
  return new Map(found.map((form) => [nameOf(form), form]));
}

function nameOf({ origin, formId }: FormName): string {
  return `${origin} ${formId}`;
}

/** An event that only points to its lead. */
interface Pointer {
  readonly job: ClaimedJob;
  readonly need: FetchNeeded;
}

/** An event that is complete, or whose answers have arrived. */
type KnownEvent = Exclude<PreparedEvent, FetchNeeded>;

interface FetchDeps {
  readonly store: FetchedLeads;
  readonly rules: ProcessingRules;
  readonly answers: Pick<LeadAnswers, 'plan'>;
}

interface Fetches {
  readonly known: ReadonlyMap<number, KnownEvent>;
  readonly plans: ReadonlyMap<number, AskingPlan>;
}

/** By index of the job: events whose answers were fetched before, which cause no request, and what to request for the others. */
async function planFetches({ store, rules, answers }: FetchDeps, pointers: ReadonlyMap<number, Pointer>): Promise<Fetches> {
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
