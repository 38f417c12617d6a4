import {
  field,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectIn,
  objectsIn,
  scalarText,
  wholeNumberText,
} from '../../base/exact-json.ts';
import type { FetchResult, LeadFetcher, PlatformTrouble } from '../../domain/connectors.ts';
import { newFault } from '../../domain/fault.ts';
import type { FormQuestion } from '../../domain/form-fields.ts';
import type { GraphOddity } from '../../messages/fault-parts.ts';
import { textIn } from '../answer.ts';
import { platformWords } from '../platform-words.ts';
import { type GraphAnswer, GraphApi, type GraphApiOptions, inTrouble, type Trouble } from './graph-api.ts';
import { unreadable } from './graph-errors.ts';

/** The fields of a lead; the platform returns them only on request. */
const LEAD_FIELDS = [
  ...['id', 'created_time', 'ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name', 'form_id'],
  ...['field_data', 'custom_disclaimer_responses', 'is_organic', 'platform', 'partner_name'],
].join(',');

const QUESTION_FIELDS = 'id,name,questions{key,label,type}';
/** Longer pages cause errors at the platform. */
const MOST_ON_PAGE = 100;

/** The position in a list; `null` for its beginning. */
export interface PageRequest {
  readonly after: string | null;
  readonly signal: AbortSignal;
}

export interface LeadPageRequest extends PageRequest {
  /** Only leads created in this second or later, UTC ms. */
  readonly createdAfter: number;
  /** At most 100. */
  readonly limit?: number;
}

/** A page of a list. `after` is `null` on the last page. */
export type GraphPage<Item> = { readonly kind: 'page'; readonly items: readonly Item[]; readonly after: string | null } | Trouble;

export type FormQuestionsResult =
  | { readonly kind: 'form'; readonly name: string | null; readonly questions: readonly FormQuestion[] }
  | Trouble;

/** Meta's information about a token. */
interface TokenInfo {
  readonly isValid: boolean;
  /** UTC ms; `null` if never. */
  readonly expiresAt: number | null;
  /** When data access ends unless the person logs in again, UTC ms; `null` if never. */
  readonly dataAccessExpiresAt: number | null;
  readonly scopes: readonly string[];
  /** Permission → the only objects it was granted for; a permission that is missing here was granted for all. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** The page it belongs to; `null` for a user token. */
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

/** Whether the business lets leads of the page be read (Leads Access Manager). `canRead` is `null` if Meta does not return it. */
export type LeadAccess =
  | { readonly kind: 'lead_access'; readonly canRead: boolean | null; readonly reason: string; readonly resolution: string }
  | Trouble;

/** A page or a form. */
export interface NamedObject {
  readonly id: string;
  readonly name: string | null;
}

/** The page's own token. `null` if Meta omitted it: it returns the token only to users who can see the page and have a task on it. */
export type OwnPageToken = { readonly kind: 'page_token'; readonly token: string | null } | Trouble;

/** An app that is subscribed to changes of a page. */
export interface SubscribedApp {
  readonly id: string | null;
  /** `null` if Meta does not return them. */
  readonly fields: readonly string[] | null;
}

export type TokenInspection = { readonly kind: 'token'; readonly info: TokenInfo } | Trouble;

/** Reads leads from Meta. Ids contain only digits; nothing else is ever put into a URL. */
export class GraphClient implements LeadFetcher {
  readonly #api: GraphApi;

  constructor(options: GraphApiOptions) {
    this.#api = new GraphApi(options);
  }

  async fetchLead(leadId: string, token: string, signal: AbortSignal): Promise<FetchResult> {
    const answer = await this.#read(leadId, '', { fields: LEAD_FIELDS }, { token, signal });
    return readAnswer(answer, (json, body) => (idText(field(json, 'id')) === leadId ? { kind: 'lead', body } : 'other_lead'));
  }

  /** The lead forms of a page. */
  async listForms(pageId: string, token: string, { after, signal }: PageRequest): Promise<GraphPage<NamedObject>> {
    return pageOf(await this.#list(pageId, '/leadgen_forms', { fields: 'id,name' }, { after, signal, token }), readNamed);
  }

  /** Leads of a form, each as `fetchLead` returns it, with exact numbers. */
  async listLeads(formId: string, token: string, request: LeadPageRequest): Promise<GraphPage<JsonObject>> {
    // Meta counts whole seconds: more leads of the last second may still arrive.
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN', value: Math.floor(request.createdAfter / 1_000) - 1 }];
    const query = { fields: LEAD_FIELDS, filtering: JSON.stringify(filtering) };
    return await this.#list(formId, '/leads', query, { ...request, token });
  }

  /** The questions of a form. Archived forms also have them. */
  async formQuestions(formId: string, token: string, signal: AbortSignal): Promise<FormQuestionsResult> {
    return readAnswer(await this.#read(formId, '', { fields: QUESTION_FIELDS }, { token, signal }), (json) => {
      if (!isJsonArray(field(json, 'questions') ?? [])) return 'no_questions';
      return { kind: 'form', name: textOrNull(json, 'name'), questions: objectsIn(json, 'questions').flatMap(readQuestion) };
    });
  }

