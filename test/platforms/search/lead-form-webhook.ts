import { SEARCH_PAUSES_MS, type WebhookAnswer, WebhookDelivery, type WebhookPost } from '../webhook-post.ts';
import type { SearchLead } from './directory.ts';

/** What the test button always sends: one lead id and one click id. */
const TEST_ID = 'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl';

/** The webhook that posts leads of lead forms, with the account's key in the body. It retries only after 5xx. */
export class LeadFormWebhook {
  readonly delivery: WebhookDelivery;
  readonly #googleKey: string;

  /** @param url the receiver's route, `http://…/webhooks/search_ads` */
  constructor(url: string, googleKey: string) {
    const triesAgain = ({ status }: WebhookAnswer): boolean => status === 0 || status >= 500;
    this.delivery = new WebhookDelivery(url, { triesAgain, pausesMs: SEARCH_PAUSES_MS });
    this.#googleKey = googleKey;
  }

  /** Posts one lead; `now` in UTC ms. */
  async send(lead: SearchLead, now: number): Promise<WebhookAnswer> {
    return await this.delivery.deliver(this.post(lead), now);
  }

  /** Does the same as the "Send test data" button. */
  async sendTest(now: number): Promise<WebhookAnswer> {
    const person = { name: 'FirstName LastName', email: 'test@example.com', phone: '+16505550123' };
    const form = { formId: '40000000000', campaignId: '10000000000', answers: [], submittedAt: now };
    return await this.send({ ...form, id: TEST_ID, gclid: TEST_ID, person, isTest: true }, now);
  }

  post(lead: SearchLead): WebhookPost {
    const { name, email, phone } = lead.person;
    const body = {
      lead_id: lead.id,
      user_column_data: [
        { column_name: 'Full Name', string_value: name, column_id: 'FULL_NAME' },
        { column_name: 'User Phone', string_value: phone, column_id: 'PHONE_NUMBER' },
        { column_name: 'User Email', string_value: email, column_id: 'EMAIL' },
        ...lead.answers,
      ],
      api_version: '1.0',
      form_id: JSON.rawJSON(lead.formId),
      campaign_id: JSON.rawJSON(lead.campaignId),
      google_key: this.#googleKey,
      // Real leads may omit the field.
      ...(lead.isTest ? { is_test: true } : {}),
      ...(lead.gclid === null ? {} : { gcl_id: lead.gclid }),
      adgroup_id: 20_000_000_000,
      creative_id: 30_000_000_000,
      lead_submit_time: `${new Date(lead.submittedAt).toISOString().slice(0, 19)}Z`,
    };
    return { body: Buffer.from(JSON.stringify(body)), headers: {} };
  }
}
