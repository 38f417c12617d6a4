import { randomUUID } from 'node:crypto';
import { wait as waitFor } from '../../base/wait.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { type Fault, newFault, sentencesOf } from '../../domain/fault.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import { comparisonFault, faultOfPage } from '../../processing/platform-faults.ts';
import type { AppContext } from '../context.ts';
import { AccountBook } from '../platforms/account-book.ts';
import { openPages } from '../platforms/open-graph.ts';
import { type PageToken, PageTokenReader } from '../platforms/page-tokens.ts';
import { checkForm, type FormResult, formCheckOf } from './check-form.ts';
import { type FormChoice, type FormToCheck, findForms } from './find-forms.ts';
import type { Comparison } from './lead-lists.ts';

type Context = Pick<AppContext, 'store' | 'config' | 'secrets' | 'clock' | 'log'>;

export interface BackfillRequest extends FormChoice {
  /** Leads created at or after this time, UTC ms; `null`: since each form's checkpoint. */
  readonly since: number | null;
  /** True: nothing is stored, and no checkpoint moves. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Called after each call to the platform; cancels by throwing. */
  readonly onProgress?: (progress: BackfillProgress) => Promise<void>;
}

interface BackfillProgress {
  readonly formId: string | null;
  readonly forms: number;
  readonly formsDone: number;
  readonly found: number;
}

/** The result of one form. */
export interface FormSummary {
  readonly formId: string;
  readonly name: string | null;
  readonly pageId: string | null;
  /** The platform's leads in the compared period, those that were missing here, and those stored now. */
  readonly found: number;
  readonly missing: number;
  readonly stored: number;
  /** Leads that were stored without their answers because their events failed or were waiting; they run again with the answers. */
  readonly recovered: number;
  /** Why the comparison of the form is incomplete; its checkpoint has not moved. */
  readonly fault: Fault | null;
}

export interface BackfillSummary {
  readonly forms: readonly FormSummary[];
  /** Pages whose forms could not be listed. */
  readonly pages: readonly { readonly pageId: string; readonly fault: Fault }[];
  /** True if the signal ended the comparison before it was complete. */
  readonly stopped: boolean;
}

/** Whether any page of the platform is connected. */
export async function isAnyPageConnected(context: Context): Promise<boolean> {
  return (await new PageTokenReader(context).read()).fingerprint !== null;
}

/**
 * Compares the leads of forms with the platform, one page of a list at a time, and stores missing leads as ordinary events. If a form
 * cannot be read to its end, it keeps its checkpoint and is reported; the other forms continue.
 *
 * @throws AppError `store_…` if nothing can be stored any more
 */
export async function backfillLeads(
  context: Context,
  request: BackfillRequest,
  wait: Comparison['wait'] = waitFor,
): Promise<BackfillSummary> {
  const tokens = await new PageTokenReader(context).read();
  const accounts = new AccountBook(context);
  await accounts.read();
  await using platform = await openPages(context);
  return await new Backfill({ ...context, platform, tokens, wait, signal: request.signal }, accounts, request).run();
}

class Backfill {
  readonly #comparison: Comparison;
  readonly #accounts: AccountBook;
  readonly #request: BackfillRequest;
  readonly #pages = new Map<string, Fault>();
  readonly #requestId = `backfill-${randomUUID()}`;
  #found = 0;

  constructor(comparison: Comparison, accounts: AccountBook, request: BackfillRequest) {
    this.#comparison = comparison;
    this.#accounts = accounts;
    this.#request = request;
  }

