import type { Clock } from '../../base/clock.ts';
import { field, type JsonObject, writeJson } from '../../base/exact-json.ts';
import { wait } from '../../base/wait.ts';
import type { DeliveryConfig } from '../../config/config.ts';
import type {
  ConversionSender,
  ConversionTrouble,
  PlatformTrouble,
  RequestResult,
  SendResult,
  TakenRequest,
} from '../../domain/connectors.ts';
import { type ConversionToSend, OLDEST_ACCEPTED_MS, Platform } from '../../domain/conversion.ts';
import { byConversionName } from '../../domain/conversion-name.ts';
import { type Fault, newFault } from '../../domain/fault.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { answerObject } from '../answer.ts';
import { noAnswer, type Outgoing, type OutgoingAnswer, type OutgoingRequest } from '../outgoing.ts';
import { AccessTokens } from './access-token.ts';
import { type ErrorContext, troubleOfAnswer, troubleOfQuestion } from './api-error.ts';
import type { CredentialsPlace } from './credentials-file.ts';
import { adIdentifier, eventOf, userIdentifiers } from './event-payload.ts';
import { passing, quotaUsed, unsent } from './faults.ts';
import { FIRST_LOOK_MS, resultOfStatus, unknownRequest } from './request-status.ts';

/** The platform reports a request's failed events only by counts, and accepts all of them or none: small batches. It allows 2,000. */
const MOST_TOGETHER = 100;
/** The sender waits for a slot that is free this soon; otherwise the account pauses. */
const LONGEST_WAIT_MS = 1_000;
/** A timer of a busy process may fire some ms early, and others may take the slot first. */
const MOST_WAITS = 3;
const ALL_OTHERS = '*';

export interface DataManagerOptions {
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly delivery: DeliveryConfig;
  readonly accountId: string;
  readonly credentials: CredentialsPlace;
  readonly clock: Clock;
  /** The client that owns the account. Omitted: the account is in the settings, and so are its conversion actions. */
  readonly clientId?: string;
  /** The consents that count for a client. Default: those of the settings for all. */
  readonly consentKeysOf?: (clientId: string) => readonly string[];
  /** Counts a request, unless the quotas of the credential forbid it: then the wait in ms. Default: nothing is counted. */
  readonly takeRequest?: (now: number) => Promise<number>;
}

export type ValidationResult = { readonly kind: 'valid' } | { readonly kind: 'trouble'; readonly trouble: ConversionTrouble };

