import type { FetchedLeads } from '../domain/delivery-ports.ts';
import type { FormFields, FormName, LeadForms } from '../domain/form-fields.ts';
import type { ClaimedJob, JobOutcome } from '../domain/job.ts';
import type { Directory } from '../domain/ports.ts';
import { type PreparedEvent, type ProcessingRules, prepareEvent } from '../processing/process-event.ts';
import type { Decision, HandleJobs, LateDecision } from '../queue/work-options.ts';
import type { FormQuestions } from './forms/form-questions.ts';
import type { AnswersFetched, AskingPlan, LeadAnswers } from './lead-answers/lead-answers.ts';

export interface EventProcessorDeps {
  readonly store: Pick<Directory, 'resolve'> & Pick<LeadForms, 'findForms'> & FetchedLeads;
  readonly rules: ProcessingRules;
  readonly answers: Pick<LeadAnswers, 'plan'>;
  readonly questions: Pick<FormQuestions, 'note'>;
}

/**
 * Processes events. A complete event is decided immediately; the answers of an event that only points to its lead are fetched concurrently,
 * and the event is decided when they arrive.
 */
export function createEventProcessor(deps: EventProcessorDeps): HandleJobs {
  return async (jobs, signal) => {
    const events = await prepareEvents(deps, jobs);
    const plans = await planFetches(deps, jobs, events);
    const outcomes = await concludeEvents(deps, events);
    return jobs.map((job, index): JobOutcome | LateDecision => {
      const plan = plans.get(job);
      if (plan === undefined) return outcomes[index] as JobOutcome;
      return plan.kind === 'outcome' ? plan.outcome : { later: concludeLater(deps, job, plan.ask(signal)) };
    });
  };
}

/** Events whose answers were fetched before cause no request. */
async function prepareEvents({ store, rules }: EventProcessorDeps, jobs: readonly ClaimedJob[]): Promise<readonly PreparedEvent[]> {
  const prepared = jobs.map((job) => prepareEvent(job, rules));
  const pointing = jobs.filter((_job, index) => prepared[index]?.kind === 'fetch');
  if (pointing.length === 0) return prepared;
  const fetched = await store.fetchedLeads(pointing.map(({ eventId }) => eventId));
  return jobs.map((job, index) => {
    const event = prepared[index] as PreparedEvent;
    return event.kind === 'fetch' ? prepareEvent(job, rules, fetched.get(job.eventId)) : event;
  });
}

/** What to request for events that only point to their leads. */
async function planFetches(
  { answers }: EventProcessorDeps,
  jobs: readonly ClaimedJob[],
  events: readonly PreparedEvent[],
): Promise<ReadonlyMap<ClaimedJob, AskingPlan>> {
  const pointers = events.flatMap((need, index) => (need.kind === 'fetch' ? [{ job: jobs[index] as ClaimedJob, need }] : []));
  const plans = pointers.length === 0 ? [] : await answers.plan(pointers);
  return new Map(pointers.map(({ job }, index) => [job, plans[index] as AskingPlan]));
}

async function concludeLater(deps: EventProcessorDeps, job: ClaimedJob, asking: Promise<AnswersFetched>): Promise<Decision | null> {
  const result = await asking;
  if (result === null) return null;
  if (result.kind === 'outcome') return { outcome: result.outcome };
  const [outcome] = await concludeEvents(deps, [prepareEvent(job, deps.rules, result.body)]);
  if (outcome === undefined) throw new Error('a lead that was fetched was not taken');
  return { outcome, fetched: result.body };
}

type RoutedEvent = Extract<PreparedEvent, { kind: 'routed' }>;

/**
 * The outcomes of prepared events, in the same order, `undefined` for those whose answers are not here: one lookup of campaigns for all of
 * them, and one of their forms.
 */
async function concludeEvents(
  { store, questions }: EventProcessorDeps,
  prepared: readonly PreparedEvent[],
): Promise<readonly (JobOutcome | undefined)[]> {
  const routed = prepared.filter((event) => event.kind === 'routed');
  const [routings, forms] = await Promise.all([store.resolve(routed.map((event) => event.routing)), findForms(store, routed)]);
  const concluded = new Map<PreparedEvent, JobOutcome>();
  for (const [index, event] of routed.entries()) {
    const form = event.form === null ? undefined : forms.get(nameOf(event.form));
    const outcome = event.conclude(routings[index] ?? null, form);
    if (event.form !== null && outcome.kind === 'lead') questions.note(outcome.intent, event.form, form);
    concluded.set(event, outcome);
  }
  return prepared.map((event) => (event.kind === 'decided' ? event.outcome : concluded.get(event)));
}

/** Events of website forms name no form and cost nothing here. */
async function findForms(store: Pick<LeadForms, 'findForms'>, events: readonly RoutedEvent[]): Promise<ReadonlyMap<string, FormFields>> {
  const named = new Map(events.flatMap(({ form }) => (form === null ? [] : [[nameOf(form), form]])));
  const found = named.size === 0 ? [] : await store.findForms([...named.values()]);
  return new Map(found.map((form) => [nameOf(form), form]));
}

function nameOf({ origin, formId }: FormName): string {
  return `${origin} ${formId}`;
}
