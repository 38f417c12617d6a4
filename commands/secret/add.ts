import * as Flags from '@oclif/core/flags';
import { addNamedSecret } from '../../src/app/named-secrets/add-named-secret.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { clientFilterFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { namedSourceFlag, secretNameArg } from '../../src/cli/secrets/secret-words.ts';
import { inEveryLanguage } from '../../src/messages/messages.ts';
import { addedNamedSecret } from '../../src/presentation/named-secret-record.ts';

export default storeCommand({
  examples: [
    '"landing page verão" --source form --client 7',
    '"export 7" --source export --client 7',
    '"google cliente 7" --source google-ads --client 7 --secret-file key.txt',
  ],
  args: { name: secretNameArg },
  flags: { source: namedSourceFlag, client: clientFilterFlag, 'secret-file': Flags.string({ helpValue: 'PATH' }) },
  async run({ args: { name }, flags, context, operator }) {
    const { source: origin } = flags;
    const file = flags['secret-file'];
    const client = flags.client === undefined ? null : await requireClient(context.store, flags.client);
    const given = file === undefined ? {} : { value: (await readInput(file)).toString('utf8').trim() };
    const secret = { name, origin, clientId: client?.id ?? null };
    const { value } = await addNamedSecret(context, { ...secret, ...given }, operator());
    this.log(value);
    const limit = inEveryLanguage(({ cli: { secrets } }) => (client === null ? secrets.ofEveryClient : secrets.limitedToClient(client)));
    const whereToEnter = inEveryLanguage((m) => m.web.namedSecrets.enter[origin]);
    this.remark((m) => m.cli.secrets.addedOnce({ name, limit, whereToEnter }));
    return addedNamedSecret.write({ ...secret, value });
  },
});
