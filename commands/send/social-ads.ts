import { randomInt } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import { flatBody, socialAdsBody } from '../../src/cli/sending/bodies.ts';
import { FLAT_EVENT_TYPE, flatFlags, personFlags, sendCommand, testId } from '../../src/cli/sending/send-command.ts';
import { Origin } from '../../src/domain/origin.ts';

export default sendCommand({
  source: Origin.socialAds,
  examples: ['--form-id 172036835026334 --with-answers', '--flat --client-id 1 --fbclid IwAR0'],
  flags: {
    'form-id': Flags.string({ helpValue: 'ID', default: '172036835026334' }),
    'page-id': Flags.string({ helpValue: 'ID', default: '138124712925158' }),
    'leadgen-id': Flags.string({ helpValue: 'ID' }),
    'with-answers': Flags.boolean({}),
    ...personFlags,
    ...flatFlags,
    id: Flags.string({ helpValue: 'ID', dependsOn: ['flat'] }),
    fbclid: Flags.string({ helpValue: 'ID', dependsOn: ['flat'] }),
  },
  event(flags, secret) {
    const { fbclid, 'client-id': clientId } = flags;
    const signed = flags.unsigned ? undefined : secret();
    if (clientId !== undefined) {
      const clickId = fbclid === undefined ? {} : { fbclid };
      const id = flags.id ?? testId();
      return { body: flatBody({ eventType: flags.type ?? FLAT_EVENT_TYPE, id, clientId, person: flags, clickId }), secret: signed };
    }
    const now = Date.now();
    // As long as real ids, to detect code that converts an id to a double.
    const leadgenId = flags['leadgen-id'] ?? `${now}${randomInt(1_000, 10_000)}`;
    const lead = { leadgenId, formId: flags['form-id'], pageId: flags['page-id'], person: flags['with-answers'] ? flags : undefined };
    return { body: socialAdsBody(lead, now), secret: signed };
  },
});
