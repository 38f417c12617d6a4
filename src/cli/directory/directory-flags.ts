import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Translated } from '../../base/language.ts';
import type { CampaignLink } from '../../domain/directory.ts';
import { emailProblem, idProblem, nameProblem } from '../../domain/directory-rules.ts';
import { appError } from '../../messages/messages.ts';

/** Flags and arguments of the commands that keep clients, users and campaigns. */

export const nameFlag = Flags.custom<string>({ helpValue: 'NAME', parse: async (input) => checkedText(input, nameProblem) });

export const emailFlag = Flags.custom<string>({ helpValue: 'EMAIL', parse: async (input) => checkedText(input, emailProblem) });

export const idFlag = Flags.custom<string>({ helpValue: 'ID', parse: async (input) => checkedText(input, idProblem) });

/** Narrows a list down to one client. */
export const clientFilterFlag = nameFlag({ helpValue: 'ID|NAME' });

export const clientArg = Args.string({ required: true, ignoreStdin: true });

export const userArg = Args.string({ required: true, ignoreStdin: true });

export const campaignArg = Args.string({ required: true, ignoreStdin: true });

const SEVERAL = { multiple: true, multipleNonGreedy: true } as const;

/** One flag for each kind of platform id; each can be given several times. */
export const linkFlags = {
  'search-ads-campaign': idFlag({ ...SEVERAL }),
  'search-ads-form': idFlag({ ...SEVERAL }),
  'social-ads-form': idFlag({ ...SEVERAL }),
  'social-ads-page': idFlag({ ...SEVERAL }),
};

/** The links that the flags name. */
export function linkTargets(flags: { readonly [flag in LinkFlag]?: readonly string[] | undefined }): readonly LinkTarget[] {
  return LINK_COLUMNS.flatMap(({ flag, origin, kind }) => [...new Set(flags[flag])].map((value) => ({ origin, kind, value })));
}

/**
 * The value of a flag, trimmed and checked.
 *
 * @throws AppError `usage` without the name of the flag, which oclif puts before it
 */
export function checkedText(text: string, problemOf: (text: string) => Translated<string> | undefined): string {
  const trimmed = text.trim();
  const problem = problemOf(trimmed);
  if (problem === undefined) return trimmed;
  throw appError('usage', (m) => m.cli.directory.sentence({ problem }));
}

/** A platform id that can be tied to a campaign, as a column of an import and as a flag of `campaign link`. */
export interface LinkColumn {
  readonly column: string;
  readonly flag: string;
  readonly origin: CampaignLink['origin'];
  readonly kind: CampaignLink['kind'];
}

/** The ids that processing looks at: the form and campaign of search ads, the form and page of social ads. */
export const LINK_COLUMNS = [
  { column: 'search_ads_campaign', flag: 'search-ads-campaign', origin: 'search_ads', kind: 'campaign' },
  { column: 'search_ads_form', flag: 'search-ads-form', origin: 'search_ads', kind: 'form' },
  { column: 'social_ads_form', flag: 'social-ads-form', origin: 'social_ads', kind: 'form' },
  { column: 'social_ads_page', flag: 'social-ads-page', origin: 'social_ads', kind: 'page' },
] as const satisfies readonly LinkColumn[];

export type LinkFlag = (typeof LINK_COLUMNS)[number]['flag'];

/** A link without the campaign it belongs to. */
export type LinkTarget = Omit<CampaignLink, 'campaignId'>;

/** `social_ads form 123`: the link in a sentence, and the same text for the same link. */
export function linkText(link: LinkTarget): string {
  return `${link.origin} ${link.kind} ${link.value}`;
}
