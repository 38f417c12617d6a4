import type { Clock } from '../../base/clock.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { Platform } from '../../domain/conversion.ts';
import type { FormCheck, Reconciliation } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import { Origin } from '../../domain/origin.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { EventInbox } from '../../domain/ports.ts';
import type { GraphTokens } from '../platforms/graph-tokens.ts';
import type { PageToken } from '../platforms/page-tokens.ts';
import { deliveryOf, type FetchedEvent, fetchedBody, hasAnswers, type LeadHome, socialLeadEvent } from './fetched-event.ts';
import { type LeadLists, type Patience, walkList } from './lead-lists.ts';

/** A form that was never compared is looked at so far back, in ms. */
const FIRST_LOOK_BACK_MS = 7 * 86_400_000;
/** Leads appear at the platform some minutes after they were made; what was compared last is looked at again, in ms. */
const OVERLAP_MS = 3_600_000;

export interface CheckDeps {
  readonly lists: Pick<LeadLists, 'listLeads'>;
  readonly graphTokens: GraphTokens;
  readonly store: Pick<EventInbox, 'accept'> & Pick<Reconciliation, 'knownIdentities' | 'saveFormCheck' | 'resumeFetched'>;
  readonly clock: Clock;
  readonly wait: Patience['wait'];
}

export interface CheckRequest extends LeadHome {
  readonly token: PageToken;
  /** The last comparison of this form. */
  readonly previous: FormCheck | null;
  /** Leads made at or after, UTC ms; null: since the checkpoint. */
  readonly since: number | null;
  /** When this comparison began, UTC ms: a lead that comes later is one for the next. */
  readonly startedAt: number;
  readonly dryRun: boolean;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** After each page of the list: so many leads were found in it. */
  readonly onPage: (found: number) => Promise<void>;
}

/** What comparing a form found. */
export interface FormResult {
  readonly since: number;
  readonly found: number;
  readonly missing: number;
  readonly stored: number;
  /** Leads whose events were here in trouble, and run again with what the list brought. */
  readonly healed: number;
  /** Why the list was not walked to its end; `stopped`: it was told to. */
  readonly ended: 'complete' | 'stopped' | PlatformTrouble;
}

/** Where the next comparison of a form begins. A clock that was ahead for a while has proven nothing: then as for a form that is new. */
function checkpointOf(previous: FormCheck | null, startedAt: number): number {
  return previous === null || previous.storedUntil > startedAt ? startedAt - FIRST_LOOK_BACK_MS : previous.storedUntil;
}

/**
 * Walks the leads of a form, and stores those that are missing as ordinary events. The list comes in no order that one may rely on, so the
 * checkpoint moves only when all of it was walked and stored, and only when the walk began at or before it.
 *
 * @throws AppError `store_…` when nothing can be stored; the checkpoint is where it was
 */
export async function checkForm(deps: CheckDeps, request: CheckRequest): Promise<FormResult> {
  const checkpoint = checkpointOf(request.previous, request.startedAt);
  const since = request.since ?? (request.previous === null ? checkpoint : checkpoint - OVERLAP_MS);
  const result = await walkForm(deps, request, since);
  return { ...result, since };
}

/** What is to be kept of a comparison. */
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
    healed: result.healed,
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
  const counts = { found: 0, missing: 0, stored: 0, healed: 0 };
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
    counts.healed += page.healed;
    await request.onPage(value.length);
    if (signal.aborted) return { ...counts, ended: 'stopped' };
  }
}

/** Resolves after everything that was missing is durable: leads, and the answers of leads that lack them. */
async function storeMissing(
  { store, clock }: CheckDeps,
  { dryRun, requestId }: CheckRequest,
  events: readonly (FetchedEvent & { readonly lead: JsonObject })[],
): Promise<Pick<FormResult, 'missing' | 'stored' | 'healed'>> {
  const known = await store.knownIdentities(
    Origin.socialAds,
    events.map(({ identity }) => identity),
  );
  // A list that moved while it was walked may show a lead twice.
  const missing = [...new Map(events.filter(({ identity }) => !known.has(identity)).map((event) => [event.identity, event])).values()];
  if (dryRun) return { missing: missing.length, stored: 0, healed: 0 };
  const now = clock();
  const receipts = await Promise.all(missing.map((event) => store.accept(deliveryOf(event, { origin: Origin.socialAds, requestId, now }))));
  const withAnswers = events.filter(({ identity, lead }) => known.has(identity) && hasAnswers(lead));
  const healed = await store.resumeFetched(
    Origin.socialAds,
    withAnswers.map(({ identity, lead }) => ({ identity, body: fetchedBody(lead) })),
    now,
  );
  return { missing: missing.length, stored: receipts.flat().filter(({ isNew }) => isNew).length, healed };
}
