import { randomUUID } from 'node:crypto';
import { wait as waitFor } from '../../base/wait.ts';
import { type Fault, sentencesOf, told } from '../../domain/fault.ts';
import { FORM_GONE } from '../../domain/form-checks.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import { comparisonFault, faultOfPage } from '../../processing/platform-faults.ts';
import type { AppContext } from '../context.ts';
import { AccountBook } from '../platforms/account-book.ts';
import { GraphTokens, type PageTokenSource } from '../platforms/graph-tokens.ts';
import { OwnPageTokens } from '../platforms/own-page-tokens.ts';
import { type PageToken, PageTokenReader, type PageTokens } from '../platforms/page-tokens.ts';
import { checkForm, type FormResult, formCheckOf } from './check-form.ts';
import { type FormChoice, type FormToCheck, findForms } from './find-forms.ts';
import type { LeadLists, Patience } from './lead-lists.ts';

export interface BackfillDeps {
  readonly context: Pick<AppContext, 'store' | 'secrets' | 'clock' | 'log'>;
  readonly lists: LeadLists & PageTokenSource;
  /** For tests; left out: real time. */
  readonly wait?: Patience['wait'];
}

export interface BackfillRequest extends FormChoice {
  /** Leads made at or after, UTC ms; null: since each form's checkpoint. */
  readonly since: number | null;
  /** True: nothing is stored, and no checkpoint moves. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** After each call to the platform; aborts by throwing. */
  readonly onProgress?: (progress: BackfillProgress) => Promise<void>;
}

export interface BackfillProgress {
  readonly formId: string | null;
  readonly forms: number;
  readonly formsDone: number;
  readonly found: number;
}

/** What became of one form. */
export interface FormSummary {
  readonly formId: string;
  readonly name: string | null;
  readonly pageId: string | null;
  /** Leads the platform has of the time that was looked at, those of them that were not here, and those that were stored now. */
  readonly found: number;
  readonly missing: number;
  readonly stored: number;
  /** Leads that were here without their answers, because their events had failed or waited, and run again with them. */
  readonly healed: number;
  /** Why the form was not compared to its end; its checkpoint is where it was. */
  readonly fault: Fault | null;
}

export interface BackfillSummary {
  readonly forms: readonly FormSummary[];
  /** Pages that could not be asked for their forms. */
  readonly pages: readonly { readonly pageId: string; readonly fault: Fault }[];
  /** True: the signal ended it before everything was compared. */
  readonly stopped: boolean;
}

/** Whether any page of the platform is connected. */
export async function isAnyPageConnected(context: BackfillDeps['context']): Promise<boolean> {
  return (await new PageTokenReader(context).read()).fingerprint !== null;
}

/**
 * Compares the leads of forms with the platform, one page of a list at a time, and stores what is missing as ordinary events. A form that
 * cannot be walked to its end keeps its checkpoint and is told; the others go on.
 *
 * @throws AppError `store_…` when nothing can be stored any more
 */
export async function backfillLeads(deps: BackfillDeps, request: BackfillRequest): Promise<BackfillSummary> {
  const tokens = await new PageTokenReader(deps.context).read();
  const accounts = new AccountBook(deps.context);
  await accounts.read();
  const graphTokens = new GraphTokens({ source: deps.lists, own: new OwnPageTokens(deps.context) });
  return await new Backfill({ wait: waitFor, ...deps }, request, { tokens, accounts, graphTokens }).run();
}

interface BackfillParts {
  readonly tokens: PageTokens;
  readonly accounts: AccountBook;
  readonly graphTokens: GraphTokens;
}

class Backfill {
  readonly #deps: Required<BackfillDeps>;
  readonly #request: BackfillRequest;
  readonly #tokens: PageTokens;
  readonly #accounts: AccountBook;
  readonly #graphTokens: GraphTokens;
  readonly #pages = new Map<string, Fault>();
  readonly #requestId = `backfill-${randomUUID()}`;
  #found = 0;

  constructor(deps: Required<BackfillDeps>, request: BackfillRequest, { tokens, accounts, graphTokens }: BackfillParts) {
    this.#deps = deps;
    this.#request = request;
    this.#tokens = tokens;
    this.#accounts = accounts;
    this.#graphTokens = graphTokens;
  }

