import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText, wholeNumberText } from '../../base/exact-json.ts';
import type { FetchResult, LeadFetcher } from '../../domain/connectors.ts';
import { told } from '../../domain/fault.ts';
import { platformWords } from '../platform-words.ts';
import { type GraphAnswer, GraphApi, type GraphApiOptions, inTrouble, type Trouble } from './graph-api.ts';
import { unreadable } from './graph-errors.ts';

/** Everything about a lead that the platform tells only when it is asked for by name. */
const LEAD_FIELDS = [
  ...['id', 'created_time', 'ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name', 'form_id'],
  ...['field_data', 'custom_disclaimer_responses', 'is_organic', 'platform', 'partner_name'],
].join(',');

const QUESTION_FIELDS = 'id,name,questions{key,label,type}';
const FORM_FIELDS = 'id,name,status';
/** Longer pages make the platform fail. */
const MOST_ON_PAGE = 100;

export interface LeadForm {
  readonly id: string;
  readonly name: string | null;
  /** `ACTIVE`, `ARCHIVED` …, in the platform's words. */
  readonly status: string | null;
}

/** Where a list goes on; null begins it. */
export interface PageRequest {
  readonly after: string | null;
  readonly signal: AbortSignal;
}

export interface LeadPageRequest extends PageRequest {
  /** Only leads made in this second or later, UTC ms. */
  readonly createdAfter: number;
  /** At most 100. */
  readonly limit?: number;
}

/** A page of a list. `after` null: there is no more. */
export type GraphPage<Item> = { readonly kind: 'page'; readonly items: readonly Item[]; readonly after: string | null } | Trouble;

/** A question of a form; `type` is the platform's own word for what it asks for. */
interface ToldQuestion {
  readonly key: string;
  readonly label: string | null;
  readonly type: string | null;
}

export type FormQuestionsTold =
  | { readonly kind: 'form'; readonly name: string | null; readonly questions: readonly ToldQuestion[] }
  | Trouble;

/** What the platform knows of a token. */
interface TokenInfo {
  readonly isValid: boolean;
  /** UTC ms; null: never. */
  readonly expiresAt: number | null;
  /** When what it opens is closed unless the person logs in again, UTC ms; null: never. */
  readonly dataAccessExpiresAt: number | null;
  readonly scopes: readonly string[];
  /** Permission → the only objects it was given for; those that are left out were given for all. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** The page it is of; null for a token of a user. */
  readonly profileId: string | null;
  /** `PAGE`, `USER`, `SYSTEM_USER`, in the platform's words. */
  readonly type: string | null;
  readonly userId: string | null;
}

/** A webhook of the app. */
interface AppSubscription {
  /** `page`, `user` …, in the platform's words. */
  readonly object: string | null;
  readonly callbackUrl: string | null;
  readonly isActive: boolean;
  readonly fields: readonly string[];
}

export type AppSubscriptions = { readonly kind: 'subscriptions'; readonly items: readonly AppSubscription[] } | Trouble;

/** Whether the business lets leads of the page be read (Leads Access Manager). `canRead` null: the platform does not say. */
export type LeadAccess =
  | { readonly kind: 'lead_access'; readonly canRead: boolean | null; readonly reason: string; readonly resolution: string }
  | Trouble;

/** A page that a token opens. */
export interface NamedPage {
  readonly id: string;
  readonly name: string | null;
}

/** The page's own token. Null: the platform hands it out to whoever may see the page and has a task on it, and left it out. */
export type OwnPageToken = { readonly kind: 'page_token'; readonly token: string | null } | Trouble;

/** An app that is told of changes of a page. */
export interface SubscribedApp {
  readonly id: string | null;
  /** Null: the platform does not say which. */
  readonly fields: readonly string[] | null;
}

export type TokenInspection = { readonly kind: 'token'; readonly info: TokenInfo } | Trouble;

/** Reads leads from the social-ads platform. Ids are digits only; nothing else ever stands in an address. */
export class GraphClient implements LeadFetcher {
  readonly #api: GraphApi;

  constructor(options: GraphApiOptions) {
    this.#api = new GraphApi(options);
  }

