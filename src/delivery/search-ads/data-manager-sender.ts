import type { Clock } from '../../base/clock.ts';
import { field, type JsonObject, writeJson } from '../../base/exact-json.ts';
import { DAY_MS } from '../../base/time-units.ts';
import { wait } from '../../base/wait.ts';
import type { DeliveryConfig } from '../../config/config.ts';
import type { ConversionSender, RequestResult, SendResult, TakenRequest } from '../../domain/connectors.ts';
import type { ConversionToSend } from '../../domain/conversion.ts';
import { byConversionName } from '../../domain/conversion-name.ts';
import type { Fault } from '../../domain/fault.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import type { ConversionTrouble, PlatformTrouble } from '../../domain/platform-trouble.ts';
import { answerObject } from '../answer-json.ts';
import { type Outgoing, type OutgoingAnswer, OutgoingError, type OutgoingRequest } from '../outgoing.ts';
import { AccessTokens } from './access-token.ts';
import { type ErrorContext, troubleOfAnswer, troubleOfQuestion } from './api-error.ts';
import type { CredentialsPlace } from './credentials-file.ts';
import { adIdentifier, eventOf, userIdentifiers } from './event-payload.ts';
import { notConfirmed, notReached, quotaUsed, unsent } from './faults.ts';
import { RequestLimiter } from './request-limiter.ts';
import { FIRST_LOOK_MS, resultOfStatus, unknownRequest } from './request-status.ts';

/** The platform says which events of a request failed by counts only, and takes all of them or none: small batches. It allows 2,000. */
const MOST_TOGETHER = 100;
/** Click ids can be used for so long. */
const OLDEST_CLICK_MS = 90 * DAY_MS;
/** A turn that comes this soon is waited for; for others the account rests. */
const LONGEST_WAIT_MS = 1_000;
/** A timer of a busy process may fire some ms early, and others may have been quicker. */
const MOST_WAITS = 3;
const ALL_OTHERS = '*';

export interface DataManagerOptions {
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly delivery: DeliveryConfig;
  readonly accountId: string;
  readonly credentialsFile: CredentialsPlace;
  readonly clock: Clock;
  /** The client that the account belongs to; left out: the account is that of the settings, and so are its conversion actions. */
  readonly clientId?: string;
  /** The consents that count for a client; left out: those of the settings for all. */
  readonly consentKeysOf?: (clientId: string) => readonly string[];
  /** Shared by accounts that are opened with the same credential: the platform's quotas are of its project. Left out: one of its own. */
  readonly limiter?: RequestLimiter;
}

export type ValidationResult = { readonly kind: 'valid' } | { readonly kind: 'trouble'; readonly trouble: ConversionTrouble };

