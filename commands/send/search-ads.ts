import { randomUUID } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { flatBody } from '../../src/cli/sending/flat-body.ts';
import { searchAdsBody } from '../../src/cli/sending/search-ads-body.ts';
import { SendCommand } from '../../src/cli/sending/send-command.ts';
import { FLAT_EVENT_TYPE, flatFlags, personFlags, personOf } from '../../src/cli/sending/send-flags.ts';
import { currentSecret } from '../../src/cli/signature/signed-source.ts';

export default class SendSearchAds extends SendCommand {
  static override summary = 'Send a test event as the search-ads platform does.';
  static override description =
    'Posts to /webhooks/search_ads of a running service and shows what came back. The request is signed; with --google-key the ' +
    'secret stands in the body instead, as the platform does it. Tie the form or campaign id to a campaign with `campaign link` first.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --form-id 40000000000 --test',
    '<%= config.bin %> <%= command.id %> --google-key --gclid Cj0KCQ',
    '<%= config.bin %> <%= command.id %> --flat --client-id 1 --gclid Cj0KCQ',
  ];
  static override flags = {
    'form-id': Flags.string({ summary: 'Id of the lead form.', helpValue: 'ID', default: '40000000000' }),
    'campaign-id': Flags.string({ summary: "The platform's id of the campaign.", helpValue: 'ID', default: '10000000000' }),
    id: Flags.string({ summary: 'Id of the lead or event; left out: a new one. The same id again is a resend.', helpValue: 'ID' }),
    ...personFlags,
    gclid: Flags.string({ summary: 'Search click id.', helpValue: 'ID' }),
    test: Flags.boolean({ summary: 'Mark the lead as a test of the platform.', exclusive: ['flat'] }),
    'google-key': Flags.boolean({ summary: 'Send the secret in the body instead of a signature.', exclusive: ['unsigned', 'flat'] }),
    unsigned: Flags.boolean({ summary: 'Send no credential at all (WEBHOOK_ALLOW_UNSIGNED).' }),
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
