import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import { wait as waitFor } from '../../base/wait.ts';
import type { Reconciliation } from '../../domain/delivery-ports.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import type { QueueControl } from '../../domain/ports.ts';
import type { AppContext } from '../context.ts';
import { openGraph } from '../platforms/open-graph.ts';
import { canPagesBeConnected } from '../platforms/page-tokens.ts';
import { noteTokenExpiry } from '../platforms/token-expiry.ts';
import { type BackfillProgress, type BackfillSummary, backfillLeads, isAnyPageConnected } from './backfill-leads.ts';
import { foundLeads } from './found-leads.ts';

export const RECONCILE_TASK = 'reconcile social_ads';

/** How long a process has the work without a word from it, in ms; renewed with every call to the platform, which takes a minute at most. */
const HELD_MS = 600_000;
/** How often it is looked whether the work is due, in ms: another process may have done it meanwhile. */
const LOOK_MS = 300_000;
/** Processes that were started together do not begin together: up to this part of the time between two comparisons. */
const JITTER = 0.1;

export interface ReconcileDeps {
  readonly store: Pick<Reconciliation, 'takeTask' | 'finishTask' | 'taskDoneAt'> & Pick<QueueControl, 'recordActivity'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
  readonly clock: Clock;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly everyHours: number;
  /** False: there is no token to compare with, and nothing to do. */
  readonly isConnected: () => Promise<boolean>;
  readonly compare: (signal: AbortSignal, onProgress: (progress: BackfillProgress) => Promise<void>) => Promise<BackfillSummary>;
}

/**
 * Compares the leads here with those of the social-ads platform every few hours until the signal aborts, one process at a time; what is
 * missing becomes events. Returns at once where that is switched off or no page can ever be connected. Never rejects.
 */
export async function startReconciling(context: AppContext, signal: AbortSignal): Promise<void> {
  const { config, secrets, store, log, clock } = context;
  const everyHours = config.delivery.socialAds.reconcileHours;
  if (everyHours === 0 || !canPagesBeConnected(secrets)) return;
  await reconcileAgainAndAgain(
    {
      store,
      log,
      clock,
      random: Math.random,
      wait: waitFor,
      everyHours,
      isConnected: () => isAnyPageConnected(context),
      compare: async (stop, onProgress) => {
        await using platform = await openGraph(context);
        await noteTokenExpiry(context, platform.graph, stop);
        return await backfillLeads({ context, lists: platform.graph }, { since: null, dryRun: false, signal: stop, onProgress });
      },
    },
    signal,
  );
}

/** The loop of `startReconciling`. */
export async function reconcileAgainAndAgain(deps: ReconcileDeps, signal: AbortSignal): Promise<void> {
  const holder = randomUUID();
  const jitterMs = Math.round(deps.random() * JITTER * deps.everyHours * HOUR_MS);
  while (!signal.aborted) {
    try {
      await reconcileIfDue(deps, { holder, jitterMs }, signal);
    } catch (error) {
      if (!signal.aborted) deps.log.error({ err: error }, 'leads could not be compared with the social-ads platform; trying again later');
    }
    await deps.wait(LOOK_MS, signal);
  }
}

async function reconcileIfDue(
  deps: ReconcileDeps,
  { holder, jitterMs }: { readonly holder: string; readonly jitterMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, everyHours } = deps;
  const doneAt = await store.taskDoneAt(RECONCILE_TASK);
  // Done in the future: the clock was ahead, and nobody waits until it is there again.
  const isDue = (at: number | null): boolean => at === null || clock() < at || clock() >= at + everyHours * HOUR_MS + jitterMs;
  if (!isDue(doneAt) || !(await deps.isConnected())) return;
  if (!(await store.takeTask(RECONCILE_TASK, holder, clock() + HELD_MS, clock()))) return;
  let isFinished = false;
  try {
    // Another process may have done it between the look and the taking.
    if (!isDue(await store.taskDoneAt(RECONCILE_TASK))) return;
    const summary = await compareWhileHeld(deps, holder, signal);
    if (summary === null || summary.stopped) return;
    await report(deps, summary);
    await store.finishTask(RECONCILE_TASK, holder, clock());
    isFinished = true;
  } finally {
    // Given back, so that nobody waits for a process that stopped.
    if (!isFinished) await store.takeTask(RECONCILE_TASK, holder, clock(), clock()).catch(() => false);
  }
}

/** Null: another process has taken the work, because this one took too long over something. */
async function compareWhileHeld(deps: ReconcileDeps, holder: string, signal: AbortSignal): Promise<BackfillSummary | null> {
  const { store, clock, log } = deps;
  const lost = new AbortController();
  const summary = await deps.compare(AbortSignal.any([signal, lost.signal]), async () => {
    if (await store.takeTask(RECONCILE_TASK, holder, clock() + HELD_MS, clock())) return;
    log.debug('another process compares the leads');
    lost.abort();
  });
  return lost.signal.aborted ? null : summary;
}

async function report({ store, log, clock }: ReconcileDeps, { forms, pages }: BackfillSummary): Promise<void> {
  const sum = (pick: 'found' | 'missing' | 'stored' | 'healed'): number => forms.reduce((total, form) => total + form[pick], 0);
  const facts = { forms: forms.length, found: sum('found'), missing: sum('missing'), stored: sum('stored'), healed: sum('healed') };
  if (facts.missing + facts.healed === 0) log.info(facts, 'compared with the social-ads platform: no lead was missing');
  else log.warn(facts, 'compared with the social-ads platform: leads were missing or without answers, and are fetched');
  for (const { formId, pageId, fault } of forms) {
    if (fault !== null && fault.code !== FORM_GONE)
      log.warn({ formId, pageId, code: fault.code, fault: fault.message }, 'a form could not be compared with the social-ads platform');
  }
  for (const { pageId, fault } of pages) {
    log.warn({ pageId, code: fault.code, fault: fault.message }, 'the forms of a page could not be listed');
  }
  const found = foundLeads(facts.missing, facts.healed);
  if (found !== null) await store.recordActivity('reconcile', 'social_ads', found, { name: 'system', now: clock() });
}
