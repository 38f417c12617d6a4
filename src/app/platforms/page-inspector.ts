import { fingerprint } from '../../base/fingerprint.ts';
import type { DeliveryConfig, SourceSecrets } from '../../config/config.ts';
import type { Trouble } from '../../delivery/social-ads/graph-api.ts';
import type {
  AppSubscriptions,
  GraphClient,
  GraphPage,
  LeadAccess,
  NamedObject,
  OwnPageToken,
  SubscribedApp,
  TokenInspection,
} from '../../delivery/social-ads/graph-client.ts';
import { ANY_PAGE } from '../../domain/connected-account.ts';
import type { Fault } from '../../domain/fault.ts';
import { GraphTokens } from './graph-tokens.ts';
import { OwnPageTokens } from './own-page-tokens.ts';
import { type PageToken, pageAccount } from './page-tokens.ts';

export type InspectedToken =
  | TokenInspection
  /** The platform shows it only to the app it was created for. */
  | { readonly kind: 'not_inspected' }
  /** App id and secret do not belong together. */
  | { readonly kind: 'app_refused'; readonly fault: Fault };

/** Asks Meta about tokens, pages and the app, each with the token that the call needs. Only `subscribe` changes anything there. */
export class PageInspector {
  readonly #client: GraphClient;
  readonly #tokens: GraphTokens;
  readonly app: AppAccess | null;

  constructor(client: GraphClient, app: AppAccess | null) {
    this.#client = client;
    this.#tokens = new GraphTokens({ source: client, own: OwnPageTokens.inMemory() });
    this.app = app;
  }

  /** Without an app the token inspects itself, which Meta allows only for developers of the app. */
  async inspect(token: string, signal: AbortSignal): Promise<InspectedToken> {
    const answer = await this.#client.inspectToken(token, this.app?.token ?? token, signal);
    if (answer.kind === 'token') return answer;
    const { trouble } = answer;
    if (trouble.kind === 'missing') return { kind: 'not_inspected' };
    return trouble.kind === 'credential' && this.app !== null ? { kind: 'app_refused', fault: trouble.fault } : answer;
  }

  leadAccess(pageId: string, token: string, userId: string | null, signal: AbortSignal): Promise<LeadAccess> {
    return this.#client.leadAccess(pageId, token, { userId, appId: this.app?.appId, signal });
  }

  subscribedApps(pageId: string, token: string, signal: AbortSignal): Promise<GraphPage<SubscribedApp>> {
    const page = { kept: keptFor(pageId, token), pageId, signal };
    return this.#tokens.ask('subscribed_apps', page, (own) => this.#client.subscribedApps(pageId, own, { after: null, signal }));
  }

  /** `null` if there is no app whose webhooks can be checked. */
  async appSubscriptions(signal: AbortSignal): Promise<AppSubscriptions | null> {
    return this.app === null ? null : await this.#client.appSubscriptions(this.app.appId, this.app.token, signal);
  }

  /** Subscribes the app to the page's leads; `fields`: its subscriptions so far. */
  subscribe(pageId: string, token: string, fields: readonly string[], signal: AbortSignal): Promise<{ readonly kind: 'done' } | Trouble> {
    const page = { kept: keptFor(pageId, token), pageId, signal };
    const wanted = [...new Set([...fields, 'leadgen'])];
    return this.#tokens.ask('subscribe', page, (own) => this.#client.subscribe(pageId, own, wanted, signal));
  }

  /** The pages that the token opens; reads the whole list. */
  async listPages(
    token: string,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'pages'; readonly pages: readonly NamedObject[] } | Trouble> {
    const pages: NamedObject[] = [];
    let after: string | null = null;
    do {
      const page: GraphPage<NamedObject> = await this.#client.listPages(token, { after, signal });
      if (page.kind === 'trouble') return page;
      pages.push(...page.items);
      after = page.after;
    } while (after !== null);
    return { kind: 'pages', pages };
  }

  /** Exchanges a person's token for a long-lived one; `null` if there is no app for the exchange. */
  async exchange(token: string, signal: AbortSignal): Promise<{ readonly kind: 'exchanged'; readonly token: string } | Trouble | null> {
    return this.app === null ? null : await this.#client.exchangeToken(token, this.app, signal);
  }

  /** The page's own token; `null` if Meta returns none. Trouble if the token does not open the page. */
  ownToken(pageId: string, token: string, signal: AbortSignal): Promise<OwnPageToken> {
    return this.#client.readPageToken(pageId, token, signal);
  }
}

/** Whether an app is subscribed to a page. */
export type Subscription =
  | 'subscribed'
  /** An app is subscribed, but which app is ours is unknown. */
  | 'some_app'
  /** Our app is subscribed, but Meta does not show whether to leads. */
  | 'unknown_fields'
  | 'only_others'
  | 'none';

/** @param appId of our app; `null` if unknown */
export function subscriptionOf(apps: readonly SubscribedApp[], appId: string | null): Subscription {
  const told = (app: SubscribedApp): boolean => app.fields?.includes('leadgen') === true;
  if (appId === null) return apps.some(told) ? 'some_app' : 'none';
  const ours = apps.find(({ id }) => id === appId);
  if (ours !== undefined && ours.fields === null) return 'unknown_fields';
  if (ours !== undefined && told(ours)) return 'subscribed';
  return apps.some(told) ? 'only_others' : 'none';
}

function keptFor(pageId: string, token: string): PageToken {
  return { account: pageAccount(pageId), token, credential: fingerprint(token) };
}

/** The Meta app that the webhook and the tokens belong to. */
export interface AppAccess {
  readonly appId: string;
  readonly appSecret: string;
  /** The app's own token, which inspects tokens created for the app. */
  readonly token: string;
}

/** `null` if its id or secret is not set. */
export function appAccess(
  { socialAds: { appId } }: Pick<DeliveryConfig, 'socialAds'>,
  secrets: Pick<SourceSecrets, 'socialAds'>,
): AppAccess | null {
  const appSecret = secrets.socialAds[0];
  return appId === undefined || appSecret === undefined ? null : { appId, appSecret, token: `${appId}|${appSecret}` };
}

/** The permission a page's token needs to fetch leads. */
export const NEEDED_SCOPE = 'leads_retrieval';

/** Further permissions: reading the page and its ads, and subscribing to it. */
export const USEFUL_SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_metadata', 'pages_manage_ads', 'ads_management'];

/** Permissions granted per page; others are granted per ad account or business. */
const OF_PAGES: ReadonlySet<string> = new Set([
  NEEDED_SCOPE,
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_metadata',
  'pages_manage_ads',
]);

/**
 * The permissions of a token for a page: people choose the pages when they grant permissions.
 *
 * @param pageId `*` for any page
 */
export function permissionsFor(
  { scopes, targets }: { readonly scopes: readonly string[]; readonly targets: ReadonlyMap<string, readonly string[]> },
  pageId: string,
): (scope: string) => boolean {
  return (scope) => {
    if (!scopes.includes(scope)) return false;
    const pages = OF_PAGES.has(scope) ? targets.get(scope) : undefined;
    return pages === undefined || pageId === ANY_PAGE || pages.includes(pageId);
  };
}
