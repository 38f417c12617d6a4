import type { Trouble } from '../../delivery/social-ads/graph-api.ts';
import type { GraphClient } from '../../delivery/social-ads/graph-client.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { pageListRefused } from '../../processing/platform-faults.ts';
import type { OwnPageTokens } from './own-page-tokens.ts';
import type { PageToken } from './page-tokens.ts';

/**
 * The token of each Graph API call. `kept`: the token a person connected, of a system user or of the page. `page`: the page's own, obtained
 * with the kept one. `app`: that of the app, built from its id and its secret. `none`: the secret itself is sent. docs/meta-lead-ads.md
 * shows the same table and its sources; a test keeps both in sync and tries each row.
 */
export const GRAPH_CALLS = {
  fetch_lead: { request: 'GET /{lead}', token: 'kept' },
  page_token: { request: 'GET /{page}?fields=access_token', token: 'kept' },
  list_pages: { request: 'GET /me/accounts', token: 'kept' },
  list_forms: { request: 'GET /{page}/leadgen_forms', token: 'page' },
  form_questions: { request: 'GET /{form}?fields=questions', token: 'page' },
  list_leads: { request: 'GET /{form}/leads', token: 'page' },
  subscribed_apps: { request: 'GET /{page}/subscribed_apps', token: 'page' },
  subscribe: { request: 'POST /{page}/subscribed_apps?subscribed_fields=leadgen', token: 'page' },
  lead_access: { request: 'GET /{page}?fields=has_lead_access', token: 'kept' },
  inspect_token: { request: 'GET /debug_token', token: 'app' },
  app_subscriptions: { request: 'GET /{app}/subscriptions', token: 'app' },
  exchange_token: { request: 'GET /oauth/access_token', token: 'none' },
} as const satisfies Readonly<Record<string, { readonly request: string; readonly token: 'kept' | 'page' | 'app' | 'none' }>>;

/** Calls about a page. */
export type PageCallName = {
  [call in keyof typeof GRAPH_CALLS]: (typeof GRAPH_CALLS)[call]['token'] extends 'kept' | 'page' ? call : never;
}[keyof typeof GRAPH_CALLS];

/** The page of a call, and its token. */
export interface PageCall {
  readonly kept: PageToken;
  /** `null`: the page is unknown, so its own token cannot be obtained. */
  readonly pageId: string | null;
  readonly signal: AbortSignal;
}

export interface GraphTokensDeps {
  /** Obtains the page's own token with another token. */
  readonly source: Pick<GraphClient, 'readPageToken'>;
  readonly own: Pick<OwnPageTokens, 'find' | 'keep'>;
}

/** Makes calls with the token they need, and requests a page's own token again if it is refused. */
export class GraphTokens {
  readonly #deps: GraphTokensDeps;

  constructor(deps: GraphTokensDeps) {
    this.#deps = deps;
  }

  /**
   * Calls with the required token. A `credential` or `blocked` trouble concerns the kept token. If only the call is refused, the trouble is
   * `refused`, because the kept token may still fetch leads.
   */
  async ask<Answer extends { readonly kind: string }>(
    call: PageCallName,
    page: PageCall,
    ask: (token: string) => Promise<Answer | Trouble>,
  ): Promise<Answer | Trouble> {
    const { kept, pageId, signal } = page;
    if (GRAPH_CALLS[call].token === 'kept') return await ask(kept.token);
    if (pageId === null) return judged(kept.account.id, await ask(kept.token));
    const known = await this.#deps.own.find(kept, pageId);
    if (known !== null) {
      const answer = await ask(known);
      if (!isRefusal(answer)) return answer;
    }
    const made = await this.#make(kept, pageId, signal);
    return typeof made === 'string' ? judged(pageId, await ask(made)) : made;
  }

  /** The page's own token. If the platform returns none, uses the kept one, which is then probably the page's. */
  async #make(kept: PageToken, pageId: string, signal: AbortSignal): Promise<string | Trouble> {
    const { source, own } = this.#deps;
    const answer = await source.readPageToken(pageId, kept.token, signal);
    if (answer.kind === 'trouble') return mayNotHaveIt(answer) ? refusedCall(pageId, answer.trouble) : answer;
    const made = answer.token ?? kept.token;
    await own.keep(kept, pageId, made);
    return made;
  }
}

/** The kept token is valid but lacks the permission for the page's own. */
function mayNotHaveIt({ trouble }: Trouble): boolean {
  return trouble.kind === 'credential' && trouble.isPermission === true;
}

function judged<Answer extends { readonly kind: string }>(pageId: string, answer: Answer | Trouble): Answer | Trouble {
  return isRefusal(answer) ? refusedCall(pageId, answer.trouble) : answer;
}

function isRefusal(answer: { readonly kind: string }): answer is Trouble {
  if (answer.kind !== 'trouble') return false;
  const { kind } = (answer as Trouble).trouble;
  return kind === 'credential' || kind === 'blocked';
}

function refusedCall(pageId: string, { fault }: PlatformTrouble): Trouble {
  return { kind: 'trouble', trouble: { kind: 'refused', fault: pageListRefused(pageId, fault.params) } };
}
