/** Flags, arguments and words of the commands about named secrets. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Translated } from '../../base/language.ts';
import { nameProblem } from '../../domain/directory-rules.ts';
import type { NamedSecretOrigin } from '../../domain/named-secret.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { checkedText } from '../directory/directory-flags.ts';

/** What named secrets are for, as the command line names it. */
const NAMED_SOURCES = ['form', 'search-ads', 'export'] as const;

type NamedSource = (typeof NAMED_SOURCES)[number];

export const ORIGIN_OF_SOURCE: Readonly<Record<NamedSource, NamedSecretOrigin>> = {
  form: 'formulario_proprio',
  'search-ads': 'search_ads',
  export: 'exportacao',
};

export const namedSourceFlag = Flags.option({
  options: NAMED_SOURCES,
  helpValue: 'SOURCE',
  required: true,
})();

export const secretNameArg = Args.string({
  required: true,
  ignoreStdin: true,
  parse: async (input) => checkedText(input, nameProblem),
});

/** Where the secret has to be entered. */
export const WHERE_TO_ENTER: Readonly<Record<NamedSecretOrigin, Translated<string>>> = {
  formulario_proprio: inEveryLanguage((m) => m.cli.secrets.putIntoSettingsBackend),
  search_ads: inEveryLanguage((m) => m.cli.secrets.enterKeyLeadForm),
  exportacao: inEveryLanguage((m) => m.cli.secrets.inGoogleAdsSchedule),
};
