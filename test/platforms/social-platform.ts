import { createHmac } from 'node:crypto';
import { jsonAnswer } from './json-answer.ts';
import { type FailedCalls, LocalServer, type PlatformAnswer, type PlatformRequest, type ScriptedFault } from './local-server.ts';
import { SocialConversions } from './social/conversions.ts';
import {
  APP_ID,
  type FieldAnswer,
  SocialDirectory,
  type SocialForm,
  type SocialLead,
  type SocialPage,
  type SocialToken,
} from './social/directory.ts';
import { type GraphErrorParts, graphError, invalidParameter, objectMissing, pageThrottled, pageTokenNeeded } from './social/graph-error.ts';
import { type IdSpelling, leadView, requestedLeadFields } from './social/lead-view.ts';
import { filterLeads, listAnswer } from './social/listing.ts';
import { SocialNotifications } from './social/notifications.ts';

const MINUTE = 60_000;
const EXPIRED = 463;

export interface SocialPlatformOptions {
  /** The platform's clock, UTC ms. */
  readonly now?: () => number;
  readonly port?: number;
}

/**
 * A local Meta, written from the platform facts (sections 2 and 3.5): it returns leads to requests with the page's token, and accepts
 * conversions that keep every documented rule.
 */
export class SocialPlatform implements AsyncDisposable {
  readonly directory: SocialDirectory;
  readonly conversions: SocialConversions;
  /** Calls, delay and scripted faults. */
  readonly server: LocalServer;
  /** Version prefixes it responds to. */
  versions: readonly string[] = ['v26.0'];
  /** How ids are written in its responses. */
  ids: IdSpelling = 'text';
  /** Lists requested with a larger `limit` fail with 500. */
  largestLimit = 500;
  /** A form whose page has a lead for every requested id; `null` if it has only seeded leads. */
  inventsLeadsOf: string | null = null;

  readonly #now: () => number;

  private constructor(server: LocalServer, now: () => number) {
    this.server = server;
    this.#now = now;
    this.directory = new SocialDirectory(now);
    this.conversions = new SocialConversions(this.directory, now);
  }

  static async start({ now = Date.now, port = 0 }: SocialPlatformOptions = {}): Promise<SocialPlatform> {
    let platform: SocialPlatform | undefined;
    const server = await LocalServer.start((request) => (platform as SocialPlatform).#answer(request), port);
    platform = new SocialPlatform(server, now);
    return platform;
  }

  /** The URL to configure as SOCIALADS_API_URL. */
  get url(): string {
    return this.server.url;
  }

  /** The webhook that posts notifications to a receiver's `/webhooks/social_ads`. */
  notifications(receiverUrl: string, appSecret: string): SocialNotifications {
    return new SocialNotifications(receiverUrl, appSecret);
  }

  /** The next calls to this path (or part of a path; default: all) fail with an error of the platform. */
  fail(error: GraphErrorParts, { path = '', method, times }: FailedCalls = {}): ScriptedFault {
    const when = (request: PlatformRequest): boolean => request.path.includes(path) && request.method === (method ?? request.method);
    return this.server.fault({ when, effect: () => graphError(error), ...(times === undefined ? {} : { times }) });
  }

  /** Refuses the token from now on: 190 with this subcode. */
  refuseToken(token: string, subcode: number = EXPIRED): void {
    this.#token(token).refusedWith = subcode;
  }

  acceptToken(token: string): void {
    this.#token(token).refusedWith = null;
  }

  /** Calls for this page are answered with 80005 until this many minutes have passed. */
  throttlePage(pageId: string, minutes: number): void {
    this.#page(pageId).throttledUntil = this.#now() + minutes * MINUTE;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }

  #token(token: string): SocialToken {
    const known = this.directory.tokens.get(token);
    if (known === undefined) throw new Error('the test platform does not know this token');
    return known;
  }

  #page(pageId: string): SocialPage {
    const page = this.directory.pages.get(pageId);
    if (page === undefined) throw new Error(`the test platform has no page ${pageId}`);
    return page;
  }