type Called =
  /** The platform accepted the call. */
  | { readonly kind: 'answer'; readonly body: Uint8Array }
  /** It answered something else. */
  | { readonly kind: 'other_answer'; readonly answer: OutgoingAnswer; readonly context: ErrorContext }
  | { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

type Ingested = Extract<Called, { kind: 'answer' }> | { readonly kind: 'trouble'; readonly trouble: ConversionTrouble };

/** Sends conversions to Google Ads through the Data Manager API (`events:ingest`), which answers immediately and decides later. */
export class DataManagerSender implements ConversionSender {
  readonly platform = Platform.searchAds;
  readonly account: AccountName;
  readonly mostTogether = MOST_TOGETHER;
  readonly #options: DataManagerOptions;
  readonly #tokens: AccessTokens;
  readonly #takeRequest: (now: number) => Promise<number>;

  constructor(options: DataManagerOptions) {
    const { outgoing, delivery, accountId, credentials, clock } = options;
    this.account = { platform: Platform.searchAds, kind: 'ads_account', id: accountId };
    this.#options = options;
    this.#takeRequest = options.takeRequest ?? (() => Promise.resolve(0));
    this.#tokens = new AccessTokens({ outgoing, tokenUrl: delivery.searchAds.tokenUrl, credentials, clock });
  }

  /** Of the current credentials file: a replaced file takes effect without a restart. */
  get credential(): string {
    return this.#tokens.fingerprint;
  }

  /** Conversions of different conversion actions cannot be in one request: each event goes to all destinations of its request. */
  groupKey(conversion: ConversionToSend): string {
    return this.#actionOf(conversion) ?? '';
  }

  objection(conversion: ConversionToSend, now: number): Fault | null {
    const { lead } = conversion;
    const clickId = adIdentifier(conversion);
    if (clickId !== null && now - clickedBy(conversion) > OLDEST_ACCEPTED_MS.search_ads) return TOO_OLD;
    if (clickId === null && userIdentifiers(lead).length === 0) return NO_IDENTIFIER;
    return this.#actionOf(conversion) === undefined ? unknownAction(conversion.name, this.#options.clientId) : null;
  }

  async send(conversions: readonly ConversionToSend[], signal: AbortSignal): Promise<SendResult> {
    const answered = await this.#ingest(conversions, { validateOnly: false }, signal);
    if (answered.kind === 'trouble') return answered;
    const requestId = requestIdIn(answered.body);
    // Something in between may answer 200 to everything: conversions wrongly counted as sent would be lost.
    if (requestId === null) return { kind: 'trouble', trouble: passing([['googleAnswerUnknown']]) };
    return { kind: 'submitted', requestId, askAfterMs: FIRST_LOOK_MS };
  }

  /** Has the platform check the conversions without storing them: this verifies settings, credential, account, action and format. */
  async validate(conversions: readonly ConversionToSend[], signal: AbortSignal): Promise<ValidationResult> {
    const answered = await this.#ingest(conversions, { validateOnly: true }, signal);
    return answered.kind === 'trouble' ? answered : { kind: 'valid' };
  }

  hasContactData({ lead }: ConversionToSend): boolean {
    return userIdentifiers(lead).length > 0;
  }

  async askResult(request: TakenRequest, signal: AbortSignal): Promise<RequestResult> {
    const url = new URL(`${this.#options.delivery.searchAds.apiUrl}/v1/requestStatus:retrieve`);
    url.searchParams.set('requestId', request.id);
    const called = await this.#call({ method: 'GET', url }, [request.id], signal);
    if (called.kind === 'trouble') return called;
    const { accountId, clock } = this.#options;
    if (called.kind === 'answer') return resultOfStatus(called.body, request, { accountId, now: clock() });
    const trouble = troubleOfQuestion(called.answer, called.context);
    return trouble === 'unknown_request' ? unknownRequest() : { kind: 'trouble', trouble };
  }

  async #ingest(conversions: readonly ConversionToSend[], mode: { validateOnly: boolean }, signal: AbortSignal): Promise<Ingested> {
    const actions = new Set(conversions.map((conversion) => this.#actionOf(conversion)));
    const [action] = actions;
    if (action === undefined || actions.size !== 1) throw new Error('one request carries conversions of one known conversion action');
    const { searchAds, conversions: rules } = this.#options.delivery;
    const now = this.#options.clock();
    const keysOf = this.#options.consentKeysOf ?? (() => rules.consentKeys);
    const body: JsonObject = {
      destinations: [this.#destination(action)],
      events: conversions.map((conversion) => eventOf(conversion, keysOf(conversion.lead.clientId), now)),
      encoding: 'HEX',
      ...mode,
    };
    const url = new URL(`${searchAds.apiUrl}/v1/events:ingest`);
    const called = await this.#call({ method: 'POST', url, body: writeJson(body) }, conversions.flatMap(personalValues), signal);
    return called.kind === 'other_answer' ? { kind: 'trouble', trouble: troubleOfAnswer(called.answer, called.context) } : called;
  }

  #destination(productDestinationId: string): JsonObject {
    const { loginAccountId } = this.#options.delivery.searchAds;
    return {
      operatingAccount: adsAccount(this.#options.accountId),
      ...(loginAccountId === undefined ? {} : { loginAccount: adsAccount(loginAccountId) }),
      productDestinationId,
    };
  }

  /** A cached token that the platform rejects is replaced once; if it rejects a fresh one, the credential is at fault. */
  async #call(request: Pick<OutgoingRequest, 'method' | 'url' | 'body'>, sent: readonly string[], signal: AbortSignal): Promise<Called> {
    const access = await this.#tokens.token(signal);
    if (access.kind === 'trouble') return { kind: 'trouble', trouble: unsent(access.trouble) };
    const limited = await this.#awaitQuota(signal);
    if (limited !== null) return { kind: 'trouble', trouble: limited };
    const { outgoing, accountId, clock } = this.#options;
    let answer: OutgoingAnswer;
    try {
      answer = await outgoing.request({ ...request, headers: headersOf(request, access.token), signal });
    } catch (error) {
      return noAnswer(error);
    }
    if (answer.status === 200) return { kind: 'answer', body: answer.body };
    if (answer.status === 401) this.#tokens.forget(access.token);
    if (answer.status === 401 && access.isCached) return await this.#call(request, sent, signal);
    return { kind: 'other_answer', answer, context: { accountId, sent: [...sent, access.token], now: clock() } };
  }

  async #awaitQuota(signal: AbortSignal): Promise<PlatformTrouble | null> {
    let waitMs = await this.#takeRequest(this.#options.clock());
    for (let waits = 0; waitMs > 0 && waitMs <= LONGEST_WAIT_MS && waits < MOST_WAITS; waits += 1) {
      await wait(waitMs, signal);
      waitMs = await this.#takeRequest(this.#options.clock());
    }
    return waitMs === 0 ? null : quotaUsed(waitMs);
  }

  #actionOf({ name }: Pick<ConversionToSend, 'name'>): string | undefined {
    const { conversionActions } = this.#options.delivery.searchAds;
    return byConversionName(conversionActions, name) ?? conversionActions.get(ALL_OTHERS);
  }
}