  /** The page's own token, for a user or system user token. */
  async readPageToken(pageId: string, token: string, signal: AbortSignal): Promise<OwnPageToken> {
    const answer = await this.#read(pageId, '', { fields: 'access_token' }, { token, signal });
    return readAnswer(answer, (json) => ({ kind: 'page_token', token: textIn(json, 'access_token') ?? null }));
  }

  /** The apps that are subscribed to changes of a page. */
  async subscribedApps(pageId: string, token: string, { after, signal }: PageRequest): Promise<GraphPage<SubscribedApp>> {
    const query = { fields: 'id,name,subscribed_fields' };
    return pageOf(await this.#list(pageId, '/subscribed_apps', query, { after, signal, token }), readSubscribedApp);
  }

  /**
   * Subscribes the app to exactly these changes of the page; requires the page's own token.
   *
   * @param fields `leadgen` and the app's previous fields
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
    return readAnswer(answer, () => ({ kind: 'done' }));
  }

  /** The pages that a user or system user token gives access to. */
  async listPages(token: string, { after, signal }: PageRequest): Promise<GraphPage<NamedObject>> {
    const request = { after, signal, token };
    const query = listQuery({ fields: 'id,name' }, request);
    return pageOf(listOf(await this.#api.ask({ path: 'me/accounts', query, token, purpose: 'lead', signal }), request), readNamed);
  }

  /** Whether the token's user and the app may read leads of the page. */
  async leadAccess(
    pageId: string,
    token: string,
    { userId, appId, signal }: { readonly userId: string | null; readonly appId: string | undefined; readonly signal: AbortSignal },
  ): Promise<LeadAccess> {
    const ofUser = userId === null ? '' : `.user_id(${userId})${appId === undefined ? '' : `.app_id(${appId})`}`;
    return readAnswer(await this.#read(pageId, '', { fields: `has_lead_access${ofUser}` }, { token, signal }), (json) => {
      const facts = objectIn(json, 'has_lead_access');
      const canRead = field(facts, 'can_access_lead');
      const words = (key: string): string => platformWords(scalarText(field(facts, key)) ?? '', [token]);
      return {
        kind: 'lead_access',
        canRead: typeof canRead === 'boolean' ? canRead : null,
        reason: words('failure_reason'),
        resolution: words('failure_resolution'),
      };
    });
  }

  /** The app's webhooks; requires the app's token. */
  async appSubscriptions(appId: string, appToken: string, signal: AbortSignal): Promise<AppSubscriptions> {
    return readAnswer(await this.#read(appId, '/subscriptions', {}, { token: appToken, signal }), (json) => {
      if (!isJsonArray(field(json, 'data'))) return 'no_list';
      return { kind: 'subscriptions', items: objectsIn(json, 'data').map(readAppSubscription) };
    });
  }

  /** Exchanges a short-lived user token for one that lasts about 60 days. Meta takes both secrets in the query; no error contains a URL. */
  async exchangeToken(
    token: string,
    { appId, appSecret }: { readonly appId: string; readonly appSecret: string },
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'exchanged'; readonly token: string } | Trouble> {
    const query = { grant_type: 'fb_exchange_token', client_id: appId, client_secret: appSecret, fb_exchange_token: token };
    const answer = await this.#api.ask({ path: 'oauth/access_token', query, token, hidden: appSecret, purpose: 'lead', signal });
    return readAnswer(answer, (json) => {
      const long = textIn(json, 'access_token');
      return long === undefined ? 'no_token' : { kind: 'exchanged', token: long };
    });
  }

  /**
   * Meta's information about a token, requested with the token of its app or of one of the app's developers. Meta takes the token in the query; no
   * error contains a URL.
   */
  async inspectToken(token: string, asking: string, signal: AbortSignal): Promise<TokenInspection> {
    const query = { input_token: token };
    const answer = await this.#api.ask({ path: 'debug_token', query, token: asking, hidden: token, purpose: 'lead', signal });
    return readAnswer(answer, (json) => {
      const data = field(json, 'data');
      return isJsonObject(data) ? { kind: 'token', info: readTokenInfo(data) } : 'no_token';
    });
  }

  async #list(id: string, edge: string, query: Query, request: ListRequest): Promise<GraphPage<JsonObject>> {
    return listOf(await this.#read(id, edge, listQuery(query, request), request), request);
  }

  async #read(id: string, edge: string, query: Query, { token, signal }: Pick<ListRequest, 'token' | 'signal'>): Promise<GraphAnswer> {
    if (!PLATFORM_ID.test(id)) return inTrouble(NOT_AN_ID);
    return await this.#api.ask({ path: id + edge, query, token, purpose: 'lead', signal });
  }
}

/** The content of an answer; `read` returns the name of the oddity if the answer is not as documented. */
function readAnswer<Told extends object>(
  answer: GraphAnswer,
  read: (json: JsonObject, body: Uint8Array) => Told | GraphOddity,
): Told | Trouble {
  if (answer.kind === 'trouble') return answer;
  const said = read(answer.json, answer.body);
  return typeof said === 'string' ? inTrouble(unreadable({ status: 200 }, said)) : said;
}

/** Follows cursors, never the URLs next to them. */
function listQuery(query: Query, { after, limit = MOST_ON_PAGE }: ListRequest): Query {
  return { ...query, limit: String(limit), ...(after === null ? {} : { after }) };
}

function listOf(answer: GraphAnswer, { after, limit = MOST_ON_PAGE }: ListRequest): GraphPage<JsonObject> {
  return readAnswer(answer, (json) => {
    const data = field(json, 'data');
    if (!isJsonArray(data) || !data.every(isJsonObject)) return 'no_list';
    const next = nextCursor(json, data.length >= limit);
    // A repeated cursor would make the list endless.
    if (next === undefined || (next !== null && next === after)) return 'endless';
    return { kind: 'page', items: data, after: next };
  });
}

function pageOf<Item>(page: GraphPage<JsonObject>, read: (item: JsonObject) => readonly Item[]): GraphPage<Item> {
  return page.kind === 'trouble' ? page : { ...page, items: page.items.flatMap(read) };
}

type Query = Readonly<Record<string, string>>;
type ListRequest = PageRequest & { readonly token: string; readonly limit?: number };

const PLATFORM_ID = /^\d{1,25}$/;

const NOT_AN_ID: PlatformTrouble = { kind: 'refused', fault: newFault('lead_not_available', ['idWithoutDigits']) };

function readNamed(object: JsonObject): readonly NamedObject[] {
  const id = idText(field(object, 'id'));
  return id === undefined ? [] : [{ id, name: textOrNull(object, 'name') }];
}

function readQuestion(question: JsonObject): readonly FormQuestion[] {
  const key = textOrNull(question, 'key');
  return key === null ? [] : [{ key, label: textOrNull(question, 'label'), type: textOrNull(question, 'type') }];
}

function readSubscribedApp(app: JsonObject): readonly SubscribedApp[] {
  const fields = field(app, 'subscribed_fields');
  return [{ id: idText(field(app, 'id')) ?? null, fields: isJsonArray(fields) ? textsOf(fields) : null }];
}

/**
 * A page without `next` is the last one, even if it has a cursor, unless the page is full. `null`: there are no more pages; `undefined`: there
 * are more, but no cursor to them.
 */
function nextCursor(answer: JsonObject, isFull: boolean): string | null | undefined {
  const paging = objectIn(answer, 'paging');
  const hasNext = field(paging, 'next') !== undefined;
  const after = field(objectIn(paging, 'cursors'), 'after');
  if (typeof after === 'string' && after !== '') return hasNext || isFull ? after : null;
  return hasNext ? undefined : null;
}

function readAppSubscription(subscription: JsonObject): AppSubscription {
  const fields = field(subscription, 'fields');
  // Each is `{name, version}`; older versions of the API have only the name.
  const names = (isJsonArray(fields) ? fields : []).map((one) => (isJsonObject(one) ? field(one, 'name') : one));
  return {
    object: textOrNull(subscription, 'object'),
    callbackUrl: textOrNull(subscription, 'callback_url'),
    isActive: field(subscription, 'active') === true,
    fields: textsOf(names),
  };
}

function readTargets(data: JsonObject): ReadonlyMap<string, readonly string[]> {
  const granted = objectsIn(data, 'granular_scopes').map((one) => {
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
    scopes: isJsonArray(scopes) ? textsOf(scopes) : [],
    targets: readTargets(data),
    profileId: idText(field(data, 'profile_id')) ?? null,
    type: textOrNull(data, 'type'),
    userId: idText(field(data, 'user_id')) ?? null,
  };
}

/** Unix seconds as UTC ms; 0 means never. */
function readMoment(value: JsonValue | undefined): number | null {
  const seconds = Number(wholeNumberText(value) ?? 0);
  return seconds > 0 ? seconds * 1_000 : null;
}

/** An id as exact text; Meta returns ids as strings and as numbers. */
function idText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : wholeNumberText(value);
}

function textOrNull(object: JsonObject, key: string): string | null {
  return scalarText(field(object, key)) ?? null;
}

function textsOf(values: readonly (JsonValue | undefined)[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}
