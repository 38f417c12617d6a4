import * as Flags from '@oclif/core/flags';
import { addNamedSecret } from '../../src/app/named-secrets/add-named-secret.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { nameFlag } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { namedSourceFlag, ORIGIN_OF_SOURCE, secretNameArg, WHERE_TO_ENTER } from '../../src/cli/secrets/secret-words.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';

export default class SecretAdd extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> "landing page verão" --source form --client 7',
    '<%= config.bin %> <%= command.id %> "import of client 7" --source export --client 7',
    '<%= config.bin %> <%= command.id %> "google cliente 7" --source search-ads --client 7 --secret-file key.txt',
  ];
  static override args = { name: secretNameArg };
  static override flags = {
    database: databaseFlag,
    source: namedSourceFlag,
    client: nameFlag({ helpValue: 'ID|NAME' }),
    'secret-file': Flags.string({ helpValue: 'PATH' }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SecretAdd);
    const { name } = args;
    const origin = ORIGIN_OF_SOURCE[flags.source];
    const file = flags['secret-file'];
    return await this.withStore(flags, async (context) => {
      const client = flags.client === undefined ? null : await requireClient(context.store, flags.client);
      const given = file === undefined ? {} : { value: (await readInput(file)).toString('utf8').trim() };
      const secret = { name, origin, clientId: client?.id ?? null, ...given };
      const { value } = await addNamedSecret(context, secret, this.operator(context.clock()));
      this.log(value);
      const limit = inEveryLanguage((m) =>
        client === null ? m.cli.secrets.forEveryClient : m.cli.secrets.limitedToClient({ id: client.id, name: client.name }),
      );
      this.logToStderr(say((m) => m.cli.secrets.secretAddedNotShown({ name, limit, whereToEnter: WHERE_TO_ENTER[origin] })));
      return { nome: name, origem: origin, cliente_id: secret.clientId, segredo: value };
    });
  }
}
