import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/directory/confirm-removal.ts';
import { databaseFlag, yesFlag } from '../../src/cli/flags.ts';
import { renderTime } from '../../src/cli/local-time.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { secretNameArg } from '../../src/cli/secrets/secret-flags.ts';
import { usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { namedSecretJson } from '../../src/presentation/named-secret-json.ts';

export default class SecretRemove extends BaseCommand {
  static override summary = 'Remove a named secret.';
  static override description =
    `Requests with it are refused (401) within seconds, by running services too; Google Ads does not send a refused lead again. Its events stay. What is
refused is kept: "refused replay" stores it when the secret was added again.`;
  static override examples = ['<%= config.bin %> <%= command.id %> "landing page verão"'];
  static override args = { name: secretNameArg };
  static override flags = { database: databaseFlag, yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SecretRemove);
    const { name } = args;
    const removed = await this.withStore(flags, async ({ store, clock }) => {
      const valid = usedNamedSecrets(await store.listNamedSecrets(), await store.secretUses());
      const found = valid.find((each) => each.name === name) ?? null;
      const { usedAt } = requireFound(found, { en: `secret "${name}"`, pt: `o segredo "${name}"` }, 'secret list');
      const used =
        usedAt === null
          ? { en: 'never used', pt: 'nunca usado' }
          : { en: `last used ${renderTime(usedAt)}`, pt: `último uso ${renderTime(usedAt)}` };
      const what = { en: `the secret "${name}" (${used.en})`, pt: `o segredo "${name}" (${used.pt})` };
      return (await confirmRemoval(what, flags.yes)) ? await store.removeNamedSecret(name, this.operator(clock())) : undefined;
    });
    if (removed === undefined) return NOT_REMOVED;
    this.log(
      say({
        en: `Secret "${name}" removed; requests with it are refused within seconds.`,
        pt: `Segredo "${name}" removido; requisições com ele passam a ser recusadas em segundos.`,
      }),
    );
    return namedSecretJson(removed);
  }
}