  async fetchLead(leadId: string, token: string, signal: AbortSignal): Promise<FetchResult> {
    const answer = await this.#read(leadId, '', { fields: LEAD_FIELDS }, { token, signal });
    if (answer.kind === 'trouble') return answer;
    if (idText(field(answer.json, 'id')) !== leadId) return inTrouble(unreadable({ status: 200 }, 'other_lead'));
    return { kind: 'lead', body: answer.body };
  }

  /** The lead forms of a page. */
  async listForms(pageId: string, token: string, { after, signal }: PageRequest): Promise<GraphPage<LeadForm>> {
    const query = { fields: FORM_FIELDS, limit: String(MOST_ON_PAGE) };
    const page = await this.#list(pageId, '/leadgen_forms', query, { after, signal, token, limit: MOST_ON_PAGE });
    return page.kind === 'trouble' ? page : { ...page, items: page.items.flatMap(readForm) };
  }

  /** Leads of a form, each as `fetchLead` brings it, with exact numbers. */
  async listLeads(formId: string, token: string, request: LeadPageRequest): Promise<GraphPage<JsonObject>> {
    const { createdAfter, limit = MOST_ON_PAGE } = request;
    // The platform counts whole seconds: leads of the second that was reached may still be to come.
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN', value: Math.floor(createdAfter / 1_000) - 1 }];
    const query = { fields: LEAD_FIELDS, filtering: JSON.stringify(filtering), limit: String(limit) };
    return await this.#list(formId, '/leads', query, { ...request, token, limit });
  }

  /** What a form asks for. Archived forms have their questions too. */
  async formQuestions(formId: string, token: string, signal: AbortSignal): Promise<FormQuestionsTold> {
    const answer = await this.#read(formId, '', { fields: QUESTION_FIELDS }, { token, signal });
    if (answer.kind === 'trouble') return answer;
    const questions = field(answer.json, 'questions') ?? [];
    if (!isJsonArray(questions)) return inTrouble(unreadable({ status: 200 }, 'no_questions'));
    return { kind: 'form', name: scalarText(field(answer.json, 'name')) ?? null, questions: questions.flatMap(readQuestion) };
  }

  /** The page's own token, for who has a token of a user or system user. */
  async readPageToken(pageId: string, token: string, signal: AbortSignal): Promise<OwnPageToken> {
    const answer = await this.#read(pageId, '', { fields: 'access_token' }, { token, signal });
    if (answer.kind === 'trouble') return answer;
    const own = field(answer.json, 'access_token');
    return { kind: 'page_token', token: typeof own === 'string' && own !== '' ? own : null };
  }

