import type { FormCheck, Reconciliation } from '../../domain/delivery-ports.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { Directory } from '../../domain/ports.ts';
import type { PageToken, PageTokens } from '../platforms/page-tokens.ts';
import type { LeadHome } from './fetched-event.ts';
import { type LeadLists, type NamedForm, type Patience, walkList } from './lead-lists.ts';

/** A form whose leads are to be compared. */
export interface FormToCheck extends LeadHome {
  readonly name: string | null;
  readonly previous: FormCheck | null;
}

/** Which forms somebody means; left out: all. */
export interface FormChoice {
  readonly pageId?: string | undefined;
  readonly formId?: string | undefined;
}

export interface FindDeps {
  readonly lists: Pick<LeadLists, 'listForms'>;
  readonly store: Pick<Directory, 'listCampaigns'> & Pick<Reconciliation, 'listFormChecks'>;
  readonly tokens: PageTokens;
  /** What is known by now of a page that is not to be asked; null: ask. */
  readonly heldBack: (token: PageToken) => boolean;
  /** A page could not be asked for its forms. */
  readonly onTrouble: (token: PageToken, trouble: PlatformTrouble) => Promise<void>;
  readonly patience: Patience;
}

/** What is known of forms without asking the platform. */
interface Known {
  readonly checks: ReadonlyMap<string, FormCheck>;
  readonly linkedForms: readonly string[];
  readonly linkedPages: readonly string[];
}

/**
 * The forms to compare: those of every page that has a token, those that campaigns are linked to, and those that were compared before.
 * A page that cannot be asked for its forms still has those that are known.
 */
export async function findForms(deps: FindDeps, { pageId, formId }: FormChoice): Promise<readonly FormToCheck[]> {
  const known = await whatIsKnown(deps.store);
  const pageOfForm = pageId ?? (formId === undefined ? undefined : known.checks.get(formId)?.pageId);
  if (formId !== undefined && pageOfForm !== undefined && pageOfForm !== null) {
    return [{ formId, pageId: pageOfForm, name: null, previous: known.checks.get(formId) ?? null }];
  }
  const forms = new Map<string, FormToCheck>();
  const add = (form: NamedForm, page: string | null): void => {
    const previous = known.checks.get(form.id) ?? null;
    if (!forms.has(form.id)) forms.set(form.id, { formId: form.id, name: form.name, pageId: page ?? previous?.pageId ?? null, previous });
  };
  for (const page of pagesToAsk(deps.tokens, known)) {
    if (pageId === undefined || page === pageId) for (const form of await formsOfPage(deps, page)) add(form, page);
  }
  for (const id of [...known.linkedForms, ...known.checks.keys()]) add({ id, name: null }, null);
  if (formId !== undefined) add({ id: formId, name: null }, null);
  return [...forms.values()].filter((form) => (formId ?? form.formId) === form.formId && (pageId ?? form.pageId) === form.pageId);
}

async function whatIsKnown(store: FindDeps['store']): Promise<Known> {
  const [checks, campaigns] = await Promise.all([store.listFormChecks(), store.listCampaigns(null)]);
  const links = campaigns.flatMap((campaign) => campaign.links).filter(({ origin }) => origin === 'social_ads');
  return {
    checks: new Map(checks.filter(({ platform }) => platform === 'social_ads').map((check) => [check.formId, check])),
    linkedForms: links.filter(({ kind }) => kind === 'form').map(({ value }) => value),
    linkedPages: links.filter(({ kind }) => kind === 'page').map(({ value }) => value),
  };
}

/** A token for all pages names none of them: then those that are linked or were seen before are asked. */
function pagesToAsk(tokens: PageTokens, { linkedPages, checks }: Known): readonly string[] {
  const seen = [...checks.values()].flatMap(({ pageId }) => (pageId === null ? [] : [pageId]));
  const candidates = new Set([...[...tokens.all.keys()].filter((page) => /^\d+$/.test(page)), ...linkedPages, ...seen]);
  return [...candidates].filter((page) => tokens.forPage(page) !== null);
}

async function formsOfPage({ lists, tokens, heldBack, onTrouble, patience }: FindDeps, page: string): Promise<readonly NamedForm[]> {
  const token = tokens.forPage(page);
  if (token === null || heldBack(token) || patience.signal.aborted) return [];
  const walk = walkList((after) => lists.listForms(page, token.token, { after, signal: patience.signal }), patience);
  const forms: NamedForm[] = [];
  for (;;) {
    const { done, value } = await walk.next();
    if (done !== true) {
      forms.push(...value);
      continue;
    }
    if (value !== null && !patience.signal.aborted) await onTrouble(token, value);
    return forms;
  }
}