  async run(): Promise<BackfillSummary> {
    const { signal } = this.#request;
    const forms = await this.#findForms();
    const summaries: FormSummary[] = [];
    for (const form of forms) {
      if (signal.aborted) break;
      await this.#reportProgress(form.formId, forms.length, summaries.length);
      const summary = await this.#checkForm(form, () => this.#reportProgress(form.formId, forms.length, summaries.length));
      if (summary !== null) summaries.push(summary);
    }
    const pages = [...this.#pages].map(([pageId, fault]) => ({ pageId, fault }));
    return { forms: summaries, pages, stopped: signal.aborted };
  }

  #findForms(): Promise<readonly FormToCheck[]> {
    return findForms(this.#comparison, this.#request, {
      isOnHold: (token) => this.#holdOf(token) !== null,
      onTrouble: async (token, trouble) => {
        this.#pages.set(token.account.id, await this.#note(token, trouble, null));
      },
    });
  }

  #holdOf(token: PageToken): Fault | null {
    const hold = this.#accounts.hold(token);
    // Comparisons are rare, and detect as well as any job whether the platform is reachable again.
    return hold === null || hold.kind === 'away' ? null : hold.fault;
  }

  /** `null` if it was stopped before the end of the form's list. */
  async #checkForm(form: FormToCheck, onPage: () => Promise<void>): Promise<FormSummary | null> {
    const { tokens, clock } = this.#comparison;
    const { since, dryRun } = this.#request;
    const startedAt = clock();
    const token = tokens.forPage(form.pageId);
    const held = token === null ? notConnected(form) : this.#holdOf(token);
    if (token === null || held !== null) return await this.#conclude(form, NOT_ASKED, { startedAt, fault: held });
    const result = await checkForm(this.#comparison, {
      ...form,
      token,
      since,
      startedAt,
      dryRun,
      requestId: this.#requestId,
      onPage: async (found) => {
        this.#found += found;
        await onPage();
      },
    });
    if (result.ended === 'stopped') return null;
    if (result.ended !== 'complete')
      return await this.#conclude(form, result, { startedAt, fault: await this.#faultOf(form, token, result.ended) });
    if (!dryRun) await this.#accounts.works(token);
    return await this.#conclude(form, result, { startedAt, fault: null });
  }

  async #conclude(form: FormToCheck, result: FormResult, facts: { startedAt: number; fault: Fault | null }): Promise<FormSummary> {
    const { store, log } = this.#comparison;
    if (!this.#request.dryRun) await store.saveFormCheck(formCheckOf(form, result, facts));
    const { formId, name, pageId } = form;
    const { found, missing, stored, recovered } = result;
    if (recovered > 0) log.info({ formId, recovered }, 'leads that had failed or waited run again with the answers of the list');
    return { formId, name, pageId, found, missing, stored, recovered, fault: facts.fault };
  }

  #faultOf({ formId, isExpected }: FormToCheck, token: PageToken, trouble: PlatformTrouble): Promise<Fault> | Fault {
    return trouble.kind === 'missing' && !isExpected ? formGone(formId) : this.#note(token, trouble, formId);
  }

  /** Records that the platform refused the page's token, so that it is not used again, and returns the fault. */
  async #note(token: PageToken, trouble: PlatformTrouble, formId: string | null): Promise<Fault> {
    const fault = faultOf(trouble, token.account.id, formId);
    if (trouble.kind === 'throttled') await this.#accounts.pause(token, this.#comparison.clock() + trouble.pauseMs, fault);
    if (trouble.kind === 'credential' || trouble.kind === 'blocked') await this.#accounts.refuse(token, fault);
    return fault;
  }

  async #reportProgress(formId: string, forms: number, formsDone: number): Promise<void> {
    await this.#request.onProgress?.({ formId, forms, formsDone, found: this.#found });
  }
}

/** The result of a form whose platform was not asked: nothing found, nothing compared. */
const NOT_ASKED: FormResult = { since: Number.POSITIVE_INFINITY, found: 0, missing: 0, stored: 0, recovered: 0, ended: 'stopped' };

function faultOf(trouble: PlatformTrouble, pageId: string, formId: string | null): Fault {
  if (trouble.kind === 'refused') return comparisonFault(trouble.fault);
  if (trouble.kind !== 'missing') return faultOfPage(trouble, pageId);
  const what = formId === null ? (['pageNotShown', { page: pageId }] as const) : (['formNotShown', { form: formId }] as const);
  return newFault(trouble.fault.code, what, ...sentencesOf(trouble.fault.params));
}

function formGone(form: string): Fault {
  return newFault(FORM_GONE, ['formGone', { form }]);
}

function notConnected({ formId: form, pageId }: FormToCheck): Fault {
  return newFault('platform_not_connected', ['formNotConnected', { form, ...(pageId === null ? {} : { page: pageId }) }]);
}

/** The result of a comparison for the operators' log; `null` if nothing was found. */
export function foundLeads(missing: number, recovered: number): string | null {
  const were = missing === 1 ? '1 lead was missing' : `${missing} leads were missing`;
  const parts = [...(missing === 0 ? [] : [were]), ...(recovered === 0 ? [] : [`${recovered} recovered`])];
  return parts.length === 0 ? null : parts.join(', ');
}
