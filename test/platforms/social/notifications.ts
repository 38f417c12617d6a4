import { createHmac, randomInt } from 'node:crypto';
import { SOCIAL_PAUSES_MS, type WebhookAnswer, WebhookDelivery, type WebhookPost } from '../webhook-post.ts';
import type { SocialLead } from './directory.ts';
import type { IdSpelling } from './lead-view.ts';

const MOST_CHANGES = 1_000;

/** The webhook that notifies an app of new leads: signed batches, posted again until they are accepted. */
export class SocialNotifications {
  readonly delivery: WebhookDelivery;
  ids: IdSpelling = 'text';
  /** Maximum changes per post. */
  batch = MOST_CHANGES;

  readonly #appSecret: string;

  /** @param url the receiver's route, `http://…/webhooks/social_ads` */
  constructor(url: string, appSecret: string) {
    this.delivery = new WebhookDelivery(url, { triesAgain: () => true, pausesMs: SOCIAL_PAUSES_MS });
    this.#appSecret = appSecret;
  }

  /** Notifies of these leads, in as many posts as the batch size requires; `now` in UTC ms. Returns the last answer to each post. */
  async notify(leads: readonly SocialLead[], now: number): Promise<readonly WebhookAnswer[]> {
    const answers: WebhookAnswer[] = [];
    for (let start = 0; start < leads.length; start += this.batch) {
      answers.push(await this.delivery.deliver(this.post(leads.slice(start, start + this.batch), now), now));
    }
    return answers;
  }

  /** A signed notification of these leads that is not sent yet. */
  post(leads: readonly SocialLead[], now: number): WebhookPost {
    const pages = [...new Set(leads.map(({ pageId }) => pageId))];
    const entry = pages.map((pageId) => ({
      id: this.#spell(pageId),
      time: Math.floor(now / 1_000),
      changes: leads.filter((lead) => lead.pageId === pageId).map((lead) => ({ value: this.#change(lead), field: 'leadgen' })),
    }));
    return signedPost({ object: 'page', entry }, this.#appSecret);
  }

  /** Asks the receiver to prove that it knows the verify token. `true` if it answers as the platform requires. */
  async verify(verifyToken: string): Promise<boolean> {
    const challenge = String(randomInt(1e9, 2e9));
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken });
    const response = await fetch(`${this.delivery.url}?${query}`);
    return response.status === 200 && (await response.text()) === challenge;
  }

  #change(lead: SocialLead): Record<string, unknown> {
    return {
      form_id: this.#spell(lead.formId),
      leadgen_id: this.#spell(lead.id),
      created_time: Math.floor(lead.createdAt / 1_000),
      page_id: this.#spell(lead.pageId),
      ...(lead.ad === null ? {} : { adgroup_id: this.#spell(lead.ad.adset_id), ad_id: this.#spell(lead.ad.ad_id) }),
    };
  }

  #spell(id: string): unknown {
    return this.ids === 'number' ? JSON.rawJSON(id) : id;
  }
}

/** The body with everything beyond ASCII escaped, as the platform sends and signs it. */
export function signedPost(body: unknown, appSecret: string): WebhookPost {
  const bytes = Buffer.from(escapeUnicode(JSON.stringify(body)));
  return { body: bytes, headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}` } };
}

function escapeUnicode(json: string): string {
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
