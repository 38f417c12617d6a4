import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { databaseFlag, yesFlag } from '../../src/cli/flags.ts';
import { renderTime } from '../../src/cli/local-time.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { secretNameArg } from '../../src/cli/secrets/secret-words.ts';
import { usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';
import { namedSecretRecord } from '../../src/presentation/named-secret-record.ts';

export default class SecretRemove extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> "landing page verão"'];
  static override args = { name: secretNameArg };
  static override flags = { database: databaseFlag, yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SecretRemove);
    const { name } = args;
    const removed = await this.withStore(flags, async ({ store, clock }) => {
      const valid = usedNamedSecrets(await store.listNamedSecrets(), await store.secretUses());
      const found = valid.find((each) => each.name === name) ?? null;
      const { usedAt } = requireFound(found, (m) => m.cli.secrets.secret({ name }), 'secret list');
      const used = inEveryLanguage((m) =>
        usedAt === null ? m.cli.secrets.neverUsed : m.cli.secrets.lastUsedAt({ time: renderTime(usedAt) }),
      );
      const what = inEveryLanguage((m) => m.cli.secrets.theSecretUsed({ name, used }));
      return (await confirmRemoval(what, flags.yes)) ? await store.removeNamedSecret(name, this.operator(clock())) : undefined;
    });
    if (removed === undefined) return NOT_REMOVED;
    this.log(say((m) => m.cli.secrets.secretRemovedRequestsRefused({ name })));
    return namedSecretRecord.write(removed);
  }
}
