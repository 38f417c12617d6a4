import { fingerprint } from '../../base/fingerprint.ts';
import type {
  AppSubscriptions,
  GraphClient,
  GraphPage,
  LeadAccess,
  NamedPage,
  SubscribedApp,
  TokenInspection,
} from '../../delivery/social-ads/graph-client.ts';
import type { Fault } from '../../domain/fault.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { AppAccess } from './app-access.ts';
import { GraphTokens } from './graph-tokens.ts';
import { OwnPageTokens } from './own-page-tokens.ts';
import { type PageToken, pageAccount } from './page-tokens.ts';

type Trouble = { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

export type InspectedToken =
  | TokenInspection
  /** The platform shows it to the app it was made for alone. */
  | { readonly kind: 'not_inspected' }
  /** Id and secret of the app do not belong together. */
  | { readonly kind: 'app_refused'; readonly fault: Fault };

/** Asks Meta about tokens, pages and the app, each with the token the call wants. It keeps nothing, and changes only what it is told to. */
export class PageInspector {
  readonly #client: GraphClient;
  readonly #tokens: GraphTokens;
  readonly app: AppAccess | null;

  constructor(client: GraphClient, app: AppAccess | null) {
    this.#client = client;
    this.#tokens = new GraphTokens({ source: client, own: OwnPageTokens.inMemory() });
    this.app = app;
  }

  /** Without an app the token is asked about itself, which Meta allows developers of the app only. */
  async inspect(token: string, signal: AbortSignal): Promise<InspectedToken> {
    const answer = await this.#client.inspectToken(token, this.app?.token ?? token, signal);
    if (answer.kind === 'token') return answer;
    const { trouble } = answer;
    if (trouble.kind === 'missing') return { kind: 'not_inspected' };
    return trouble.kind === 'credential' && this.app !== null ? { kind: 'app_refused', fault: trouble.fault } : answer;
  }

  /** Whether the token opens the page; null: it does. */
  async troubleOpening(pageId: string, token: string, signal: AbortSignal): Promise<PlatformTrouble | null> {
    const answer = await this.#client.readPageToken(pageId, token, signal);
    return answer.kind === 'trouble' ? answer.trouble : null;
  }

  leadAccess(pageId: string, token: string, userId: string | null, signal: AbortSignal): Promise<LeadAccess> {
    return this.#client.leadAccess(pageId, token, { userId, appId: this.app?.appId, signal });
  }

  subscribedApps(pageId: string, token: string, signal: AbortSignal): Promise<GraphPage<SubscribedApp>> {
    const page = { kept: keptFor(pageId, token), pageId, signal };
    return this.#tokens.ask('subscribed_apps', page, (own) => this.#client.subscribedApps(pageId, own, { after: null, signal }));
  }

  /** Null: there is no app whose webhooks could be looked at. */
  async appSubscriptions(signal: AbortSignal): Promise<AppSubscriptions | null> {
    return this.app === null ? null : await this.#client.appSubscriptions(this.app.appId, this.app.token, signal);
  }

  /** Has the app told of the page's leads; `fields`: what it is told of already. */
  subscribe(pageId: string, token: string, fields: readonly string[], signal: AbortSignal): Promise<{ readonly kind: 'done' } | Trouble> {
    const page = { kept: keptFor(pageId, token), pageId, signal };
    const wanted = [...new Set([...fields, 'leadgen'])];
    return this.#tokens.ask('subscribe', page, (own) => this.#client.subscribe(pageId, own, wanted, signal));
  }

  /** The pages that the token opens, all pages of the list. */
  async listPages(token: string, signal: AbortSignal): Promise<{ readonly kind: 'pages'; readonly pages: readonly NamedPage[] } | Trouble> {
    const pages: NamedPage[] = [];
    let after: string | null = null;
    do {
      const page: GraphPage<NamedPage> = await this.#client.listPages(token, { after, signal });
      if (page.kind === 'trouble') return page;
      pages.push(...page.items);
      after = page.after;
    } while (after !== null);
    return { kind: 'pages', pages };
  }

  /** A long-lived token for a person's; null: there is no app to exchange it for. */
  async exchange(token: string, signal: AbortSignal): Promise<{ readonly kind: 'exchanged'; readonly token: string } | Trouble | null> {
    return this.app === null ? null : await this.#client.exchangeToken(token, this.app, signal);
  }

  /** The page's own token; null: Meta hands out none. */
  ownToken(
    pageId: string,
    token: string,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'page_token'; readonly token: string | null } | Trouble> {
    return this.#client.readPageToken(pageId, token, signal);
  }
}

/** How an app stands among those that are told of a page. */
export type Subscription =
  | 'subscribed'
  /** An app is, and nobody here knows which one is ours. */
  | 'some_app'
  /** Ours is there; Meta does not say whether it is told of leads. */
  | 'unknown_fields'
  | 'only_others'
  | 'none';

/** @param appId of our app; null: not known */
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
