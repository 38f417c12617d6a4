import { randomInt, randomUUID } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { flatBody, socialAdsBody } from '../../src/cli/sending/bodies.ts';
import { FLAT_EVENT_TYPE, flatFlags, personFlags, personOf, SendCommand } from '../../src/cli/sending/send-command.ts';
import { currentSecret } from '../../src/cli/signature/signed-source.ts';

export default class SendSocialAds extends SendCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --form-id 172036835026334 --with-answers',
    '<%= config.bin %> <%= command.id %> --flat --client-id 1 --fbclid IwAR0',
  ];
  static override flags = {
    'form-id': Flags.string({ helpValue: 'ID', default: '172036835026334' }),
    'page-id': Flags.string({ helpValue: 'ID', default: '138124712925158' }),
    'leadgen-id': Flags.string({ helpValue: 'ID' }),
    'with-answers': Flags.boolean({}),
    ...personFlags,
    unsigned: Flags.boolean({}),
    ...flatFlags,
    id: Flags.string({ helpValue: 'ID', dependsOn: ['flat'] }),
    fbclid: Flags.string({ helpValue: 'ID', dependsOn: ['flat'] }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SendSocialAds);
    const loaded = this.loadConfig(flags);
    const secret = flags.unsigned ? undefined : currentSecret(loaded.secrets, 'social-ads');
    const now = Date.now();
    const person = personOf(flags);
    const clickId = flags.fbclid === undefined ? undefined : ({ key: 'fbclid', value: flags.fbclid } as const);
    const flat = { eventType: flags.type ?? FLAT_EVENT_TYPE, id: flags.id ?? `teste-${randomUUID()}`, person, clickId };
    // As long as real ones, so that an id that passes through a double is noticed.
    const leadgenId = flags['leadgen-id'] ?? `${now}${randomInt(1_000, 10_000)}`;
    const lead = { leadgenId, formId: flags['form-id'], pageId: flags['page-id'], person: flags['with-answers'] ? person : undefined };
    const clientId = flags['client-id'];
    const body = clientId === undefined ? socialAdsBody(lead, now) : flatBody({ ...flat, clientId });
    return await this.deliver({ source: 'social-ads', body, secret }, loaded, flags);
  }
}
