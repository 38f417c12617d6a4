import { randomUUID } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { flatBody, searchAdsBody } from '../../src/cli/sending/bodies.ts';
import { FLAT_EVENT_TYPE, flatFlags, personFlags, personOf, SendCommand } from '../../src/cli/sending/send-command.ts';
import { currentSecret } from '../../src/cli/signature/signed-source.ts';

export default class SendSearchAds extends SendCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --form-id 40000000000 --test',
    '<%= config.bin %> <%= command.id %> --google-key --gclid Cj0KCQ',
    '<%= config.bin %> <%= command.id %> --flat --client-id 1 --gclid Cj0KCQ',
  ];
  static override flags = {
    'form-id': Flags.string({ helpValue: 'ID', default: '40000000000' }),
    'campaign-id': Flags.string({ helpValue: 'ID', default: '10000000000' }),
    id: Flags.string({ helpValue: 'ID' }),
    ...personFlags,
    gclid: Flags.string({ helpValue: 'ID' }),
    test: Flags.boolean({ exclusive: ['flat'] }),
    'google-key': Flags.boolean({ exclusive: ['unsigned', 'flat'] }),
    unsigned: Flags.boolean({}),
    ...flatFlags,
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SendSearchAds);
    const loaded = this.loadConfig(flags);
    const secret = flags.unsigned ? undefined : currentSecret(loaded.secrets, 'search-ads');
    const person = personOf(flags);
    const id = flags.id ?? `teste-${randomUUID()}`;
    const clickId = flags.gclid === undefined ? undefined : ({ key: 'gclid', value: flags.gclid } as const);
    const googleKey = flags['google-key'] ? secret : undefined;
    const lead = {
      leadId: id,
      formId: flags['form-id'],
      campaignId: flags['campaign-id'],
      person,
      clickId: flags.gclid,
      googleKey,
      isTest: flags.test,
    };
    const body =
      flags['client-id'] === undefined
        ? searchAdsBody(lead, Date.now())
        : flatBody({ eventType: flags.type ?? FLAT_EVENT_TYPE, id, clientId: flags['client-id'], person, clickId });
    return await this.deliver({ source: 'search-ads', body, secret: flags['google-key'] ? undefined : secret }, loaded, flags);
  }
}