  #answer(request: PlatformRequest): PlatformAnswer {
    const [, version = '', id = '', edge = '', ...more] = (
      request.path === '/debug_token' ? `/${this.versions[0]}/debug_token` : request.path
    ).split('/');
    if (!this.versions.includes(version) || id === '' || more.length > 0)
      return graphError({ code: 2500, message: `Unknown path components: ${request.path}` });
    if (id === 'oauth') return this.#exchange(edge, request);
    const token = this.#tokenOf(request);
    if (!('token' in token)) return token;
    const key = `${request.method} ${edge}`;
    if (id === 'debug_token') return this.#debugToken(token, request);
    if (id === APP_ID) return this.#answerApp(key, token);
    if (key === 'POST events') return this.#takeConversions(id, token, request);
    const form = this.directory.forms.get(id);
    if (form !== undefined) return this.#behindPage(form.pageId, token, id, () => this.#answerForm(key, form, token, request));
    const page = this.directory.pages.get(id);
    if (page !== undefined) return this.#answerPage(key, page, token, request);
    if (this.directory.datasets.has(id)) return this.#answerDataset(key, id, token);
    if (id === 'me') return this.#answerMe(key, token, request);
    const lead = this.directory.leads.get(id) ?? this.#invented(id);
    return lead === undefined ? objectMissing(id) : this.#behindPage(lead.pageId, token, id, () => this.#answerLead(key, lead, request));
  }

  #invented(id: string): SocialLead | undefined {
    const isLeadId = /^\d{15,17}$/.test(id);
    return this.inventsLeadsOf !== null && isLeadId ? this.directory.seedLead({ id, formId: this.inventsLeadsOf }) : undefined;
  }

  #tokenOf({ headers, query, body }: PlatformRequest): SocialToken | PlatformAnswer {
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    const given = bearer ?? query.get('access_token') ?? accessTokenIn(body);
    if (given === null) return graphError({ code: 104, message: 'An access token is required to request this resource.' });
    const token = this.directory.tokens.get(given) ?? this.directory.appToken(given);
    if (token === undefined) return graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
    const refusedWith = this.#refusalOf(token);
    return refusedWith === null
      ? (this.#proofTrouble(token, query) ?? token)
      : graphError({ code: 190, subcode: refusedWith, message: 'Error validating access token: Session has expired' });
  }

  /** https://developers.facebook.com/docs/graph-api/guides/secure-requests; the wording is from goth#96 and LaravelFacebookSdk#186. */
  #proofTrouble({ token, isOfAnotherApp }: SocialToken, query: URLSearchParams): PlatformAnswer | null {
    const { app } = this.directory;
    if (app === null) return null;
    const proof = query.get('appsecret_proof');
    const isRight = !isOfAnotherApp && proof === createHmac('sha256', app.secret).update(token).digest('hex');
    if (proof !== null) return isRight ? null : invalidParameter('Invalid appsecret_proof provided in the API argument');
    return app.requiresProof && !isOfAnotherApp ? invalidParameter('API calls from the server require an appsecret_proof argument') : null;
  }

  /** A page token becomes invalid with the user's or system user's token it was derived from, but outlives that token's expiry. */
  #refusalOf(token: SocialToken): number | null {
    const { refusedWith, expiresAt } = token;
    if (expiresAt !== null && expiresAt <= this.#now()) return EXPIRED;
    return refusedWith ?? this.directory.parentOf(token)?.refusedWith ?? null;
  }

  /** Checks before any call about a page: the owner of the token, its permissions, and the rate limit. */
  #behindPage(pageId: string, token: SocialToken, id: string, answer: () => PlatformAnswer): PlatformAnswer {
    const page = this.#page(pageId);
    if (!opensPage(token, pageId)) return objectMissing(id);
    if (!token.scopes.includes('leads_retrieval')) return graphError({ code: 200 });
    if (!page.hasLeadsAccess) return graphError({ code: 10, message: 'CRM access has been revoked from Lead Access Manager' });
    const pauseMs = page.throttledUntil - this.#now();
    return pauseMs > 0 ? pageThrottled(pageId, pauseMs / MINUTE) : answer();
  }

  #answerLead(key: string, lead: SocialLead, { query }: PlatformRequest): PlatformAnswer {
    if (key === 'DELETE ' && lead.isTest) return jsonAnswer({ success: this.directory.leads.delete(lead.id) });
    if (key !== 'GET ') return objectMissing(lead.id);
    const fields = requestedLeadFields(query);
    return 'status' in fields ? fields : jsonAnswer(leadView(this.directory, lead, fields, this.ids));
  }

  #answerForm(key: string, form: SocialForm, token: SocialToken, request: PlatformRequest): PlatformAnswer {
    const fields = fieldsOf(request);
    const asksQuestions = key === 'GET ' && fields.some(isQuestions);
    if (asksQuestions && token.kind !== 'page') return pageTokenNeeded();
    if (key === 'GET ') return jsonAnswer(formView(form, fields));
    if (key === 'GET leads') return this.#listLeads(this.directory.leadsOf(form.id), request);
    if (key === 'GET test_leads') return this.#listLeads(this.directory.testLeadsOf(form.id), request);
    return key === 'POST test_leads' ? this.#createTestLead(form, request) : objectMissing(form.id);
  }

  /** Anyone with a task on the page may see the page itself; everything below it requires the page's own token. */
  #answerPage(key: string, page: SocialPage, token: SocialToken, request: PlatformRequest): PlatformAnswer {
    if (!opensPage(token, page.id)) return objectMissing(page.id);
    const fields = fieldsOf(request);
    if (key === 'GET ' && fields.some((field) => field.startsWith('has_lead_access')) && !token.scopes.includes('leads_retrieval'))
      return graphError({ code: 200 });
    if (key === 'GET ') return jsonAnswer(this.#pageView(page, token, fields));
    if (token.kind !== 'page') return pageTokenNeeded();
    if (key === 'GET subscribed_apps') {
      const apps = [...page.subscribedApps].map(([id, subscribed]) => ({
        id,
        name: `App ${id}`,
        ...(subscribed === null ? {} : { subscribed_fields: subscribed }),
      }));
      return listAnswer(apps, { request, url: this.url, largestLimit: this.largestLimit, view: (app) => app });
    }
    if (key === 'POST subscribed_apps') {
      if (!token.scopes.includes('pages_manage_metadata'))
        return graphError({ code: 200, message: 'Requires pages_manage_metadata permission' });
      const wanted = (request.query.get('subscribed_fields') ?? '').split(',').filter((name) => name !== '');
      if (wanted.length === 0) return invalidParameter('(#100) The parameter subscribed_fields is required.');
      // Replaces the fields the app was subscribed to before.
      page.subscribedApps.set(APP_ID, wanted);
      return jsonAnswer({ success: true });
    }
    if (key !== 'GET leadgen_forms') return objectMissing(page.id);
    const forms = [...this.directory.forms.values()].filter(({ pageId }) => pageId === page.id);
    const list = () => listAnswer(forms, { request, url: this.url, largestLimit: this.largestLimit, view: (form) => formView(form) });
    return this.#behindPage(page.id, token, page.id, list);
  }

  /** `access_token` is silently omitted for callers who may not have it. */
  #pageView(page: SocialPage, token: SocialToken, fields: readonly string[]): Record<string, unknown> {
    const mayHave = fields.includes('access_token') && token.scopes.includes('pages_show_list');
    const own = mayHave ? { access_token: this.directory.pageTokenOf(token, page.id).token } : {};
    const access = fields.some((field) => field.startsWith('has_lead_access')) ? { has_lead_access: leadAccessOf(page) } : {};
    return { id: page.id, name: page.name, ...own, ...access };
  }

  /** The pages of a user or system user; a page has none. */
  #answerMe(key: string, token: SocialToken, request: PlatformRequest): PlatformAnswer {
    if (key !== 'GET accounts') return objectMissing('me');
    if (token.kind === 'page') return invalidParameter('Tried accessing nonexisting field (accounts) on node type (Page)');
    const pages = [...this.directory.pages.values()].filter(({ id }) => opensPage(token, id));
    const view = (page: SocialPage): unknown => this.#pageView(page, token, fieldsOf(request));
    return listAnswer(pages, { request, url: this.url, largestLimit: this.largestLimit, view });
  }

  #listLeads(leads: readonly SocialLead[], request: PlatformRequest): PlatformAnswer {
    const fields = requestedLeadFields(request.query);
    if ('status' in fields) return fields;
    const filtered = filterLeads(leads, request.query);
    if ('status' in filtered) return filtered;
    const view = (lead: SocialLead): unknown => leadView(this.directory, lead, fields, this.ids);
    return listAnswer(filtered, { request, url: this.url, largestLimit: this.largestLimit, view });
  }

  /** One per form, organic; only the list of test leads distinguishes it from a real one. */
  #createTestLead(form: SocialForm, request: PlatformRequest): PlatformAnswer {
    if (this.directory.testLeadsOf(form.id).length > 0)
      return invalidParameter('A test lead exists already for this form; delete it first');
    const parameters = parametersOf(request);
    const answers = parameters['field_data'] as readonly FieldAnswer[] | undefined;
    const consents = parameters['custom_disclaimer_responses'] as SocialLead['consents'] | undefined;
    const lead = this.directory.seedLead({
      formId: form.id,
      ad: null,
      isTest: true,
      answers: answers ?? [{ name: 'email', values: ['<test lead: dummy data for email>'] }],
      ...(consents === undefined ? {} : { consents }),
    });
    return jsonAnswer({ id: lead.id });
  }

  #takeConversions(datasetId: string, token: SocialToken, request: PlatformRequest): PlatformAnswer {
    const isOpen = token.datasetIds === '*' || token.datasetIds.includes(datasetId);
    return this.directory.datasets.has(datasetId) && isOpen ? this.conversions.take(datasetId, request) : objectMissing(datasetId, 'post');
  }

  #answerDataset(key: string, id: string, token: SocialToken): PlatformAnswer {
    const isOpen = token.datasetIds === '*' || token.datasetIds.includes(id);
    return key === 'GET ' && isOpen ? jsonAnswer({ id }) : objectMissing(id);
  }

  /** https://developers.facebook.com/docs/graph-api/reference/app/subscriptions/: "An app access token is required". */
  #answerApp(key: string, { kind }: SocialToken): PlatformAnswer {
    if (key !== 'GET subscriptions') return objectMissing(APP_ID);
    if (kind !== 'app') return graphError({ code: 15, message: 'This method must be called with an app access_token.' });
    const data = this.directory.appSubscriptions.map(({ fields, ...subscription }) => ({
      ...subscription,
      fields: fields.map((name) => ({ name, version: 'v26.0' })),
    }));
    return jsonAnswer({ data });
  }

  /** Exchanges a user's short-lived token for one of 60 days. */
  #exchange(edge: string, { query }: PlatformRequest): PlatformAnswer {
    const { app } = this.directory;
    if (edge !== 'access_token' || query.get('grant_type') !== 'fb_exchange_token') return invalidParameter('Unsupported grant type');
    const isApps = app !== null && query.get('client_id') === app.id && query.get('client_secret') === app.secret;
    if (!isApps) return graphError({ code: 1, status: 400, message: 'Error validating client secret.', isTransient: false });
    const given = this.directory.tokens.get(query.get('fb_exchange_token') ?? '');
    if (given === undefined || this.#refusalOf(given) !== null) return graphError({ code: 190, message: 'Error validating access token' });
    if (given.kind !== 'user') return invalidParameter('The token is not one of a user');
    const expiresAt = this.#now() + 60 * 1_440 * MINUTE;
    const { token } = this.directory.addToken({ ...given, token: `${given.token}-long-lived`, expiresAt });
    return jsonAnswer({ access_token: token, token_type: 'bearer', expires_in: 60 * 86_400 });
  }

  /**
   * https://developers.facebook.com/docs/graph-api/reference/debug_token: "An app access token or an app developer's user access token for the app
   * associated with the input_token being inspected is required".
   */
  #debugToken(asking: SocialToken, { query }: PlatformRequest): PlatformAnswer {
    if (asking.kind !== 'app' && !asking.isDevelopers)
      return invalidParameter('You must provide an app access token, or a user access token that is an owner or developer of the app');
    const token = this.directory.tokens.get(query.get('input_token') ?? '');
    if (token?.isOfAnotherApp === true) return invalidParameter('The App_id in the input_token did not match the Viewing App');
    if (token === undefined) return jsonAnswer({ data: { is_valid: false, error: { code: 190, message: 'Invalid OAuth access token.' } } });
    const profile = token.kind === 'page' ? token.pageIds[0] : undefined;
    const data = {
      app_id: APP_ID,
      type: token.kind.toUpperCase(),
      is_valid: this.#refusalOf(token) === null,
      expires_at: token.expiresAt === null ? 0 : Math.floor(token.expiresAt / 1_000),
      data_access_expires_at: token.dataAccessExpiresAt === null ? 0 : Math.floor(token.dataAccessExpiresAt / 1_000),
      scopes: token.scopes,
      granular_scopes: token.scopes.map((scope) => ({
        scope,
        ...(token.granularScopes[scope] === undefined ? {} : { target_ids: token.granularScopes[scope] }),
      })),
      user_id: '122100000000001',
      ...(profile === undefined ? {} : { profile_id: profile }),
    };
    return jsonAnswer({ data });
  }
}

