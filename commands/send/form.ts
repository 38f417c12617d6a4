import * as Flags from '@oclif/core/flags';
import { formBody } from '../../src/cli/sending/bodies.ts';
import { amountFlag, personFlags, readFields, sendCommand, testId } from '../../src/cli/sending/send-command.ts';
import { Origin } from '../../src/domain/origin.ts';

export default sendCommand({
  source: Origin.ownForm,
  examples: [
    '--campaign 42 --wait',
    '--campaign 42 --type sale --value 2600.50 --gclid Cj0KCQ --field cidade=Recife',
    '--campaign 42 --dry-run',
  ],
  flags: {
    campaign: Flags.string({ helpValue: 'ID', required: true }),
    type: Flags.string({ helpValue: 'TYPE', default: 'lead' }),
    id: Flags.string({ helpValue: 'ID' }),
    ...personFlags,
    gclid: Flags.string({ helpValue: 'ID' }),
    fbclid: Flags.string({ helpValue: 'ID' }),
    value: amountFlag(),
    field: Flags.string({ helpValue: 'KEY=VALUE', multiple: true, multipleNonGreedy: true }),
  },
  event(flags, secret) {
    const submission = {
      eventType: flags.type,
      id: flags.id ?? testId(),
      campaignId: flags.campaign,
      person: flags,
      searchClickId: flags.gclid,
      socialClickId: flags.fbclid,
      value: flags.value,
      fields: readFields(flags.field ?? []),
    };
    return { body: formBody(submission, Date.now()), secret: secret() };
  },
});
