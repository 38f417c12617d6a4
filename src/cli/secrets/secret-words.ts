import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Translated } from '../../base/language.ts';
import { nameProblem } from '../../domain/directory-rules.ts';
import type { NamedSecretOrigin, NamedSecretSender, UsedNamedSecret } from '../../domain/named-secret.ts';
import { inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import { SENDER_WORDS } from '../../presentation/rotation-text.ts';
import { checkedText } from '../directory/directory-flags.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Flags, arguments and words of the commands about named secrets. */

/** What named secrets are for, as the command line names it. */
const NAMED_SOURCES = ['form', 'search-ads', 'export'] as const;

type NamedSource = (typeof NAMED_SOURCES)[number];

export const ORIGIN_OF_SOURCE: Readonly<Record<NamedSource, NamedSecretOrigin>> = {
  form: 'formulario_proprio',
  'search-ads': 'search_ads',
  export: 'exportacao',
};

export const namedSourceFlag = Flags.option({ options: NAMED_SOURCES, helpValue: 'SOURCE', required: true })();

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

/** A named secret with the name of its client; null: it has no limit. */
interface ListedSecret extends UsedNamedSecret {
  readonly clientName: string | null;
}

const PURPOSES: Readonly<Record<ListedSecret['origin'], Translated<string>>> = {
  formulario_proprio: inEveryLanguage((m) => m.cli.secrets.ownForm),
  search_ads: inEveryLanguage((m) => m.cli.secrets.googleAds),
  exportacao: inEveryLanguage((m) => m.cli.secrets.export),
};

export const SECRET_COLUMNS: readonly Column<ListedSecret>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.secret), cell: ({ name }) => name, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: ({ origin }) => sayText(PURPOSES[origin]), whole: true },
  {
    header: inEveryLanguage((m) => m.cli.columns.client),
    cell: ({ clientId, clientName }) => (clientId === null ? say((m) => m.cli.secrets.everyClient) : clientName),
  },
  {
    ...timeColumn<ListedSecret>(
      inEveryLanguage((m) => m.cli.secrets.added),
      ({ createdAt }) => createdAt,
    ),
    priority: 1,
  },
  timeColumn(
    inEveryLanguage((m) => m.cli.secrets.lastUsed),
    ({ usedAt }) => usedAt,
  ),
];

export const SECRET_SENDER_COLUMNS: readonly Column<NamedSecretSender & { readonly name: string }>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.secret), cell: ({ name }) => name, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.sender), cell: ({ kind, id }) => `${sayText(SENDER_WORDS[kind])} ${id}`, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.address), cell: ({ remoteAddress }) => remoteAddress, priority: 1 },
  timeColumn(
    inEveryLanguage((m) => m.cli.secrets.lastSeen),
    ({ seenAt }) => seenAt,
  ),
  { header: inEveryLanguage((m) => m.cli.columns.nowUses), cell: ({ movedTo }) => movedTo },
];
