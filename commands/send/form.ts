import { randomUUID } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { formBody } from '../../src/cli/sending/bodies.ts';
import { amountFlag, personFlags, personOf, readFields, SendCommand } from '../../src/cli/sending/send-command.ts';
import { currentSecret } from '../../src/cli/signature/signed-source.ts';

export default class SendForm extends SendCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --campaign 42',
    '<%= config.bin %> <%= command.id %> --campaign 42 --type sale --value 2600.50 --gclid Cj0KCQ --field cidade=Recife',
    '<%= config.bin %> <%= command.id %> --campaign 42 --dry-run',
  ];
  static override flags = {
    campaign: Flags.string({ helpValue: 'ID', required: true }),
    type: Flags.string({ helpValue: 'TYPE', default: 'lead' }),
    id: Flags.string({ helpValue: 'ID' }),
    ...personFlags,
    gclid: Flags.string({ helpValue: 'ID' }),
    fbclid: Flags.string({ helpValue: 'ID' }),
    value: amountFlag(),
    field: Flags.string({ helpValue: 'KEY=VALUE', multiple: true, multipleNonGreedy: true }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SendForm);
    const loaded = this.loadConfig(flags);
    const submission = {
      eventType: flags.type,
      id: flags.id ?? `teste-${randomUUID()}`,
      campaignId: flags.campaign,
      person: personOf(flags),
      searchClickId: flags.gclid,
      socialClickId: flags.fbclid,
      value: flags.value,
      fields: readFields(flags.field ?? []),
    };
    const body = formBody(submission, Date.now());
    return await this.deliver({ source: 'form', body, secret: currentSecret(loaded.secrets, 'form') }, loaded, flags);
  }
}
