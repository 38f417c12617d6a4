import { randomUUID } from 'node:crypto';
import { jsonAnswer } from '../json-answer.ts';
import type { PlatformAnswer, PlatformRequest } from '../local-server.ts';
import type { SearchClick, SearchDirectory } from './directory.ts';
import { clickIdsOf, eventViolations, type Json } from './event-rules.ts';
import { type FieldViolation, searchError } from './google-error.ts';

const MOST_EVENTS = 2_000;
const MOST_DESTINATIONS = 10;
const MINUTE = 60_000;
const OLDEST_MS = 90 * 86_400_000;
const FIRST_POLL_MS = 30 * MINUTE;
const LONGEST_POLL_PAUSE_MS = 6 * 60 * MINUTE;

/** A conversion the platform counted. */
export interface SearchConversion {
  readonly transactionId: string;
  readonly actionId: string;
  readonly advertiserId: string;
  readonly event: Json;
  readonly requestId: string;
}

interface Outcome {
  readonly destination: Json;
  readonly recordCount: number;
  /** Reasons of the records that were not accepted. */
  readonly reasons: readonly string[];
}

interface Taken {
  readonly outcomes: readonly Outcome[];
  asked: number;
  /** When the next poll is allowed, UTC ms: 30 minutes after the request, then with growing pauses. */
  askFrom: number;
  pauseMs: number;
}

/** Events that the test makes the platform reject. */
interface ScriptedReason {
  /** The platform's own name, with its prefix. */
  readonly reason: string;
  readonly of: (event: Json) => boolean;
}

/** Accepts conversion events. A request is checked as a whole; the results of its events are available later, as counts. */
export class SearchIngestion {
  readonly accepted: SearchConversion[] = [];
  /** The transaction ids of events that were not counted, with the reasons. */
  readonly rejected: { readonly transactionId: string; readonly reason: string }[] = [];
  /** How often a request answers PROCESSING before its result is available. */
  pollsUntilDone = 1;
  /** Requests per minute; more are answered with 429. */
  requestsPerMinute = Number.POSITIVE_INFINITY;
  validated = 0;
  /** A Google Ads account for which every click id is known; `null` if only those of the directory are. */
  inventsClicksOf: string | null = null;
  /** A more recent click is not known yet (TOO_RECENT_CLICK), ms. */
  youngestClickMs = 0;
  /** Polls that came too early: before 30 minutes, or without growing pauses. */
  askedEarly = 0;
  /** Warnings in the results. */
  warnings: readonly string[] = [];

  readonly #directory: SearchDirectory;
  readonly #now: () => number;
  readonly #requests = new Map<string, Taken>();
  readonly #scripted = new Set<ScriptedReason>();
  #recent: number[] = [];

  constructor(directory: SearchDirectory, now: () => number) {
    this.#directory = directory;
    this.#now = now;
  }

  take(request: PlatformRequest): PlatformAnswer {
    const throttled = this.#throttled();
    if (throttled !== undefined) return throttled;
    const foreign = ['developer-token', 'login-customer-id'].find((name) => request.headers[name] !== undefined);
    if (foreign !== undefined) return invalid([{ field: foreign, description: 'No header of this API.', reason: 'INVALID_ARGUMENT' }]);
    const body = readBody(request);
    if (body === undefined) return invalid([{ field: '', description: 'Invalid JSON payload received.', reason: 'INVALID_ARGUMENT' }]);
    const refusal = this.#destinationRefusal(body) ?? this.#eventRefusal(body);
    if (refusal !== undefined) return refusal;
    const requestId = randomUUID();
    if (body['validateOnly'] === true) this.validated += list(body, 'events').length;
    else this.#process(body, requestId);
    return jsonAnswer({ requestId });
  }

