import * as Flags from '@oclif/core/flags';
import { flatBody, searchAdsBody } from '../../src/cli/sending/bodies.ts';
import { FLAT_EVENT_TYPE, flatFlags, personFlags, sendCommand, testId } from '../../src/cli/sending/send-command.ts';
import { Origin } from '../../src/domain/origin.ts';

export default sendCommand({
  source: Origin.searchAds,
  examples: ['--form-id 40000000000 --test', '--google-key --gclid Cj0KCQ', '--flat --client-id 1 --gclid Cj0KCQ'],
  flags: {
    'form-id': Flags.string({ helpValue: 'ID', default: '40000000000' }),
    'campaign-id': Flags.string({ helpValue: 'ID', default: '10000000000' }),
    id: Flags.string({ helpValue: 'ID' }),
    ...personFlags,
    gclid: Flags.string({ helpValue: 'ID' }),
    test: Flags.boolean({ exclusive: ['flat'] }),
    'google-key': Flags.boolean({ exclusive: ['unsigned', 'flat'] }),
    ...flatFlags,
  },
  event(flags, secret) {
    const id = flags.id ?? testId();
    const { gclid, 'client-id': clientId } = flags;
    const signed = flags.unsigned ? undefined : secret();
    if (clientId !== undefined) {
      const clickId = gclid === undefined ? {} : { gclid };
      return { body: flatBody({ eventType: flags.type ?? FLAT_EVENT_TYPE, id, clientId, person: flags, clickId }), secret: signed };
    }
    const isKeyed = flags['google-key'];
    const forms = { formId: flags['form-id'], campaignId: flags['campaign-id'] };
    const lead = { leadId: id, ...forms, person: flags, clickId: gclid, googleKey: isKeyed ? signed : undefined, isTest: flags.test };
    return { body: searchAdsBody(lead, Date.now()), secret: isKeyed ? undefined : signed };
  },
});
