import { repeat } from '../../base/repeat.ts';
import { HOUR_MS } from '../../base/time-units.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import type { FormFields, FormName, FormQuestion } from '../../domain/form-fields.ts';
import type { LeadIntent } from '../../domain/lead.ts';
import { Origin } from '../../domain/origin.ts';
import { formKey } from '../../processing/form-meanings.ts';
import { markText } from '../../processing/payloads/platform-marks.ts';
import { faultOfPage } from '../../processing/platform-faults.ts';
import type { WorkContext } from '../context.ts';
import type { AccountBook } from '../platforms/account-book.ts';
import type { OpenPages } from '../platforms/open-graph.ts';
import type { PageToken, PageTokenReader } from '../platforms/page-tokens.ts';
import { fillForm } from './fill-form.ts';

/**
 * After a request, a form's questions are not requested again for another key before this, in ms: a thousand leads with a new key cause one
 * call.
 */
const AGAIN_MS = HOUR_MS;
/** The same for a form whose request failed. */
const AFTER_FAULT_MS = 900_000;
/** How often a running worker checks for waiting forms, in ms. */
const LOOK_MS = 60_000;
/** After this time, leads that were read before the questions arrived are stored, in ms. */
const LEADS_UNDERWAY_MS = 30_000;
/** Maximum keys kept of a form that are not its questions: parameters that the form adds to its answers. */
const MOST_OTHER_KEYS = 200;

interface FormQuestionsDeps extends WorkContext {
  readonly tokens: Pick<PageTokenReader, 'read'>;
  readonly accounts: Pick<AccountBook, 'read' | 'hold' | 'pause'>;
  /** Opened when the first form is requested. */
  readonly platform: () => Promise<OpenPages>;
  /** Aborted when no more requests may start. */
  readonly signal: AbortSignal;
}

/** A form whose leads are read again with what is known by then. */
type FilledForm = FormName & Pick<FormFields, 'fetchedAt' | 'mappedAt'>;

interface FormToAsk extends FormName {
  readonly pageId: string | null;
  readonly known: FormFields | undefined;
  /** Keys of answers that match no known question. */
  readonly unknownKeys: readonly string[];
}

/**
 * Requests the questions of Meta forms in the background: no lead waits for them. A lead is read with what is known at that time; when the
 * questions arrive, stored leads get the missing values.
 */
export class FormQuestions {
  readonly #deps: FormQuestionsDeps;
  readonly #underway = new Map<string, Promise<void>>();
  readonly #triedAt = new Map<string, number>();
  readonly #filled = new Map<string, FilledForm>();

  constructor(deps: FormQuestionsDeps) {
    this.#deps = deps;
  }

  /** Requests the form's questions if the lead has answers to unknown ones. */
  note({ fields }: LeadIntent, form: FormName, known: FormFields | undefined): void {
    if (form.origin !== Origin.socialAds) return;
    const questions = new Set(known?.questions?.map(({ key }) => formKey(key)));
    const unknownKeys = fields.answers.map(({ key }) => key).filter((key) => !key.startsWith('#') && !questions.has(formKey(key)));
    if (unknownKeys.length > 0) this.#start({ ...form, pageId: markText(fields.platform, 'page_id'), known, unknownKeys });
  }

