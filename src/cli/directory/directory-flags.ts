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
export const clientFilterFlag = nameFlag({ helpValue: 'ID|NAME' });

export const clientArg = Args.string({ required: true, ignoreStdin: true });

export const userArg = Args.string({
  required: true,
  ignoreStdin: true,
});

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