/** The latest time at which the click can have happened, UTC ms: a sale may have its own click, independent of when its lead was submitted. */
function clickedBy({ clickId, happenedAt, createdAt, lead }: ConversionToSend): number {
  const isOfLead = clickId === null || [lead.searchClickId, lead.gbraid, lead.wbraid].includes(clickId);
  return isOfLead ? (lead.searchClickSeenAt ?? lead.submittedAt ?? lead.createdAt) : Math.min(happenedAt, createdAt);
}

const TOO_OLD: Fault = newFault('conversion_too_old', ['clickTooOld']);

const NO_IDENTIFIER: Fault = newFault('conversion_no_identifier', ['conversionWithoutClick']);

/** @param client the client whose account has no action for the name; `undefined` for the account in the settings */
function unknownAction(name: string, client: string | undefined): Fault {
  const shown = /^[\p{L}\d._:/ -]{1,80}$/u.test(name) ? name : '';
  return newFault('conversion_action_unknown', ['actionUnknown', { name: shown, ...(client === undefined ? {} : { client }) }]);
}

function adsAccount(accountId: string): JsonObject {
  return { accountType: 'GOOGLE_ADS', accountId };
}

function headersOf({ body }: Pick<OutgoingRequest, 'body'>, token: string): Readonly<Record<string, string>> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return { authorization: `Bearer ${token}`, accept: 'application/json', ...json };
}

/** Values of a conversion that must not appear in the platform's messages. */
function personalValues({ clickId, lead }: ConversionToSend): readonly string[] {
  return [
    clickId,
    lead.searchClickId,
    lead.gbraid,
    lead.wbraid,
    lead.email,
    lead.emailNormalized,
    lead.phone,
    lead.phoneE164,
    lead.name,
  ].filter((value) => value !== null);
}

/** The id is stored and put into a URL: printable, and short enough for one. */
const REQUEST_ID = /^[\x21-\x7e]{1,512}$/;

function requestIdIn(body: Uint8Array): string | null {
  const id = field(answerObject(body), 'requestId');
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : null;
}
