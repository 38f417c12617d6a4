import type { Clock } from '../../base/clock.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { Platform } from '../../domain/conversion.ts';
import type { FormCheck, Reconciliation } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import { Origin } from '../../domain/origin.ts';
import type { EventInbox } from '../../domain/ports.ts';
import type { GraphTokens } from '../platforms/graph-tokens.ts';
import type { PageToken } from '../platforms/page-tokens.ts';
import { deliveryOf, type FetchedEvent, fetchedBody, hasAnswers, type LeadHome, socialLeadEvent } from './fetched-event.ts';
import { type LeadLists, type WalkOptions, walkList } from './lead-lists.ts';

/** How far back the first comparison of a form goes, in ms. */
const FIRST_LOOK_BACK_MS = 7 * 86_400_000;
/** Leads appear at the platform some minutes after they were created, so the end of the last comparison is read again, in ms. */
const OVERLAP_MS = 3_600_000;

export interface CheckDeps {
  readonly lists: Pick<LeadLists, 'listLeads'>;
  readonly graphTokens: GraphTokens;
  readonly store: Pick<EventInbox, 'accept'> & Pick<Reconciliation, 'knownIdentities' | 'saveFormCheck' | 'resumeFetched'>;
  readonly clock: Clock;
  readonly wait: WalkOptions['wait'];
}

export interface CheckRequest extends LeadHome {
  readonly token: PageToken;
  /** The last comparison of this form. */
  readonly previous: FormCheck | null;
  /** Leads created at or after this time, UTC ms; `null`: since the checkpoint. */
  readonly since: number | null;
  /** When this comparison began, UTC ms: later leads belong to the next one. */
  readonly startedAt: number;
  readonly dryRun: boolean;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Called after each page of the list, with the number of leads in it. */
  readonly onPage: (found: number) => Promise<void>;
}

/** The result of comparing a form. */
export interface FormResult {
  readonly since: number;
  readonly found: number;
  readonly missing: number;
  readonly stored: number;
  /** Leads whose events were waiting or had failed; they run again with the data from the list. */
  readonly recovered: number;
  /** Why the list was not read to its end; `stopped`: on request. */
  readonly ended: 'complete' | 'stopped' | PlatformTrouble;
}

/**
 * Where the next comparison of a form begins. If the clock was ahead at the last one, that one does not count, and the form is treated as
 * new.
 */
function checkpointOf(previous: FormCheck | null, startedAt: number): number {
  return previous === null || previous.storedUntil > startedAt ? startedAt - FIRST_LOOK_BACK_MS : previous.storedUntil;
}

/**
 * Reads the leads of a form and stores missing ones as ordinary events. The order of the list is not reliable, so the checkpoint moves only
 * if the whole list was read and stored, starting at or before the checkpoint.
 *
 * @throws AppError `store_…` if nothing can be stored; the checkpoint has not moved
 */
export async function checkForm(deps: CheckDeps, request: CheckRequest): Promise<FormResult> {
  const checkpoint = checkpointOf(request.previous, request.startedAt);
  const since = request.since ?? (request.previous === null ? checkpoint : checkpoint - OVERLAP_MS);
  const result = await walkForm(deps, request, since);
  return { ...result, since };
}

/** The part of a comparison's result that is stored. */
export function formCheckOf(
  { formId, pageId, previous }: Pick<CheckRequest, 'formId' | 'pageId' | 'previous'>,
  result: FormResult,
  { startedAt, fault }: { readonly startedAt: number; readonly fault: Fault | null },
): FormCheck {
  const checkpoint = checkpointOf(previous, startedAt);
  const isGapless = result.ended === 'complete' && result.since <= checkpoint;
  return {
    platform: Platform.socialAds,
    formId,
    pageId,
    storedUntil: isGapless ? Math.max(startedAt, checkpoint) : checkpoint,
    checkedAt: startedAt,
    found: result.found,
    missing: result.missing,
    recovered: result.recovered,
    fault,
  };
}

async function walkForm(deps: CheckDeps, request: CheckRequest, since: number): Promise<Omit<FormResult, 'since'>> {
  const { lists, graphTokens, wait } = deps;
  const { formId, pageId, token, signal } = request;
  const ask = (after: string | null) =>
    graphTokens.ask('list_leads', { kept: token, pageId, signal }, (own) =>
      lists.listLeads(formId, own, { createdAfter: since, after, signal }),
    );
  const walk = walkList(ask, { wait, signal });
  const counts = { found: 0, missing: 0, stored: 0, recovered: 0 };
  for (;;) {
    const { done, value } = await walk.next();
    if (done === true) return { ...counts, ended: signal.aborted ? 'stopped' : (value ?? 'complete') };
    const page = await storeMissing(
      deps,
      request,
      value.map((lead) => ({ ...socialLeadEvent(lead, request), lead })),
    );
    counts.found += value.length;
    counts.missing += page.missing;
    counts.stored += page.stored;
    counts.recovered += page.recovered;
    await request.onPage(value.length);
    if (signal.aborted) return { ...counts, ended: 'stopped' };
  }
}

/** Resolves once everything missing is durable: leads, and the answers of leads that lack them. */
async function storeMissing(
  { store, clock }: CheckDeps,
  { dryRun, requestId }: CheckRequest,
  events: readonly (FetchedEvent & { readonly lead: JsonObject })[],
): Promise<Pick<FormResult, 'missing' | 'stored' | 'recovered'>> {
  const known = await store.knownIdentities(
    Origin.socialAds,
    events.map(({ identity }) => identity),
  );
  // A list that shifts while it is read may contain a lead twice.
  const missing = [...new Map(events.filter(({ identity }) => !known.has(identity)).map((event) => [event.identity, event])).values()];
  if (dryRun) return { missing: missing.length, stored: 0, recovered: 0 };
  const now = clock();
  const receipts = await Promise.all(missing.map((event) => store.accept(deliveryOf(event, { origin: Origin.socialAds, requestId, now }))));
  const withAnswers = events.filter(({ identity, lead }) => known.has(identity) && hasAnswers(lead));
  const recovered = await store.resumeFetched(
    Origin.socialAds,
    withAnswers.map(({ identity, lead }) => ({ identity, body: fetchedBody(lead) })),
    now,
  );
  return { missing: missing.length, stored: receipts.flat().filter(({ isNew }) => isNew).length, recovered };
}
