import { type Clock, systemClock } from '../../base/clock.ts';
import { formatDuration } from '../../base/duration.ts';
import { field, type JsonObject, scalarText, wholeNumberText, writeJson } from '../../base/exact-json.ts';
import { fingerprint } from '../../base/fingerprint.ts';
import { DAY_MS } from '../../base/time-units.ts';
import type { ConversionSender, ConversionTrouble, PlatformTrouble, RequestResult, SendResult } from '../../domain/connectors.ts';
import { type ConversionToSend, INITIAL_STAGE_KEY, OLDEST_ACCEPTED_MS, OUTCOME_UNKNOWN, Platform } from '../../domain/conversion.ts';
import { byConversionName } from '../../domain/conversion-name.ts';
import { type Fault, newFault } from '../../domain/fault.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { conversionEvent, eventTime, hasIdentifier, missingOfVisit } from './conversion-event.ts';
import { GraphApi, type GraphApiOptions, inTrouble } from './graph-api.ts';
import { unreadable } from './graph-errors.ts';

/** Meta deduplicates a repeated event for this long. */
const KNOWN_AGAIN_MS = 2 * DAY_MS;
/** For the time between our check of the age and Meta's. */
const MARGIN_MS = 5 * 60_000;

/** Meta accepts 1,000; a refused batch is sent again in halves, so smaller ones cost less. */
const MOST_TOGETHER = 200;

export interface ConversionsSenderOptions extends GraphApiOptions {
  /** Digits. */
  readonly datasetId: string;
  readonly token: string;
  /** Conversion name → Meta's event name. */
  readonly names: ReadonlyMap<string, string>;
}

/** Sends conversions to a Meta dataset (Conversions API). */
export class SocialConversionsSender implements ConversionSender {
  readonly platform = Platform.socialAds;
  readonly account: AccountName;
  readonly credential: string;
  readonly mostTogether = MOST_TOGETHER;
  readonly #api: GraphApi;
  readonly #options: ConversionsSenderOptions;
  readonly #clock: Clock;

  constructor(options: ConversionsSenderOptions) {
    this.account = { platform: Platform.socialAds, kind: 'dataset', id: options.datasetId };
    this.credential = fingerprint(options.token);
    this.#api = new GraphApi(options);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  objection(conversion: ConversionToSend, now: number): Fault | null {
    const age = now - eventTime(conversion, now);
    if (age > OLDEST_ACCEPTED_MS.social_ads - MARGIN_MS) return conversion.key === INITIAL_STAGE_KEY ? stageTooOld(age) : tooOld(age);
    if (!hasIdentifier(conversion)) return NO_IDENTIFIER;
    const missing = missingOfVisit(conversion.lead);
    if (missing.length > 0) return visitUnknown(missing);
    const { uncertainSince } = conversion;
    return uncertainSince !== null && now - uncertainSince > KNOWN_AGAIN_MS ? outcomeUnknown(conversion.id, now - uncertainSince) : null;
  }

  /** Meta counts a name and id once within 48 hours, so a repeat in that time is harmless. */
  send(conversions: readonly ConversionToSend[], signal: AbortSignal): Promise<SendResult> {
    return this.#post(conversions, {}, signal);
  }

  /**
   * "Events sent with test_event_code are not dropped. They flow into Events Manager and are used for targeting and ads measurement purposes"
   * (developers.facebook.com/docs/marketing-api/conversions-api/using-the-api).
   */
  tryOut(conversion: ConversionToSend, testCode: string, signal: AbortSignal): Promise<SendResult> {
    return this.#post([conversion], { test_event_code: testCode }, signal);
  }

  async #post(conversions: readonly ConversionToSend[], more: JsonObject, signal: AbortSignal): Promise<SendResult> {
    const { datasetId, token, names } = this.#options;
    const now = this.#clock();
    const data = conversions.map((conversion) =>
      conversionEvent(conversion, byConversionName(names, conversion.name) ?? conversion.name, now),
    );
    const body = writeJson({ data, ...more });
    const answer = await this.#api.ask({ path: `${datasetId}/events`, body, token, purpose: 'conversion', signal });
    if (answer.kind === 'trouble') return { kind: 'trouble', trouble: heldIfUnknown(answer.trouble) };
    if (wholeNumberText(field(answer.json, 'events_received')) !== String(conversions.length)) {
      return inTrouble(unreadable({ status: 200 }, 'unconfirmed', conversions.length));
    }
    return { kind: 'sent', requestId: traceOf(answer.json) };
  }

  /** Meta decides a request immediately: one with an id was accepted. */
  async askResult(): Promise<RequestResult> {
    return { kind: 'sent' };
  }
}

/** An error that lead-intake does not know may be about one conversion or about all of them: they wait for a person. */
function heldIfUnknown(trouble: PlatformTrouble): ConversionTrouble {
  return trouble.kind === 'missing' ? { kind: 'held', fault: trouble.fault, isOfRequest: false } : trouble;
}

function traceOf(answer: JsonObject): string | null {
  return /^[\w-]{1,64}$/.exec(scalarText(field(answer, 'fbtrace_id')) ?? '')?.[0] ?? null;
}

const NO_IDENTIFIER: Fault = newFault('conversion_no_identifier', ['conversionWithoutPerson']);

function visitUnknown(missing: readonly string[]): Fault {
  return newFault('conversion_visit_unknown', ['conversionWithoutVisit', { missing: missing.join(' ') }]);
}

/** @param agoMs how long ago it was first sent without an answer */
function outcomeUnknown(id: string, agoMs: number): Fault {
  return newFault(OUTCOME_UNKNOWN, ['metaMayHaveIt', { id, ago: formatDuration(agoMs) }]);
}

function stageTooOld(ageMs: number): Fault {
  return newFault('conversion_too_old', ['stageTooOld', { ago: formatDuration(ageMs) }]);
}

function tooOld(ageMs: number): Fault {
  return newFault('conversion_too_old', ['conversionTooOld', { ago: formatDuration(ageMs) }]);
}
