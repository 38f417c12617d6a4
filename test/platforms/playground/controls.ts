import { randomBytes } from 'node:crypto';
import { LocalServer, type PlatformAnswer, type PlatformRequest, type ScriptedFault } from '../local-server.ts';
import { ADVERTISER, PAGE, type Platforms } from '../platforms.ts';
import type { SearchLead } from '../search/directory.ts';
import type { SocialLead } from '../social/directory.ts';
import { type SocialNotifications, signedPost } from '../social/notifications.ts';
import { WebhookDelivery } from '../webhook-post.ts';
import type { Installation } from './installation.ts';

const MOST_LEADS = 1_000;
const MOST_MINUTES = 60;

/** The action at a path; `number` is its only parameter. Returns what the caller reads. */
interface Control {
  /** Name, default and largest value of the parameter. */
  readonly parameter?: readonly [name: string, fallback: number, most: number];
  act(number: number): unknown;
}

/** HTTP controls for the playground's platforms. */
export class Controls {
  readonly #installation: Installation;
  readonly #platforms: Platforms;
  readonly #notifications: SocialNotifications;
  readonly #faults: ScriptedFault[] = [];
  readonly #waitingForSale: (SocialLead | SearchLead)[] = [];
  #pageToken: string = PAGE.token;
  #sales = 0;

  readonly #controls: Readonly<Record<string, Control>> = {
    '/leads': { parameter: ['count', 1, MOST_LEADS], act: (count) => this.#sendSocialLeads(count) },
    '/search-leads': { parameter: ['count', 1, MOST_LEADS], act: (count) => this.#sendSearchLeads(count) },
    '/sales': { parameter: ['value', 2600, 1e9], act: (value) => this.#sell(value) },
    '/token/die': { act: () => this.#killToken() },
    '/token/renew': { act: () => this.#renewToken() },
    '/throttle': { parameter: ['minutes', 1, MOST_MINUTES], act: (minutes) => this.#throttle(minutes) },
    '/outage': { act: () => this.#breakDown() },
    '/slow': { parameter: ['ms', 2_000, 60_000], act: (ms) => this.#slowDown(ms) },
    '/mend': { act: () => this.#mend() },
  };

  private constructor(installation: Installation) {
    this.#installation = installation;
    this.#platforms = installation.platforms;
    this.#notifications = installation.platforms.social.notifications(
      `${installation.service.url}/webhooks/social_ads`,
      installation.secrets.social,
    );
  }

  /** Starts the server; `GET /` shows the current state. */
  static async start(installation: Installation, port: number): Promise<LocalServer> {
    const controls = new Controls(installation);
    return await LocalServer.start((request) => controls.#answer(request), port);
  }

  async #answer({ method, path, query }: PlatformRequest): Promise<PlatformAnswer> {
    if (method === 'GET' && path === '/') return shown(this.#state());
    const control = this.#controls[path];
    if (control === undefined || method !== 'POST')
      return shown({ addresses: ['GET /', ...Object.keys(this.#controls).map((known) => `POST ${known}`)] }, 404);
    const [name, fallback, most] = control.parameter ?? ['', 0, 0];
    const number = query.has(name) ? Number(query.get(name)) : fallback;
    if (!(number >= 0 && number <= most)) return shown({ wrong: `${name} is a number up to ${most}` }, 400);
    return shown(await control.act(number));
  }

  async #sendSocialLeads(count: number): Promise<unknown> {
    const leads = Array.from({ length: count }, () => this.#platforms.social.directory.seedLead({ formId: PAGE.form }));
    const answers = await this.#notifications.notify(leads, Date.now());
    this.#waitingForSale.push(...leads);
    return { sent: count, answers: answers.map(({ status }) => status), first_lead: leads[0]?.id };
  }

  async #sendSearchLeads(count: number): Promise<unknown> {
    const {
      platforms: { search },
      service,
      secrets,
    } = this.#installation;
    const forms = search.leadForms(`${service.url}/webhooks/search_ads`, secrets.search);
    for (let sent = 0; sent < count; sent += 1) {
      const lead = search.directory.seedLead({ advertiserId: ADVERTISER.id, formId: ADVERTISER.form });
      await forms.send(lead, Date.now());
      this.#waitingForSale.push(lead);
    }
    return { sent: count, answers: [...new Set(forms.delivery.answers.map(({ status }) => status))] };
  }

  /** The client's CRM reports sales: one for every lead that was sent and not yet sold. */
  async #sell(value: number): Promise<unknown> {
    const { service, secrets } = this.#installation;
    const deliveries = {
      social: new WebhookDelivery(`${service.url}/webhooks/social_ads`, { triesAgain: () => false, pausesMs: [] }),
      search: new WebhookDelivery(`${service.url}/webhooks/search_ads`, { triesAgain: () => false, pausesMs: [] }),
    };
    const leads = this.#waitingForSale.splice(0);
    for (const lead of leads) {
      this.#sales += 1;
      const from = 'pageId' in lead ? 'social' : 'search';
      const event = { event_type: 'sale', id: `venda-${this.#sales}`, lead_id: lead.id, campanha_id: 42, valor: value, moeda: 'BRL' };
      await deliveries[from].deliver(signedPost(event, secrets[from]), Date.now());
    }
    return { sold: leads.length };
  }

  #killToken(): unknown {
    this.#platforms.social.refuseToken(this.#pageToken);
    return { token: 'refused: 190/463' };
  }

  /** The response is only the token, as `source connect` reads it. */
  #renewToken(): unknown {
    this.#pageToken = `EAA${randomBytes(24).toString('base64url')}`;
    this.#platforms.social.directory.addToken({ token: this.#pageToken, pageIds: [PAGE.id] });
    return this.#pageToken;
  }

  #throttle(minutes: number): unknown {
    this.#platforms.social.throttlePage(PAGE.id, minutes);
    return { throttled_for_minutes: minutes };
  }

  #breakDown(): unknown {
    const effect = { status: 503, body: 'Service Unavailable', headers: { 'content-type': 'text/plain' } };
    for (const { server } of [this.#platforms.social, this.#platforms.search]) this.#faults.push(server.fault({ effect }));
    return { outage: 'until POST /mend' };
  }

  #slowDown(ms: number): unknown {
    for (const { server } of [this.#platforms.social, this.#platforms.search]) server.delay = ms;
    return { every_answer_takes_ms: ms };
  }

  #mend(): unknown {
    for (const fault of this.#faults.splice(0)) fault.end();
    this.#throttle(0);
    this.#slowDown(0);
    return { mended: true };
  }

  #state(): unknown {
    const { social, search } = this.#platforms;
    return {
      social_ads: {
        leads: social.directory.leads.size,
        leads_asked_for: social.server.count(/^GET \/v[\d.]+\/\d+$/),
        conversions: social.conversions.accepted.length,
        sent_again: social.conversions.duplicates.length,
      },
      search_ads: {
        leads: search.directory.leads.size,
        conversions: search.conversions.accepted.length,
        not_taken: search.conversions.rejected,
      },
      without_a_sale: this.#waitingForSale.length,
    };
  }
}

function shown(value: unknown, status = 200): PlatformAnswer {
  if (typeof value === 'string') return { status, headers: { 'content-type': 'text/plain' }, body: `${value}\n` };
  return { status, body: `${JSON.stringify(value, null, 2)}\n` };
}
