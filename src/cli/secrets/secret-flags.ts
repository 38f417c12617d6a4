/** Flags, arguments and words of the commands about named secrets. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Translated } from '../../base/language.ts';
import { nameProblem } from '../../domain/directory-rules.ts';
import type { NamedSecretOrigin } from '../../domain/named-secret.ts';
import { checkedText } from '../directory/checked-names.ts';

/** Sources whose senders may have secrets of their own, as the command line names them. */
const NAMED_SOURCES = ['form', 'search-ads'] as const;

type NamedSource = (typeof NAMED_SOURCES)[number];

export const ORIGIN_OF_SOURCE: Readonly<Record<NamedSource, NamedSecretOrigin>> = {
  form: 'formulario_proprio',
  'search-ads': 'search_ads',
};

export const namedSourceFlag = Flags.option({
  summary: 'Where it is used: form (the backend of a landing page signs with it), search-ads (key of a Google Ads lead form).',
  options: NAMED_SOURCES,
  helpValue: 'SOURCE',
  required: true,
})();

export const secretNameArg = Args.string({
  description: 'Name of the secret, such as the landing page that uses it.',
  required: true,
  ignoreStdin: true,
  parse: async (input) => checkedText(input, nameProblem),
});

/** Where the secret has to be entered. */
export const WHERE_TO_ENTER: Readonly<Record<NamedSecretOrigin, Translated<string>>> = {
  formulario_proprio: {
    en: 'Put it into the settings of the backend of the landing page, which signs its requests with it; never into the page itself.',
    pt: 'Coloque-o nas configurações do backend da landing page, que assina as requisições com ele; nunca na própria página.',
  },
  search_ads: {
    en: 'Enter it as the key of the lead form in Google Ads (lead delivery, webhook).',
    pt: 'Informe-o como a chave do formulário de lead no Google Ads (entrega de leads, webhook).',
  },
};
