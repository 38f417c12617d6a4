import { wait as waitFor } from '../../base/wait.ts';
import { OperatorAction } from '../../domain/activity.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import { Origin } from '../../domain/origin.ts';
import { faultText } from '../../presentation/fault-text.ts';
import type { AppContext, WorkContext } from '../context.ts';
import { canPagesBeConnected } from '../platforms/page-tokens.ts';
import { type RepeatDeps, repeatTask, type TaskHold } from '../platforms/repeated-task.ts';
import { type BackfillSummary, backfillLeads, foundLeads, isAnyPageConnected } from './backfill-leads.ts';

export const RECONCILE_TASK = 'reconcile social_ads';

/** For tests. */
interface Substitutes extends Pick<RepeatDeps, 'random' | 'wait'> {
  readonly compare: (signal: AbortSignal, onProgress: () => Promise<void>) => Promise<BackfillSummary>;
}

/**
 * Compares the leads here with Meta every few hours until the signal aborts, in one process at a time; missing leads become events. Returns
 * immediately if this is switched off or no page can ever be connected. Never rejects.
 */
export async function startReconciling(context: AppContext, signal: AbortSignal, substitutes: Partial<Substitutes> = {}): Promise<void> {
  const everyHours = context.config.delivery.socialAds.reconcileHours;
  if (everyHours === 0 || !canPagesBeConnected(context.secrets)) return;
  const {
    random = Math.random,
    wait = waitFor,
    compare = (stop, onProgress) => backfillLeads(context, { since: null, dryRun: false, signal: stop, onProgress }),
  } = substitutes;
  const work = async (hold: TaskHold): Promise<boolean> => {
    const summary = await compare(hold.signal, () => hold.renew());
    if (hold.isLost() || summary.stopped) return false;
    await report(context, summary);
    return true;
  };
  const failure = 'leads could not be compared with the social-ads platform';
  const isWanted = (): Promise<boolean> => isAnyPageConnected(context);
  await repeatTask({ ...context, random, wait }, { name: RECONCILE_TASK, everyHours, failure, isWanted, work }, signal);
}

async function report({ store, log, clock }: WorkContext, { forms, pages }: BackfillSummary): Promise<void> {
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
