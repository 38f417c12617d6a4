import type { NamedObject } from '../../delivery/social-ads/graph-client.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { Platform } from '../../domain/conversion.ts';
import type { FormCheck } from '../../domain/delivery-ports.ts';
import { Origin } from '../../domain/origin.ts';
import { isPage, type PageToken, type PageTokens } from '../platforms/page-tokens.ts';
import type { LeadHome } from './fetched-event.ts';
import { type Comparison, walkList } from './lead-lists.ts';

/** A form whose leads are to be compared. */
export interface FormToCheck extends LeadHome {
  readonly name: string | null;
  readonly previous: FormCheck | null;
  /** False if its page lists its forms and this one is missing, or if only an earlier comparison knows it. */
  readonly isExpected: boolean;
}

/** The selected forms. Default: all. */
export interface FormChoice {
  readonly pageId?: string | undefined;
  readonly formId?: string | undefined;
}

/** Which pages are asked, and what is done if one cannot be. */
interface AskingRules {
  /** Whether the page must not be asked now. */
  readonly isOnHold: (token: PageToken) => boolean;
  /** Called if the forms of a page could not be listed. */
  readonly onTrouble: (token: PageToken, trouble: PlatformTrouble) => Promise<void>;
}

/** What is known about forms without asking the platform. */
interface Known {
  readonly checks: ReadonlyMap<string, FormCheck>;
  readonly linkedForms: readonly string[];
  /** Those of campaigns and those of clients. */
  readonly linkedPages: readonly string[];
}

/**
 * The forms to compare: those of every page with a token, those linked to campaigns, and those compared before. If a page cannot list its
 * forms, its known forms are still compared.
 */
export async function findForms(
  comparison: Comparison,
  { pageId, formId }: FormChoice,
  rules: AskingRules,
): Promise<readonly FormToCheck[]> {
  const known = await knownForms(comparison);
  const pageOfForm = pageId ?? (formId === undefined ? undefined : known.checks.get(formId)?.pageId);
  if (formId !== undefined && pageOfForm !== undefined && pageOfForm !== null) {
    return [{ formId, pageId: pageOfForm, name: null, previous: known.checks.get(formId) ?? null, isExpected: true }];
  }
  const forms = new Map<string, FormToCheck>();
  const add = ({ id, name }: NamedObject, page: string | null, isExpected: boolean): void => {
    if (!forms.has(id)) forms.set(id, { formId: id, name, pageId: page, previous: known.checks.get(id) ?? null, isExpected });
  };
  const walked = new Set<string>();
  for (const page of pagesToAsk(comparison.tokens, known)) {
    if (pageId !== undefined && page !== pageId) continue;
    const { named, isAll } = await formsOfPage(comparison, rules, page);
    for (const form of named) add(form, page, true);
    if (isAll) walked.add(page);
  }
  if (formId !== undefined) add({ id: formId, name: null }, null, true);
  const linked = new Set(known.linkedForms);
  for (const id of new Set([...linked, ...known.checks.keys()])) {
    const page = known.checks.get(id)?.pageId ?? null;
    add({ id, name: null }, page, page === null ? linked.has(id) : !walked.has(page));
  }
  return [...forms.values()].filter((form) => (formId ?? form.formId) === form.formId && (pageId ?? form.pageId) === form.pageId);
}

async function knownForms({ store }: Comparison): Promise<Known> {
  const [checks, { items: campaigns }, owned] = await Promise.all([
    store.listFormChecks(),
    store.listCampaigns({}),
    store.listClientAccounts(),
  ]);
  const links = campaigns.flatMap((campaign) => campaign.links).filter(({ origin }) => origin === Origin.socialAds);
  return {
    checks: new Map(checks.filter(({ platform }) => platform === Platform.socialAds).map((check) => [check.formId, check])),
    linkedForms: links.filter(({ kind }) => kind === 'form').map(({ value }) => value),
    linkedPages: [...links.filter(({ kind }) => kind === 'page').map(({ value }) => value), ...owned.filter(isPage).map(({ id }) => id)],
  };
}

/** A token for all pages does not name them: then the pages that are linked or were seen before are asked. */
function pagesToAsk(tokens: PageTokens, { linkedPages, checks }: Known): readonly string[] {
  const seen = [...checks.values()].flatMap(({ pageId }) => (pageId === null ? [] : [pageId]));
  const candidates = new Set([...[...tokens.all.keys()].filter((page) => /^\d+$/.test(page)), ...linkedPages, ...seen]);
  return [...candidates].filter((page) => tokens.forPage(page) !== null);
}

/** The forms that the page lists, as far as it could be asked. */
async function formsOfPage(
  comparison: Comparison,
  { isOnHold, onTrouble }: AskingRules,
  page: string,
): Promise<{ readonly named: readonly NamedObject[]; readonly isAll: boolean }> {
  const { platform, tokens, signal } = comparison;
  const token = tokens.forPage(page);
  if (token === null || isOnHold(token) || signal.aborted) return { named: [], isAll: false };
  const ask = (after: string | null) =>
    platform.graphTokens.ask('list_forms', { kept: token, pageId: page, signal }, (own) =>
      platform.graph.listForms(page, own, { after, signal }),
    );
  const named: NamedObject[] = [];
  const trouble = await walkList(ask, comparison, async (forms) => void named.push(...forms));
  if (trouble !== null && !signal.aborted) await onTrouble(token, trouble);
  return { named, isAll: trouble === null && !signal.aborted };
}
