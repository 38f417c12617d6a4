import { storeCommand } from '../../src/cli/command.ts';
import { confirmRemoval, NOT_REMOVED } from '../../src/cli/confirm.ts';
import { yesFlag } from '../../src/cli/flags.ts';
import { renderTime } from '../../src/cli/local-time.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { secretNameArg } from '../../src/cli/secrets/secret-words.ts';
import { usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { inEveryLanguage } from '../../src/messages/messages.ts';
import { namedSecretRecord } from '../../src/presentation/named-secret-record.ts';

export default storeCommand({
  examples: ['"landing page verão"'],
  args: { name: secretNameArg },
  flags: { yes: yesFlag },
  async run({ args: { name }, flags, store, operator }) {
    const valid = usedNamedSecrets(await store.listNamedSecrets(), await store.secretUses());
    const found = valid.find((each) => each.name === name) ?? null;
    const { usedAt } = requireFound(found, 'secret', name);
    const used = inEveryLanguage(({ cli: { secrets } }) =>
      usedAt === null ? secrets.neverUsed : secrets.lastUsedAt({ time: renderTime(usedAt) }),
    );
    if (!(await confirmRemoval((m) => m.cli.secrets.oneSecret({ name, used }), flags.yes))) return NOT_REMOVED;
    const removed = await store.removeNamedSecret(name, operator());
    this.say((m) => m.cli.secrets.removed({ name }));
    return namedSecretRecord.write(removed);
  },
});
