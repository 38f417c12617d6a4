import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { nameProblem } from '../../domain/directory-rules.ts';
import type { NamedSecretOrigin, NamedSecretSender, UsedNamedSecret } from '../../domain/named-secret.ts';
import { Origin } from '../../domain/origin.ts';
import { say, sayText } from '../../messages/messages.ts';
import { SENDER_WORDS } from '../../presentation/rotation-text.ts';
import { checkedText, choice, named } from '../flags.ts';
import type { Column } from '../table.ts';

/** Flags, arguments and texts of the commands about named secrets. */

/** What a named secret is for. */
export const namedSourceFlag = Flags.custom<NamedSecretOrigin>({
  ...choice<NamedSecretOrigin>({ form: Origin.ownForm, 'google-ads': Origin.searchAds, export: 'exportacao' }),
  required: true,
})();

export const secretNameArg = Args.string({
  required: true,
  ignoreStdin: true,
  parse: async (input) => named('NAME', () => checkedText(input, nameProblem)),
});

/** A named secret with the name of its client; `null` if it has no limit. */
type ListedSecret = UsedNamedSecret & { readonly clientName: string | null };

export const SECRET_COLUMNS: readonly Column<ListedSecret>[] = [
  { header: 'secret', cell: ({ name }) => name, look: 'word' },
  { header: 'source', cell: ({ origin }) => say((m) => m.web.namedSecrets.origins[origin]), look: 'word' },
  { header: 'client', cell: ({ clientId, clientName }) => (clientId === null ? say((m) => m.cli.secrets.everyClient) : clientName) },
  { header: 'added', cell: ({ createdAt }) => createdAt, look: 'time', priority: 1 },
  { header: 'lastUsed', cell: ({ usedAt }) => usedAt, look: 'time' },
];

export const SECRET_SENDER_COLUMNS: readonly Column<NamedSecretSender & { readonly name: string }>[] = [
  { header: 'secret', cell: ({ name }) => name, look: 'word' },
  { header: 'sender', cell: ({ kind, id }) => `${sayText(SENDER_WORDS[kind])} ${id}`, look: 'word' },
  { header: 'address', cell: ({ remoteAddress }) => remoteAddress, priority: 1 },
  { header: 'lastSeen', cell: ({ seenAt }) => seenAt, look: 'time' },
  { header: 'nowUses', cell: ({ movedTo }) => movedTo },
];