  async run(): Promise<BackfillSummary> {
    const { signal } = this.#request;
    const forms = await this.#findForms();
    const summaries: FormSummary[] = [];
    for (const form of forms) {
      if (signal.aborted) break;
      await this.#tell(form.formId, forms.length, summaries.length);
      const summary = await this.#checkForm(form, () => this.#tell(form.formId, forms.length, summaries.length));
      if (summary !== null) summaries.push(summary);
    }
    const pages = [...this.#pages].map(([pageId, fault]) => ({ pageId, fault }));
    return { forms: summaries, pages, stopped: signal.aborted };
  }

  #findForms(): Promise<readonly FormToCheck[]> {
    const { lists, wait, context } = this.#deps;
    return findForms(
      {
        lists,
        store: context.store,
        tokens: this.#tokens,
        graphTokens: this.#graphTokens,
        heldBack: (token) => this.#holdOf(token) !== null,
        onTrouble: async (token, trouble) => {
          this.#pages.set(token.account.id, await this.#note(token, trouble, null));
        },
        patience: { wait, signal: this.#request.signal },
      },
      this.#request,
    );
  }

  #holdOf(token: PageToken): Fault | null {
    const hold = this.#accounts.hold(token);
    // A comparison asks seldom, and finds out as well as any job whether the platform is back.
    return hold === null || hold.kind === 'away' ? null : hold.fault;
  }

  /** Null: it was stopped before the form's list came to its end. */
  async #checkForm(form: FormToCheck, onPage: () => Promise<void>): Promise<FormSummary | null> {
    const { context, lists, wait } = this.#deps;
    const { since, dryRun, signal } = this.#request;
    const startedAt = context.clock();
    const token = this.#tokens.forPage(form.pageId);
    const held = token === null ? notConnected(form) : this.#holdOf(token);
    if (token === null || held !== null) return await this.#conclude(form, NOT_ASKED, { startedAt, fault: held });
    const result = await checkForm(
      { lists, graphTokens: this.#graphTokens, store: context.store, clock: context.clock, wait },
      {
        ...form,
        token,
        since,
        startedAt,
        dryRun,
        requestId: this.#requestId,
        signal,
        onPage: async (found) => {
          this.#found += found;
          await onPage();
        },
      },
    );
    if (result.ended === 'stopped') return null;
    if (result.ended !== 'complete')
      return await this.#conclude(form, result, { startedAt, fault: await this.#faultOf(form, token, result.ended) });
    if (!dryRun) await this.#accounts.works(token);
    return await this.#conclude(form, result, { startedAt, fault: null });
  }

  async #conclude(form: FormToCheck, result: FormResult, facts: { startedAt: number; fault: Fault | null }): Promise<FormSummary> {
    if (!this.#request.dryRun) await this.#deps.context.store.saveFormCheck(formCheckOf(form, result, facts));
    const { formId, name, pageId } = form;
    const { found, missing, stored, healed } = result;
    if (healed > 0)
      this.#deps.context.log.info({ formId, healed }, 'leads that had failed or waited run again with the answers of the list');
    return { formId, name, pageId, found, missing, stored, healed, fault: facts.fault };
  }

  #faultOf({ formId, isExpected }: FormToCheck, token: PageToken, trouble: PlatformTrouble): Promise<Fault> | Fault {
    return trouble.kind === 'missing' && !isExpected ? formGone(formId) : this.#note(token, trouble, formId);
  }

  /** Keeps what the platform's refusal says of the page's token, so that nobody asks it in vain, and names it. */
  async #note(token: PageToken, trouble: PlatformTrouble, formId: string | null): Promise<Fault> {
    const fault = faultOf(trouble, token.account.id, formId);
    if (trouble.kind === 'throttled') await this.#accounts.pause(token, this.#deps.context.clock() + trouble.pauseMs, fault);
    if (trouble.kind === 'credential' || trouble.kind === 'blocked') await this.#accounts.refuse(token, fault);
    return fault;
  }

  async #tell(formId: string, forms: number, formsDone: number): Promise<void> {
    await this.#request.onProgress?.({ formId, forms, formsDone, found: this.#found });
  }
}

/** Of a form whose platform was not asked: nothing was found, and nothing is proven. */
const NOT_ASKED: FormResult = { since: Number.POSITIVE_INFINITY, found: 0, missing: 0, stored: 0, healed: 0, ended: 'stopped' };

function faultOf(trouble: PlatformTrouble, pageId: string, formId: string | null): Fault {
  if (trouble.kind === 'refused') return comparisonFault(trouble.fault);
  if (trouble.kind !== 'missing') return faultOfPage(trouble, pageId);
  const what = formId === null ? (['pageNotShown', { page: pageId }] as const) : (['formNotShown', { form: formId }] as const);
  return { code: trouble.fault.code, message: told(what, ...sentencesOf(trouble.fault.message)) };
}

function formGone(form: string): Fault {
  return { code: FORM_GONE, message: told(['formGone', { form }]) };
}

function notConnected({ formId: form, pageId }: FormToCheck): Fault {
  return { code: 'platform_not_connected', message: told(['formNotConnected', { form, ...(pageId === null ? {} : { page: pageId }) }]) };
}