type Called =
  /** The platform took the call. */
  | { readonly kind: 'answer'; readonly body: Uint8Array }
  /** It answered something else. */
  | { readonly kind: 'other_answer'; readonly answer: OutgoingAnswer; readonly context: ErrorContext }
  | { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

type Ingested = Extract<Called, { kind: 'answer' }> | { readonly kind: 'trouble'; readonly trouble: ConversionTrouble };

/** Sends conversions to the search-ads platform through its Data Manager API (`events:ingest`), which answers at once and decides later. */
export class DataManagerSender implements ConversionSender {
  readonly platform = 'search_ads';
  readonly account: AccountName;
  readonly mostTogether = MOST_TOGETHER;
  readonly #options: DataManagerOptions;
  readonly #tokens: AccessTokens;
  readonly #limiter: RequestLimiter;

  constructor(options: DataManagerOptions) {
    const { outgoing, delivery, accountId, credentialsFile, clock } = options;
    this.account = { platform: 'search_ads', kind: 'ads_account', id: accountId };
    this.#options = options;
    this.#limiter = options.limiter ?? new RequestLimiter();
    this.#tokens = new AccessTokens({ outgoing, tokenUrl: delivery.searchAds.tokenUrl, credentialsFile, clock });
  }

  /** Of the credentials file as it is now: one that was replaced is told apart without a restart. */
  get credential(): string {
    return this.#tokens.fingerprint;
  }

  /** Conversions of different conversion actions cannot travel in one request: each event goes to every destination of its request. */
  groupKey(conversion: ConversionToSend): string {
    return this.#actionOf(conversion) ?? '';
  }

  objection(conversion: ConversionToSend, now: number): Fault | null {
    const { lead } = conversion;
    const clickId = adIdentifier(conversion);
    if (clickId !== null && now - clickedBy(conversion) > OLDEST_CLICK_MS) return TOO_OLD;
    if (clickId === null && userIdentifiers(lead).length === 0) return NO_IDENTIFIER;
    return this.#actionOf(conversion) === undefined ? unknownAction(conversion.name, this.#options.clientId) : null;
  }

  async send(conversions: readonly ConversionToSend[], signal: AbortSignal): Promise<SendResult> {
    const answered = await this.#ingest(conversions, { validateOnly: false }, signal);
    if (answered.kind === 'trouble') return answered;
    const requestId = requestIdIn(answered.body);
    if (requestId === null) return { kind: 'trouble', trouble: notConfirmed() };
    return { kind: 'submitted', requestId, askAfterMs: FIRST_LOOK_MS };
  }

  /** Has the platform look at the conversions without keeping them: settings, credential, account and action are right, and the shape is. */
  async validate(conversions: readonly ConversionToSend[], signal: AbortSignal): Promise<ValidationResult> {
    const answered = await this.#ingest(conversions, { validateOnly: true }, signal);
    return answered.kind === 'trouble' ? answered : { kind: 'valid' };
  }

  tellsOfPerson({ lead }: ConversionToSend): boolean {
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
    const keysOf = this.#options.consentKeysOf ?? (() => rules.consentKeys);
    const body: JsonObject = {
      destinations: [this.#destination(action)],
      events: conversions.map((conversion) => eventOf(conversion, keysOf(conversion.lead.clientId))),
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

  /** A token that died before its time is replaced once; a fresh one that is not taken is the credential's fault. */
  async #call(request: Pick<OutgoingRequest, 'method' | 'url' | 'body'>, sent: readonly string[], signal: AbortSignal): Promise<Called> {
    const access = await this.#tokens.token(signal);
    if (access.kind === 'trouble') return { kind: 'trouble', trouble: unsent(access.trouble) };
    const limited = await this.#takeTurn(signal);
    if (limited !== null) return { kind: 'trouble', trouble: limited };
    const { outgoing, accountId, clock } = this.#options;
    let answer: OutgoingAnswer;
    try {
      answer = await outgoing.request({ ...request, headers: headersOf(request, access.token), signal });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return { kind: 'trouble', trouble: notReached(error) };
    }
    if (answer.status === 200) return { kind: 'answer', body: answer.body };
    if (answer.status === 401) this.#tokens.forget(access.token);
    if (answer.status === 401 && access.isCached) return await this.#call(request, sent, signal);
    return { kind: 'other_answer', answer, context: { accountId, sent: [...sent, access.token], now: clock() } };
  }

  async #takeTurn(signal: AbortSignal): Promise<PlatformTrouble | null> {
    let waitMs = this.#limiter.take(this.#options.clock());
    for (let waits = 0; waitMs > 0 && waitMs <= LONGEST_WAIT_MS && waits < MOST_WAITS; waits += 1) {
      await wait(waitMs, signal);
      waitMs = this.#limiter.take(this.#options.clock());
    }
    return waitMs === 0 ? null : quotaUsed(waitMs);
  }

  #actionOf({ name }: Pick<ConversionToSend, 'name'>): string | undefined {
    const { conversionActions } = this.#options.delivery.searchAds;
    return byConversionName(conversionActions, name) ?? conversionActions.get(ALL_OTHERS);
  }
}

/** When the click had happened at the latest, UTC ms: a sale may name a click of its own, which says nothing of when its lead came. */
function clickedBy({ clickId, happenedAt, createdAt, lead }: ConversionToSend): number {
  const isOfLead = clickId === null || [lead.searchClickId, lead.gbraid, lead.wbraid].includes(clickId);
  return isOfLead ? (lead.searchClickSeenAt ?? lead.submittedAt ?? lead.createdAt) : Math.min(happenedAt, createdAt);
}

const TOO_OLD: Fault = {
  code: 'conversion_too_old',
  message: 'The click is more than 90 days ago, so the search-ads platform does not take its conversions any more.',
};

const NO_IDENTIFIER: Fault = {
  code: 'conversion_no_identifier',
  message:
    'The lead has no click id, no e-mail and no phone that can be used, so the search-ads platform could not tell which click it came from.',
};

/** @param clientId whose account has no action for it; undefined: the one of the settings */
function unknownAction(name: string, clientId: string | undefined): Fault {
  const shown = /^[\p{L}\d._:/ -]{1,80}$/u.test(name) ? ` "${name}"` : '';
  if (clientId !== undefined) {
    return {
      code: 'conversion_action_unknown',
      message:
        `The Google Ads account of client ${clientId} has no conversion action for the conversion${shown}. Connect it again with --action NAME=ID for it, or ` +
        '--action "*=ID" for all others, then send the conversion again with `lead-intake conversions retry`.',
    };
  }
  return {
    code: 'conversion_action_unknown',
    message:
      `SEARCHADS_CONVERSION_ACTIONS names no conversion action for the conversion${shown}. Add NAME=ID for it, or *=ID for all others, ` +
      'restart the workers, then send it again with `lead-intake conversions retry`.',
  };
}

function adsAccount(accountId: string): JsonObject {
  return { accountType: 'GOOGLE_ADS', accountId };
}

function headersOf({ body }: Pick<OutgoingRequest, 'body'>, token: string): Readonly<Record<string, string>> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return { authorization: `Bearer ${token}`, accept: 'application/json', ...json };
}

/** What of a conversion must not come back in the platform's words. */
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

/** It is kept, and asked by: printable, and no longer than an address can be. */
const REQUEST_ID = /^[\x21-\x7e]{1,512}$/;

function requestIdIn(body: Uint8Array): string | null {
  const id = field(answerObject(body), 'requestId');
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : null;
}
