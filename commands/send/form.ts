import { randomUUID } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { formBody } from '../../src/cli/sending/form-body.ts';
import { SendCommand } from '../../src/cli/sending/send-command.ts';
import { amountFlag, personFlags, personOf, readFields } from '../../src/cli/sending/send-flags.ts';
import { currentSecret } from '../../src/cli/signature/signed-source.ts';

export default class SendForm extends SendCommand {
  static override summary = 'Send a signed test submission of the own form.';
  static override description =
    'Posts to /integracoes/leads of a running service, signed with FORMULARIO_SECRET, and shows what came back. ' +
    'Exits 1 unless the service took it. What becomes of the event is told by `events show`.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --campaign 42',
    '<%= config.bin %> <%= command.id %> --campaign 42 --type sale --value 2600.50 --gclid Cj0KCQ --field cidade=Recife',
    { description: 'As a curl command, sending nothing:', command: '<%= config.bin %> <%= command.id %> --campaign 42 --dry-run' },
  ];
  static override flags = {
    campaign: Flags.string({ summary: 'Id of the campaign (campanha_id).', helpValue: 'ID', required: true }),
    type: Flags.string({ summary: 'Event type.', helpValue: 'TYPE', default: 'lead' }),
    id: Flags.string({ summary: 'Id of the submission; left out: a new one. The same id again is a resend.', helpValue: 'ID' }),
    ...personFlags,
    gclid: Flags.string({ summary: 'Search click id.', helpValue: 'ID' }),
    fbclid: Flags.string({ summary: 'Social click id.', helpValue: 'ID' }),
    value: amountFlag({ summary: 'Value of a conversion, in BRL.' }),
    field: Flags.string({ summary: 'One more key of the form.', helpValue: 'KEY=VALUE', multiple: true, multipleNonGreedy: true }),
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