  /** Events are rejected for this reason until `end`. */
  reject(reason: string, of: (event: Json) => boolean = () => true): { end(): void } {
    const scripted = { reason, of };
    this.#scripted.add(scripted);
    return { end: () => this.#scripted.delete(scripted) };
  }

  /** Forgets all requests: polls are answered as if there had been none. */
  forgetRequests(): void {
    this.#requests.clear();
  }

  /** `GET /v1/requestStatus:retrieve`; requests that were only validated are unknown. */
  status({ query }: PlatformRequest): PlatformAnswer {
    const taken = this.#requests.get(query.get('requestId') ?? '');
    if (taken === undefined)
      return searchError({ code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.', reason: 'INVALID_REQUEST_ID' });
    const now = this.#now();
    if (now < taken.askFrom) this.askedEarly += 1;
    taken.pauseMs = Math.min(2 * taken.pauseMs, LONGEST_POLL_PAUSE_MS);
    taken.askFrom = now + taken.pauseMs / 2;
    const isProcessing = taken.asked++ < this.pollsUntilDone;
    return jsonAnswer({ requestStatusPerDestination: taken.outcomes.map((outcome) => statusOf(outcome, isProcessing, this.warnings)) });
  }

  #throttled(): PlatformAnswer | undefined {
    const now = this.#now();
    this.#recent = this.#recent.filter((at) => now - at < MINUTE);
    if (this.#recent.length < this.requestsPerMinute) {
      this.#recent.push(now);
      return undefined;
    }
    const retrySeconds = Math.ceil(((this.#recent[0] ?? now) + MINUTE - now) / 1_000);
    return searchError({ code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded for requests per minute.', retrySeconds });
  }

  #destinationRefusal(body: Json): PlatformAnswer | undefined {
    const destinations = list(body, 'destinations');
    if (destinations.length === 0) return invalid([missing('destinations')]);
    if (destinations.length > MOST_DESTINATIONS) return invalid([{ ...missing('destinations'), reason: 'TOO_MANY_DESTINATIONS' }]);
    for (const [index, destination] of destinations.entries()) {
      const refusal = this.#oneDestinationRefusal(body, destination, `destinations[${index}]`);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  #oneDestinationRefusal(body: Json, destination: Json, at: string): PlatformAnswer | undefined {
    const account = (destination['operatingAccount'] ?? {}) as Json;
    const login = (destination['loginAccount'] ?? account) as Json;
    const action = destination['productDestinationId'];
    const absent = ['accountType', 'accountId'].filter((key) => account[key] === undefined || login[key] === undefined);
    if (absent.length > 0) return invalid(absent.map((key) => missing(`${at}.operatingAccount.${key}`)));
    if (account['accountType'] !== 'GOOGLE_ADS' || login['accountType'] !== 'GOOGLE_ADS')
      return invalid([{ field: `${at}.operatingAccount.accountType`, description: 'Unknown value.', reason: 'INVALID_ARGUMENT' }]);
    if (action === undefined) return invalid([missing(`${at}.productDestinationId`)]);
    const advertiser = this.#directory.advertisers.get(String(account['accountId']));
    if (advertiser === undefined || String(login['accountId']) !== (advertiser.managerId ?? advertiser.id))
      return searchError({
        code: 403,
        status: 'PERMISSION_DENIED',
        message: 'The caller does not have permission for the operating account.',
      });
    if (!advertiser.hasSignedTerms)
      return invalid([{ field: at, description: 'Terms not signed.', reason: 'TERMS_AND_CONDITIONS_NOT_SIGNED' }]);
    const contactReason = CONTACT_REASONS.get(advertiser.contactData);
    if (contactReason !== undefined && list(body, 'events').some((event) => event['userData'] !== undefined))
      return invalid([{ field: at, description: 'Enhanced conversions cannot be used.', reason: contactReason }]);
    const isOnlyContact = list(body, 'events').some((event) => event['userData'] !== undefined && clickIdsOf(event).length === 0);
    if (isOnlyContact && !advertiser.takesLeadsWithoutClick)
      return invalid([
        { field: at, description: 'Not enabled.', reason: 'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS' },
      ]);
    const type = typeof action === 'string' && /^\d+$/.test(action) ? advertiser.actions.get(action) : undefined;
    if (type === 'UPLOAD_CLICKS') return undefined;
    const reason = type === undefined ? 'INVALID_CONVERSION_ACTION_ID' : 'INVALID_CONVERSION_ACTION_TYPE';
    return invalid([{ field: `${at}.productDestinationId`, description: 'Not a usable conversion action.', reason }]);
  }

  #eventRefusal(body: Json): PlatformAnswer | undefined {
    const events = list(body, 'events');
    if (events.length === 0) return invalid([missing('events')]);
    if (events.length > MOST_EVENTS) return invalid([{ field: 'events', description: 'Too many events.', reason: 'TOO_MANY_EVENTS' }]);
    const encoding = body['encoding'];
    if (encoding !== undefined && encoding !== 'HEX')
      return invalid([{ field: 'encoding', description: 'Expected HEX here.', reason: 'INVALID_ARGUMENT' }]);
    const violations = events.flatMap((event, index) => eventViolations(event, `events[${index}]`, encoding, this.#directory));
    return violations.length === 0 ? undefined : invalid(violations);
  }

  #process(body: Json, requestId: string): void {
    const events = list(body, 'events');
    const outcomes = list(body, 'destinations').map((destination) => {
      const advertiserId = String((destination['operatingAccount'] as Json)['accountId']);
      const actionId = String(destination['productDestinationId']);
      const reasons = events.flatMap((event) =>
        this.#count({ event, advertiserId, actionId, requestId, transactionId: String(event['transactionId']) }),
      );
      return { destination, recordCount: events.length, reasons };
    });
    this.#requests.set(requestId, { outcomes, asked: 0, askFrom: this.#now() + FIRST_POLL_MS, pauseMs: FIRST_POLL_MS });
  }

  /** Counts a conversion, or returns the reasons against it. */
  #count(conversion: SearchConversion): readonly string[] {
    const reason = this.#rejection(conversion);
    if (reason === undefined) {
      this.accepted.push(conversion);
      return [];
    }
    this.rejected.push({ transactionId: conversion.transactionId, reason });
    return [reason.startsWith('PROCESSING_ERROR_') ? reason : `PROCESSING_ERROR_REASON_${reason}`];
  }

  #click(id: string): SearchClick | undefined {
    const known = this.#directory.clicks.get(id);
    return known === undefined && this.inventsClicksOf !== null
      ? this.#directory.addClick({ id, advertiserId: this.inventsClicksOf })
      : known;
  }

  #rejection({ event, advertiserId, actionId, transactionId }: SearchConversion): string | undefined {
    const clickId = clickIdsOf(event)[0];
    const click = clickId === undefined ? undefined : this.#click(clickId);
    const happenedAt = Date.parse(String(event['eventTimestamp']));
    const ofAction = this.accepted.filter((other) => other.actionId === actionId && other.advertiserId === advertiserId);
    const scripted = [...this.#scripted].find(({ of }) => of(event));
    if (scripted !== undefined) return scripted.reason;
    if (ofAction.some((other) => other.transactionId === transactionId)) return 'DUPLICATE_TRANSACTION_ID';
    const isBlocked = this.#directory.advertisers.get(advertiserId)?.contactData === 'terms_not_signed_late';
    if (isBlocked && event['userData'] !== undefined) return 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED';
    if (clickId !== undefined && click === undefined) return 'INVALID_GCLID';
    if (click !== undefined && ((event['adIdentifiers'] ?? {}) as Json)[click.kind] !== click.id) return 'INVALID_GCLID';
    if (click !== undefined && click.advertiserId !== advertiserId) return 'PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER';
    if (click !== undefined && this.#now() - click.clickedAt < this.youngestClickMs) return 'TOO_RECENT_CLICK';
    if (this.#now() - Math.min(happenedAt, click?.clickedAt ?? happenedAt) > OLDEST_MS) return 'EVENT_TOO_OLD';
    if (((event['consent'] ?? {}) as Json)['adUserData'] === 'CONSENT_DENIED') return 'DENIED_CONSENT';
    const isSameClick = ofAction.some(
      (other) =>
        clickId !== undefined && clickIdsOf(other.event)[0] === clickId && Date.parse(String(other.event['eventTimestamp'])) === happenedAt,
    );
    return isSameClick ? 'DUPLICATE_GCLID' : undefined;
  }
}

const CONTACT_REASONS: ReadonlyMap<string, string> = new Map([
  ['not_enabled', 'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS'],
  ['terms_not_signed', 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'],
  ['prohibited', 'DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS'],
]);

function statusOf({ destination, recordCount, reasons }: Outcome, isProcessing: boolean, warnings: readonly string[]): object {
  if (isProcessing) return { destination, requestStatus: 'PROCESSING' };
  const warningCounts = warnings.map((reason) => ({ recordCount: String(recordCount), reason }));
  const warningInfo = warnings.length === 0 ? {} : { warningInfo: { warningCounts } };
  const events = { eventsIngestionStatus: { recordCount: String(recordCount) }, ...warningInfo };
  if (reasons.length === 0) return { destination, requestStatus: 'SUCCESS', ...events };
  // 64-bit integers are strings in the platform's JSON.
  const errorCounts = [...new Set(reasons)].map((reason) => ({
    recordCount: String(reasons.filter((other) => other === reason).length),
    reason,
  }));
  const requestStatus = reasons.length === recordCount ? 'FAILED' : 'PARTIAL_SUCCESS';
  return { destination, requestStatus, errorInfo: { errorCounts }, ...events };
}

function invalid(violations: readonly FieldViolation[]): PlatformAnswer {
  const [first] = violations;
  const message = `There was a problem with the request: ${first?.field ?? ''}: ${first?.description ?? ''}`;
  return searchError({
    code: 400,
    status: 'INVALID_ARGUMENT',
    message,
    violations,
    ...(first === undefined ? {} : { reason: first.reason }),
  });
}

function missing(field: string): FieldViolation {
  return { field, description: 'Required field is missing.', reason: 'REQUIRED_FIELD_MISSING' };
}

function list(body: Json, key: string): readonly Json[] {
  const value = body[key];
  return Array.isArray(value) ? (value as Json[]) : [];
}

function readBody({ body }: PlatformRequest): Json | undefined {
  try {
    const json = JSON.parse(body.toString('utf8')) as unknown;
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : undefined;
  } catch {
    return undefined;
  }
}