/** The fields of the SDK's `HasLeadAccess`. */
function leadAccessOf({ id, hasLeadsAccess }: SocialPage): Record<string, unknown> {
  const why = {
    failure_reason: 'CRM access has been revoked from Lead Access Manager',
    failure_resolution: 'Please make sure your CRM is added in the Lead Access Manager setting for the page',
  };
  return {
    page_id: id,
    can_access_lead: hasLeadsAccess,
    app_has_leads_permission: hasLeadsAccess,
    user_has_leads_permission: true,
    enabled_lead_access_manager: true,
    ...(hasLeadsAccess ? {} : why),
  };
}

function opensPage({ pageIds }: SocialToken, pageId: string): boolean {
  return pageIds === '*' || pageIds.includes(pageId);
}

/** Field expansion: `id,questions{key,type}` are two fields. https://developers.facebook.com/docs/graph-api/guides/field-expansion */
function fieldsOf({ query }: PlatformRequest): readonly string[] {
  return (query.get('fields') ?? '').split(/,(?![^{]*\})/).map((field) => field.trim());
}

/** `questions` is included only if requested: with the parts in braces, or with all. Answers come under the question's key. */
function formView({ id, name, questions }: SocialForm, fields: readonly string[] = []): Record<string, unknown> {
  const wanted = fields.find(isQuestions);
  const parts = /\{(.*)\}/.exec(wanted ?? '')?.[1]?.split(',') ?? ['id', 'key', 'label', 'type'];
  const told = questions.map((question, index) => {
    const all = { id: `${id}${index}`, ...question };
    return Object.fromEntries(Object.entries(all).filter(([part]) => parts.includes(part)));
  });
  return { id, name, status: 'ACTIVE', locale: 'pt_BR', ...(wanted === undefined || told.length === 0 ? {} : { questions: told }) };
}

function isQuestions(field: string): boolean {
  return /^questions(\{|$)/.test(field);
}

/** Some callers put the token into the body, as the platform's own samples do. */
function accessTokenIn(body: Buffer): string | null {
  const token = parametersOf({ body })['access_token'];
  return typeof token === 'string' ? token : null;
}

/** Parameters of a POST: JSON, or a form whose values may be JSON. */
function parametersOf({ body }: Pick<PlatformRequest, 'body'>): Record<string, unknown> {
  const text = body.toString('utf8');
  if (text.startsWith('{')) return (readJson(text) as Record<string, unknown> | undefined) ?? {};
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, readJson(value) ?? value]));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
