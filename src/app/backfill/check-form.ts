import { type JsonObject, writeJson } from '../../base/exact-json.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { Platform } from '../../domain/conversion.ts';
import type { FormCheck } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import { Origin } from '../../domain/origin.ts';
import { carriesFieldData } from '../../processing/payloads/social-ads-lead.ts';
import type { PageToken } from '../platforms/page-tokens.ts';
import { deliveryOf, type LeadHome, socialLeadEvent } from './fetched-event.ts';
import { type Comparison, walkList } from './lead-lists.ts';

/** How far back the first comparison of a form goes, in ms. */
const FIRST_LOOK_BACK_MS = 7 * 86_400_000;
/** Leads appear at the platform some minutes after they were created, so the end of the last comparison is read again, in ms. */
const OVERLAP_MS = 3_600_000;

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
export async function checkForm(comparison: Comparison, request: CheckRequest): Promise<FormResult> {
  const { signal } = comparison;
  const { graph, graphTokens } = comparison.platform;
  const { formId, pageId, token, previous, startedAt } = request;
  const checkpoint = checkpointOf(previous, startedAt);
  const since = request.since ?? (previous === null ? checkpoint : checkpoint - OVERLAP_MS);
  const ask = (after: string | null) =>
    graphTokens.ask('list_leads', { kept: token, pageId, signal }, (own) =>
      graph.listLeads(formId, own, { createdAfter: since, after, signal }),
    );
  const counts = { found: 0, missing: 0, stored: 0, recovered: 0 };
  const trouble = await walkList(ask, comparison, async (leads) => {
    const page = await storeMissing(comparison, request, leads);
    counts.found += leads.length;
    counts.missing += page.missing;
    counts.stored += page.stored;
    counts.recovered += page.recovered;
    await request.onPage(leads.length);
  });
  return { ...counts, since, ended: signal.aborted ? 'stopped' : (trouble ?? 'complete') };
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

/** Resolves once everything missing is durable: leads, and the answers of leads that lack them. */
async function storeMissing(
  { store, clock }: Comparison,
  request: CheckRequest,
  leads: readonly JsonObject[],
): Promise<Pick<FormResult, 'missing' | 'stored' | 'recovered'>> {
  const { dryRun, requestId } = request;
  const events = leads.map((lead) => ({ ...socialLeadEvent(lead, request), lead }));
  const known = await store.knownIdentities(
    Origin.socialAds,
    events.map(({ identity }) => identity),
  );
  // A list that shifts while it is read may contain a lead twice.
  const missing = [...new Map(events.filter(({ identity }) => !known.has(identity)).map((event) => [event.identity, event])).values()];
  if (dryRun) return { missing: missing.length, stored: 0, recovered: 0 };
  const now = clock();
  const receipts = await Promise.all(missing.map((event) => store.accept(deliveryOf(event, { origin: Origin.socialAds, requestId, now }))));
  const withAnswers = events.filter(({ identity, lead }) => known.has(identity) && carriesFieldData(lead));
  const recovered = await store.resumeFetched(
    Origin.socialAds,
    withAnswers.map(({ identity, lead }) => ({ identity, body: Buffer.from(writeJson(lead)) })),
    now,
  );
  return { missing: missing.length, stored: receipts.flat().filter(({ isNew }) => isNew).length, recovered };
}
