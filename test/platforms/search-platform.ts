import { type FailedCalls, LocalServer, type PlatformAnswer, type PlatformRequest, type ScriptedFault } from './local-server.ts';
import { SearchDirectory } from './search/directory.ts';
import { type SearchErrorParts, searchError } from './search/google-error.ts';
import { SearchIngestion } from './search/ingestion.ts';
import { LeadFormWebhook } from './search/lead-form-webhook.ts';
import { DATA_MANAGER_SCOPE, TokenEndpoint } from './search/token-endpoint.ts';

export interface SearchPlatformOptions {
  /** The platform's clock, UTC ms. */
  readonly now?: () => number;
  readonly port?: number;
}

/**
 * A local Google Ads (Data Manager API), written from the platform facts (sections 1 and 3.2): issues access tokens and accepts conversions
 * that keep every documented rule.
 */
export class SearchPlatform implements AsyncDisposable {
  readonly directory: SearchDirectory;
  readonly oauth: TokenEndpoint;
  readonly conversions: SearchIngestion;
  /** Calls, delay and scripted faults. */
  readonly server: LocalServer;

  private constructor(server: LocalServer, now: () => number) {
    this.server = server;
    this.directory = new SearchDirectory(now);
    this.oauth = new TokenEndpoint(() => this.tokenUrl, now);
    this.conversions = new SearchIngestion(this.directory, now);
  }

  static async start({ now = Date.now, port = 0 }: SearchPlatformOptions = {}): Promise<SearchPlatform> {
    let platform: SearchPlatform | undefined;
    const server = await LocalServer.start((request) => (platform as SearchPlatform).#answer(request), port);
    platform = new SearchPlatform(server, now);
    return platform;
  }

  /** The URL to configure as SEARCHADS_API_URL. */
  get url(): string {
    return this.server.url;
  }

  /** The URL to configure as SEARCHADS_TOKEN_URL. */
  get tokenUrl(): string {
    return `${this.server.url}/token`;
  }

  /** The webhook that posts leads of lead forms to a receiver's `/webhooks/search_ads`. */
  leadForms(receiverUrl: string, googleKey: string): LeadFormWebhook {
    return new LeadFormWebhook(receiverUrl, googleKey);
  }

  /** The next calls to this path (or part of a path; default: all) fail with an error of the platform. */
  fail(error: SearchErrorParts, { path = '', method, times }: FailedCalls = {}): ScriptedFault {
    const when = (request: PlatformRequest): boolean => request.path.includes(path) && request.method === (method ?? request.method);
    return this.server.fault({ when, effect: () => searchError(error), ...(times === undefined ? {} : { times }) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }

  #answer(request: PlatformRequest): PlatformAnswer {
    const call = `${request.method} ${request.path}`;
    if (call === 'POST /token') return this.oauth.answer(request);
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const scopes = this.oauth.scopesOf(token ?? '');
    if (scopes === undefined)
      return searchError({
        code: 401,
        status: 'UNAUTHENTICATED',
        message: 'Request had invalid authentication credentials.',
        reason: 'ACCESS_TOKEN_EXPIRED',
      });
    if (!scopes.includes(DATA_MANAGER_SCOPE))
      return searchError({
        code: 403,
        status: 'PERMISSION_DENIED',
        message: 'Request had insufficient authentication scopes.',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      });
    if (call === 'POST /v1/events:ingest') return this.conversions.take(request);
    if (call === 'GET /v1/requestStatus:retrieve') return this.conversions.status(request);
    return searchError({ code: 404, status: 'NOT_FOUND', message: 'Method not found.' });
  }
}