  /** Retries failed requests, and fills the leads of forms whose questions arrived or whose mapping changed, until the signal aborts. */
  async watch(): Promise<void> {
    const { signal, log } = this.#deps;
    const onTrouble = (error: unknown): void => log.error({ err: error }, 'could not look after the questions of forms; trying again');
    await repeat({ everyMs: LOOK_MS, signal, onTrouble, atOnce: true }, () => this.#look());
    await Promise.all(this.#underway.values());
  }

  /** The same once. Resolves when no request is pending and leads stored meanwhile are filled too. */
  async settle(): Promise<void> {
    await this.#look();
    await Promise.all(this.#underway.values());
    for (const form of this.#filled.values()) await this.#fill(form);
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#deps;
    for (const form of await store.formsToSee(clock() - AFTER_FAULT_MS)) {
      if (form.isToFill && areLeadsStored(form, clock())) await this.#fill(form);
      if (form.fault !== null || isUnanswered(form)) this.#start({ ...form, known: form, unknownKeys: [] });
    }
  }

  #start(form: FormToAsk): void {
    const { clock, log } = this.#deps;
    const { formId, known } = form;
    const now = clock();
    const since = now - (known?.fault == null ? AGAIN_MS : AFTER_FAULT_MS);
    const askedAt = known?.askedAt ?? 0;
    // A time in the future means that the clock was ahead; do not wait until then.
    const isAsked = this.#underway.has(formId) || (askedAt > since && askedAt <= now) || now - (this.#triedAt.get(formId) ?? 0) < LOOK_MS;
    if (isAsked) return;
    this.#triedAt.set(formId, now);
    const asking = this.#ask(form, since)
      .catch((error: unknown) => log.error({ err: error, formId }, 'the questions of a form could not be kept; they are asked for again'))
      .finally(() => this.#underway.delete(formId));
    this.#underway.set(formId, asking);
  }

  async #ask(form: FormToAsk, unlessSince: number): Promise<void> {
    const { store, tokens, accounts, clock, signal } = this.#deps;
    const { origin, formId, pageId, known } = form;
    const kept = (await tokens.read()).forPage(pageId);
    if (kept === null || !(await store.noteForm(form, { kind: 'asked', pageId, unlessSince }, clock()))) return;
    await accounts.read();
    const hold = accounts.hold(kept);
    if (hold !== null) return void (await store.noteForm(form, { kind: 'unavailable', fault: hold.fault }, clock()));
    const { graph, graphTokens } = await this.#deps.platform();
    const told = await graphTokens.ask('form_questions', { kept, pageId, signal }, (own) => graph.formQuestions(formId, own, signal));
    if (signal.aborted && told.kind === 'trouble')
      return void (await store.noteForm(form, { kind: 'unavailable', fault: told.trouble.fault }, clock()));
    if (told.kind === 'trouble') return await this.#refused(form, told.trouble, kept);
    const fetchedAt = clock();
    await store.noteForm(form, { kind: 'fetched', name: told.name, questions: withOtherKeys(told.questions, form) }, fetchedAt);
    this.#filled.set(formId, { origin, formId, fetchedAt, mappedAt: known?.mappedAt ?? null });
    await this.#fillNow(form);
  }

  async #refused(form: FormToAsk, trouble: PlatformTrouble, kept: PageToken): Promise<void> {
    const { store, accounts, clock, log } = this.#deps;
    const isOfForm = trouble.kind === 'refused' || trouble.kind === 'missing';
    const fault = isOfForm ? trouble.fault : faultOfPage(trouble, kept.account.id);
    if (trouble.kind === 'throttled') await accounts.pause(kept, clock() + trouble.pauseMs, fault);
    log.warn(
      { formId: form.formId, code: fault.code },
      'the questions of this form could not be asked for; its leads are read by their keys until then',
    );
    await store.noteForm(form, { kind: 'unavailable', fault }, clock());
  }

  async #fill(form: FilledForm): Promise<void> {
    const { store, signal, clock } = this.#deps;
    const { fetchedAt, mappedAt } = form;
    await this.#fillNow(form);
    if (!signal.aborted) await store.noteForm(form, { kind: 'filled', fetchedAt, mappedAt }, clock());
  }

  async #fillNow({ origin, formId }: FormName): Promise<void> {
    const { store, clock, log, signal } = this.#deps;
    const { changed } = await fillForm(store, { origin, formId }, clock, signal);
    if (changed > 0)
      log.info({ formId, leads: changed }, 'the answers of this form were read again: its leads were given what they lacked');
  }
}

/** Leads read before the last change are stored by now. A change in the future means that the clock was ahead. */
function areLeadsStored({ fetchedAt, mappedAt }: FormFields, now: number): boolean {
  const changedAt = Math.max(fetchedAt ?? 0, mappedAt ?? 0);
  return changedAt > now || now - changedAt >= LEADS_UNDERWAY_MS;
}

/** It was requested, but no answer was stored: the requesting process is gone. */
function isUnanswered({ askedAt, fetchedAt, fault }: FormFields): boolean {
  return fault === null && askedAt !== null && (fetchedAt ?? 0) < askedAt;
}

/** Keys that the form does not list as questions are stored as such, so that they are not requested again. */
function withOtherKeys(told: readonly FormQuestion[], { known, unknownKeys }: FormToAsk): readonly FormQuestion[] {
  const keys = new Set(told.map(({ key }) => formKey(key)));
  const before = (known?.questions ?? []).filter(({ type }) => type === null).map(({ key }) => key);
  const others = [...new Set([...before, ...unknownKeys])].filter((key) => !keys.has(formKey(key))).slice(0, MOST_OTHER_KEYS);
  return [...told, ...others.map((key) => ({ key, label: null, type: null }))];
}
