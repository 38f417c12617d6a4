import type { Logger } from '../../base/logger.ts';
import { wait as waitFor } from '../../base/wait.ts';
import { OperatorAction } from '../../domain/activity.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import { Origin } from '../../domain/origin.ts';
import type { QueueControl } from '../../domain/ports.ts';
import { faultText } from '../../presentation/fault-text.ts';
import type { AppContext } from '../context.ts';
import { openGraph } from '../platforms/open-graph.ts';
import { canPagesBeConnected } from '../platforms/page-tokens.ts';
import { type RepeatDeps, repeatTask, type TaskHold } from '../platforms/repeated-task.ts';
import { type BackfillProgress, type BackfillSummary, backfillLeads, foundLeads, isAnyPageConnected } from './backfill-leads.ts';

export const RECONCILE_TASK = 'reconcile social_ads';

export interface ReconcileDeps extends RepeatDeps {
  readonly store: RepeatDeps['store'] & Pick<QueueControl, 'recordActivity'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
  readonly everyHours: number;
  /** False if there is no token to compare with. */
  readonly isConnected: () => Promise<boolean>;
  readonly compare: (signal: AbortSignal, onProgress: (progress: BackfillProgress) => Promise<void>) => Promise<BackfillSummary>;
}

/**
 * Compares the leads here with Meta every few hours until the signal aborts, in one process at a time; missing leads become events. Returns
 * immediately if this is switched off or no page can ever be connected. Never rejects.
 */
export async function startReconciling(context: AppContext, signal: AbortSignal): Promise<void> {
  const { config, secrets, store, log, clock } = context;
  const everyHours = config.delivery.socialAds.reconcileHours;
  if (everyHours === 0 || !canPagesBeConnected(secrets)) return;
  await reconcilePeriodically(
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
        return await backfillLeads({ context, lists: platform.graph }, { since: null, dryRun: false, signal: stop, onProgress });
      },
    },
    signal,
  );
}

/** The loop of `startReconciling`. */
export async function reconcilePeriodically(deps: ReconcileDeps, signal: AbortSignal): Promise<void> {
  const task = { name: RECONCILE_TASK, everyHours: deps.everyHours, failure: 'leads could not be compared with the social-ads platform' };
  await repeatTask(deps, { ...task, isWanted: deps.isConnected, work: (hold) => compareWhileHeld(deps, hold) }, signal);
}

/** False if it did not complete. */
async function compareWhileHeld(deps: ReconcileDeps, hold: TaskHold): Promise<boolean> {
  const summary = await deps.compare(hold.signal, () => hold.renew());
  if (hold.isLost() || summary.stopped) return false;
  await report(deps, summary);
  return true;
}

async function report({ store, log, clock }: ReconcileDeps, { forms, pages }: BackfillSummary): Promise<void> {
  const sum = (pick: 'found' | 'missing' | 'stored' | 'recovered'): number => forms.reduce((total, form) => total + form[pick], 0);
  const facts = { forms: forms.length, found: sum('found'), missing: sum('missing'), stored: sum('stored'), recovered: sum('recovered') };
  if (facts.missing + facts.recovered === 0) log.info(facts, 'compared with the social-ads platform: no lead was missing');
  else log.warn(facts, 'compared with the social-ads platform: leads were missing or without answers, and are fetched');
  for (const { formId, pageId, fault } of forms) {
    if (fault !== null && fault.code !== FORM_GONE)
      log.warn(
        { formId, pageId, code: fault.code, fault: faultText(fault.params, 'en') },
        'a form could not be compared with the social-ads platform',
      );
  }
  for (const { pageId, fault } of pages) {
    log.warn({ pageId, code: fault.code, fault: faultText(fault.params, 'en') }, 'the forms of a page could not be listed');
  }
  const found = foundLeads(facts.missing, facts.recovered);
  if (found !== null) await store.recordActivity(OperatorAction.reconcile, Origin.socialAds, found, { name: 'system', now: clock() });
}
