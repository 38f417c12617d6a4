/** Flags and arguments of the commands that keep clients, users and campaigns. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { emailProblem, idProblem, nameProblem } from '../../domain/directory-rules.ts';
import { checkedText } from './checked-names.ts';
import { LINK_COLUMNS, type LinkFlag, type LinkTarget } from './link-columns.ts';

export const nameFlag = Flags.custom<string>({ helpValue: 'NAME', parse: async (input) => checkedText(input, nameProblem) });

export const emailFlag = Flags.custom<string>({ helpValue: 'EMAIL', parse: async (input) => checkedText(input, emailProblem) });

export const idFlag = Flags.custom<string>({ helpValue: 'ID', parse: async (input) => checkedText(input, idProblem) });

/** Narrows a list down to one client. */
export const clientFilterFlag = nameFlag({ summary: 'Only of this client, by id or name.', helpValue: 'ID|NAME' });

export const clientArg = Args.string({ description: 'Id or name of a client.', required: true, ignoreStdin: true });

export const userArg = Args.string({
  description: 'Id of a user, as `lead-intake user list` shows it.',
  required: true,
  ignoreStdin: true,
});

export const campaignArg = Args.string({ description: 'Id of a campaign.', required: true, ignoreStdin: true });

const SEVERAL = { multiple: true, multipleNonGreedy: true } as const;

/** One flag for each kind of platform id; each can be given several times. */
export const linkFlags = {
  'search-ads-campaign': idFlag({ summary: 'Id of a campaign on the search-ads platform.', ...SEVERAL }),
  'search-ads-form': idFlag({ summary: 'Id of a lead form on the search-ads platform.', ...SEVERAL }),
  'social-ads-form': idFlag({ summary: 'Id of a lead form on the social-ads platform.', ...SEVERAL }),
  'social-ads-page': idFlag({ summary: 'Id of a page on the social-ads platform.', ...SEVERAL }),
};

/** The links that the flags name. */
export function linkTargets(flags: { readonly [flag in LinkFlag]?: readonly string[] | undefined }): readonly LinkTarget[] {
  return LINK_COLUMNS.flatMap(({ flag, origin, kind }) => [...new Set(flags[flag])].map((value) => ({ origin, kind, value })));
}