  /** The apps that are told of changes of a page. */
  async subscribedApps(pageId: string, token: string, { after, signal }: PageRequest): Promise<GraphPage<SubscribedApp>> {
    const page = await this.#list(
      pageId,
      '/subscribed_apps',
      { fields: 'id,name,subscribed_fields' },
      { after, signal, token, limit: MOST_ON_PAGE },
    );
    return page.kind === 'trouble' ? page : { ...page, items: page.items.map(readSubscribedApp) };
  }

  /**
   * Has the app told of all changes of the page that are named, and of no others; with the page's own token.
   *
   * @param fields `leadgen` and what the app was told of before
   */
  async subscribe(
    pageId: string,
    token: string,
    fields: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'done' } | Trouble> {
    if (!PLATFORM_ID.test(pageId)) return inTrouble(NOT_AN_ID);
    const query = { subscribed_fields: fields.join(',') };
    const answer = await this.#api.ask({ path: `${pageId}/subscribed_apps`, query, body: '{}', token, purpose: 'lead', signal });
    return answer.kind === 'trouble' ? answer : { kind: 'done' };
  }

  /** The pages that a token of a user or system user opens. */
  async listPages(token: string, { after, signal }: PageRequest): Promise<GraphPage<NamedPage>> {
    const query = { fields: 'id,name', limit: String(MOST_ON_PAGE) };
    const request = { after, signal, token, limit: MOST_ON_PAGE };
    const page = this.#listOf(
      await this.#api.ask({ path: 'me/accounts', query: after === null ? query : { ...query, after }, token, purpose: 'lead', signal }),
      request,
    );
    return page.kind === 'trouble' ? page : { ...page, items: page.items.flatMap(readNamedPage) };
  }

  /** Whether leads of the page may be read by the token's user and by the app. */
  async leadAccess(
    pageId: string,
    token: string,
    { userId, appId, signal }: { readonly userId: string | null; readonly appId: string | undefined; readonly signal: AbortSignal },
  ): Promise<LeadAccess> {
    const ofUser = userId === null ? '' : `.user_id(${userId})${appId === undefined ? '' : `.app_id(${appId})`}`;
    const answer = await this.#read(pageId, '', { fields: `has_lead_access${ofUser}` }, { token, signal });
    if (answer.kind === 'trouble') return answer;
    const access = field(answer.json, 'has_lead_access');
    const facts = isJsonObject(access) ? access : {};
    const canRead = field(facts, 'can_access_lead');
    const words = (key: string): string => platformWords(scalarText(field(facts, key)) ?? '', [token]);
    return {
      kind: 'lead_access',
      canRead: typeof canRead === 'boolean' ? canRead : null,
      reason: words('failure_reason'),
      resolution: words('failure_resolution'),
    };
  }

  /** The webhooks of the app; with the token of the app. */
  async appSubscriptions(appId: string, appToken: string, signal: AbortSignal): Promise<AppSubscriptions> {
    const answer = await this.#read(appId, '/subscriptions', {}, { token: appToken, signal });
    if (answer.kind === 'trouble') return answer;
    const data = field(answer.json, 'data');
    if (!isJsonArray(data)) return inTrouble(unreadable({ status: 200 }, 'no_list'));
    return { kind: 'subscriptions', items: data.filter(isJsonObject).map(readAppSubscription) };
  }

  /** A short-lived token of a user for one that lasts some 60 days. The platform takes both secrets in the query; no error repeats an address. */
  async exchangeToken(
    token: string,
    { appId, appSecret }: { readonly appId: string; readonly appSecret: string },
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'exchanged'; readonly token: string } | Trouble> {
    const query = { grant_type: 'fb_exchange_token', client_id: appId, client_secret: appSecret, fb_exchange_token: token };
    const answer = await this.#api.ask({ path: 'oauth/access_token', query, token, hidden: appSecret, purpose: 'lead', signal });
    if (answer.kind === 'trouble') return answer;
    const long = field(answer.json, 'access_token');
    return typeof long === 'string' && long !== ''
      ? { kind: 'exchanged', token: long }
      : inTrouble(unreadable({ status: 200 }, 'no_token'));
  }

  /**
   * What the platform knows of the token, asked with the token of its app or with that of a developer of the app. It takes the token in the query; no
   * error repeats an address.
   */
  async inspectToken(token: string, asking: string, signal: AbortSignal): Promise<TokenInspection> {
    const answer = await this.#api.ask({
      path: 'debug_token',
      query: { input_token: token },
      token: asking,
      hidden: token,
      purpose: 'lead',
      signal,
    });
    if (answer.kind === 'trouble') return answer;
    const data = field(answer.json, 'data');
    if (!isJsonObject(data)) return inTrouble(unreadable({ status: 200 }, 'no_token'));
    return { kind: 'token', info: readTokenInfo(data) };
  }

  /** Cursors are followed, never the addresses beside them. */
  async #list(id: string, edge: string, query: Query, request: ListRequest): Promise<GraphPage<JsonObject>> {
    const { after } = request;
    return this.#listOf(await this.#read(id, edge, after === null ? query : { ...query, after }, request), request);
  }

  #listOf(answer: GraphAnswer, { after, limit }: ListRequest): GraphPage<JsonObject> {
    if (answer.kind === 'trouble') return answer;
    const data = field(answer.json, 'data');
    if (!isJsonArray(data) || !data.every(isJsonObject)) return inTrouble(unreadable({ status: 200 }, 'no_list'));
    const next = nextCursor(answer.json, data.length >= limit);
    // Asked for the same page again and again, nobody would come to the end.
    if (next === undefined || (next !== null && next === after)) return inTrouble(unreadable({ status: 200 }, 'endless'));
    return { kind: 'page', items: data, after: next };
  }

  async #read(id: string, edge: string, query: Query, { token, signal }: Pick<ListRequest, 'token' | 'signal'>): Promise<GraphAnswer> {
    if (!PLATFORM_ID.test(id)) return inTrouble(NOT_AN_ID);
    return await this.#api.ask({ path: id + edge, query, token, purpose: 'lead', signal });
  }
}

