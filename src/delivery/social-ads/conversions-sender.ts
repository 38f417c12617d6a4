import { type Clock, systemClock } from '../../base/clock.ts';
import { formatDuration } from '../../base/duration.ts';
import { field, type JsonObject, scalarText, wholeNumberText, writeJson } from '../../base/exact-json.ts';
import { fingerprint } from '../../base/fingerprint.ts';
import { DAY_MS } from '../../base/time-units.ts';
import type { ConversionSender, RequestResult, SendResult } from '../../domain/connectors.ts';
import { type ConversionToSend, INITIAL_STAGE_KEY, OUTCOME_UNKNOWN } from '../../domain/conversion.ts';
import { type Fault, told } from '../../domain/fault.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { conversionEvent, eventTime, hasIdentifier, missingOfVisit } from './conversion-event.ts';
import { GraphApi, type GraphApiOptions, inTrouble } from './graph-api.ts';
import { unreadable } from './graph-errors.ts';

/** The platform refuses a whole request for one event that is older. */
const OLDEST_MS = 7 * DAY_MS;
/** So long the platform counts an event that is sent again only once. */
const KNOWN_AGAIN_MS = 2 * DAY_MS;
/** Between the look at the age and the look of the platform. */
const MARGIN_MS = 5 * 60_000;

/** The platform takes 1,000; what is refused together is sent again in halves, so fewer cost less. */
const MOST_TOGETHER = 200;

export interface ConversionsSenderOptions extends GraphApiOptions {
  /** Digits. */
  readonly datasetId: string;
  readonly token: string;
  /** Name of a conversion → what the platform calls it. */
  readonly names: ReadonlyMap<string, string>;
}

/** Sends conversions to a dataset of the social-ads platform (Conversions API). */
export class SocialConversionsSender implements ConversionSender {
  readonly platform = 'social_ads';
  readonly account: AccountName;
  readonly credential: string;
  readonly mostTogether = MOST_TOGETHER;
  readonly #api: GraphApi;
  readonly #options: ConversionsSenderOptions;
  readonly #clock: Clock;

  constructor(options: ConversionsSenderOptions) {
    this.account = { platform: 'social_ads', kind: 'dataset', id: options.datasetId };
    this.credential = fingerprint(options.token);
    this.#api = new GraphApi(options);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  objection(conversion: ConversionToSend, now: number): Fault | null {
    const age = now - eventTime(conversion, now);
    if (age > OLDEST_MS - MARGIN_MS) return conversion.key === INITIAL_STAGE_KEY ? stageTooOld(age) : tooOld(age);
    if (!hasIdentifier(conversion)) return NO_IDENTIFIER;
    const missing = missingOfVisit(conversion.lead);
    if (missing.length > 0) return visitUnknown(missing);
    const { uncertainSince } = conversion;
    return uncertainSince !== null && now - uncertainSince > KNOWN_AGAIN_MS ? outcomeUnknown(conversion.id, now - uncertainSince) : null;
  }

  /** The platform counts a name and id once within 48 hours, so a repeat in that time does no harm. */
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
    const data = conversions.map((conversion) => conversionEvent(conversion, names.get(conversion.name) ?? conversion.name, now));
    const body = writeJson({ data, ...more });
    const answer = await this.#api.ask({ path: `${datasetId}/events`, body, token, purpose: 'conversion', signal });
    if (answer.kind === 'trouble') return answer;
    if (wholeNumberText(field(answer.json, 'events_received')) !== String(conversions.length)) {
      return inTrouble(unreadable({ status: 200 }, 'unconfirmed', conversions.length));
    }
    return { kind: 'sent', requestId: traceOf(answer.json) };
  }

  /** The platform answers a request at once: one that has a name was taken. */
  async askResult(): Promise<RequestResult> {
    return { kind: 'sent' };
  }
}

function traceOf(answer: JsonObject): string | null {
  return /^[\w-]{1,64}$/.exec(scalarText(field(answer, 'fbtrace_id')) ?? '')?.[0] ?? null;
}

const NO_IDENTIFIER: Fault = { code: 'conversion_no_identifier', message: told(['conversionWithoutPerson']) };

function visitUnknown(missing: readonly string[]): Fault {
  return { code: 'conversion_visit_unknown', message: told(['conversionWithoutVisit', { missing: missing.join(' ') }]) };
}

/** @param agoMs when it was first sent without an answer */
function outcomeUnknown(id: string, agoMs: number): Fault {
  return { code: OUTCOME_UNKNOWN, message: told(['metaMayHaveIt', { id, ago: formatDuration(agoMs) }]) };
}

function stageTooOld(ageMs: number): Fault {
  return { code: 'conversion_too_old', message: told(['stageTooOld', { ago: formatDuration(ageMs) }]) };
}

function tooOld(ageMs: number): Fault {
  return { code: 'conversion_too_old', message: told(['conversionTooOld', { ago: formatDuration(ageMs) }]) };
}