type Query = Readonly<Record<string, string>>;
type ListRequest = PageRequest & { readonly token: string; readonly limit: number };

const PLATFORM_ID = /^\d{1,25}$/;

const NOT_AN_ID = {
  kind: 'refused',
  fault: {
    code: 'lead_not_available',
    message: told(['idWithoutDigits']),
  },
} as const;

function readForm(form: JsonObject): readonly LeadForm[] {
  const id = idText(field(form, 'id'));
  const text = (key: string): string | null => scalarText(field(form, key)) ?? null;
  return id === undefined ? [] : [{ id, name: text('name'), status: text('status') }];
}

function readQuestion(question: JsonValue): readonly ToldQuestion[] {
  if (!isJsonObject(question)) return [];
  const text = (name: string): string | null => scalarText(field(question, name)) ?? null;
  const key = text('key');
  return key === null ? [] : [{ key, label: text('label'), type: text('type') }];
}

function readSubscribedApp(app: JsonObject): SubscribedApp {
  const fields = field(app, 'subscribed_fields');
  return {
    id: idText(field(app, 'id')) ?? null,
    fields: isJsonArray(fields) ? fields.filter((name) => typeof name === 'string') : null,
  };
}

/**
 * Without `next` the page is the last one, although it has a cursor; a full page is not believed to be. Null: there is no more; undefined:
 * there is, and no way to it.
 */
function nextCursor(answer: JsonObject, isFull: boolean): string | null | undefined {
  const paging = field(answer, 'paging');
  if (!isJsonObject(paging)) return null;
  const hasNext = field(paging, 'next') !== undefined;
  const cursors = field(paging, 'cursors');
  const after = isJsonObject(cursors) ? field(cursors, 'after') : undefined;
  if (typeof after === 'string' && after !== '') return hasNext || isFull ? after : null;
  return hasNext ? undefined : null;
}

function readNamedPage(page: JsonObject): readonly NamedPage[] {
  const id = idText(field(page, 'id'));
  return id === undefined ? [] : [{ id, name: scalarText(field(page, 'name')) ?? null }];
}

function readAppSubscription(subscription: JsonObject): AppSubscription {
  const fields = field(subscription, 'fields');
  // Each is `{name, version}`; older versions of the API have the name alone.
  const names = (isJsonArray(fields) ? fields : []).map((one) => (isJsonObject(one) ? field(one, 'name') : one));
  return {
    object: scalarText(field(subscription, 'object')) ?? null,
    callbackUrl: scalarText(field(subscription, 'callback_url')) ?? null,
    isActive: field(subscription, 'active') === true,
    fields: names.filter((name) => typeof name === 'string'),
  };
}

function readTargets(value: JsonValue | undefined): ReadonlyMap<string, readonly string[]> {
  const granted = (isJsonArray(value) ? value : []).filter(isJsonObject).map((one) => {
    const targets = field(one, 'target_ids');
    const ids = isJsonArray(targets) ? targets.map(idText).filter((id) => id !== undefined) : [];
    return [scalarText(field(one, 'scope')) ?? '', ids] as const;
  });
  return new Map(granted.filter(([, ids]) => ids.length > 0));
}

function readTokenInfo(data: JsonObject): TokenInfo {
  const scopes = field(data, 'scopes');
  return {
    isValid: field(data, 'is_valid') === true,
    expiresAt: readMoment(field(data, 'expires_at')),
    dataAccessExpiresAt: readMoment(field(data, 'data_access_expires_at')),
    scopes: isJsonArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
    targets: readTargets(field(data, 'granular_scopes')),
    profileId: idText(field(data, 'profile_id')) ?? null,
    type: scalarText(field(data, 'type')) ?? null,
    userId: idText(field(data, 'user_id')) ?? null,
  };
}

/** Unix seconds, of which 0 is never, as UTC ms. */
function readMoment(value: JsonValue | undefined): number | null {
  const seconds = Number(wholeNumberText(value) ?? 0);
  return seconds > 0 ? seconds * 1_000 : null;
}

/** An id as exact text; the platform writes them both ways. */
function idText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : wholeNumberText(value);
}
