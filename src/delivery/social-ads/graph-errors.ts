import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson, scalarText } from '../../base/exact-json.ts';
import { DAY_MS, MINUTE_MS } from '../../base/time-units.ts';
import { type Fault, type Sentence, told } from '../../domain/fault.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { GraphOddity } from '../../messages/fault-parts.ts';
import { answerObject } from '../answer-json.ts';
import type { OutgoingAnswer, OutgoingError } from '../outgoing.ts';
import { platformWords } from '../platform-words.ts';
import { retryAfterMs } from '../retry-after.ts';

/** What a call is for: the same error means something else for what is asked for than for what is sent. */
export type GraphPurpose = 'lead' | 'conversion';

export interface GraphCall {
  readonly purpose: GraphPurpose;
  readonly token: string;
  /** Another secret of the request. */
  readonly hidden?: string;
  /** UTC ms. */
  readonly now: number;
}

const SHORTEST_PAUSE_MS = MINUTE_MS;
/** The longest window the platform counts calls in. */
const LONGEST_PAUSE_MS = DAY_MS;
const DEFAULT_PAUSE_MS = 5 * MINUTE_MS;

/** An error object of the platform. */
interface GraphError {
  /** 0: it does not say. */
  readonly code: number;
  readonly subcode: number;
  readonly isTransient: boolean;
  /** What the platform says itself, with its numbers. */
  readonly said: Extract<Sentence, readonly ['graphSays', unknown]>;
}

/** No answer came, or none that may be read. */
export function unreachable(error: OutgoingError): PlatformTrouble {
  const trouble = passing([error.sentence, ['callRepeated']], null);
  return error.isUnsent ? { ...trouble, isUnsent: true } : trouble;
}

/** The answer is none of the platform's: what it is instead. */
export function unreadable({ status }: Pick<OutgoingAnswer, 'status'>, found: GraphOddity, events = 0): PlatformTrouble {
  return passing([['socialAnswerUnknown', { status, found, events }]], null);
}

/** The characters of the token cannot stand in a request; nothing was sent. */
export function unusableToken(call: Pick<GraphCall, 'purpose'>): PlatformTrouble {
  return { kind: 'credential', fault: credentialFault([['tokenUnusable']], call) };
}

/** What an answer that is an error means for the job that asked: the platform's table of codes. */
export function troubleOf(answer: OutgoingAnswer, call: GraphCall): PlatformTrouble {
  const error = readGraphError(answer.body, [call.token, ...(call.hidden === undefined ? [] : [call.hidden])]);
  const isThrottled = answer.status === 429 || (error !== null && isThrottleCode(error.code));
  if (isThrottled) return throttled(answer, error, call);
  if (answer.status >= 500 || error?.isTransient === true || error?.code === 1 || error?.code === 2) {
    const said = error === null ? [] : [error.said];
    const trouble = passing([['socialOutOfOrder', { status: answer.status }], ['callRepeated'], ...said], askedWaitMs(answer, call));
    // What the platform refuses itself it did not take; an error without its error object may come from something in between, after it took it.
    return error === null ? trouble : { ...trouble, isUnsent: true };
  }
  return error === null || error.code === 0 ? unreadable(answer, 'no_error') : lastingTrouble(error, call);
}

function lastingTrouble(error: GraphError, call: GraphCall): PlatformTrouble {
  const { code, subcode, said } = error;
  const { words } = said[1];
  if (code === 100 && PROOF_NEEDED.test(words)) return permission(['appSecretProofNeeded'], said, call);
  if (code === 190 && subcode === 0 && PAGE_TOKEN_NEEDED.test(words)) return permission(['pageTokenNeeded'], said, call);
  if (code === 190 || code === 102) return credential([TOKEN_ENDINGS.get(subcode) ?? 'tokenInvalid'], said, call);
  if (code === 10 || (code >= 200 && code <= 299)) return permission([MISSING_PERMISSION[call.purpose]], said, call);
  if (code === 368) return { kind: 'blocked', fault: { code: 'account_blocked', message: told(['accountPolicyBreach'], said) } };
  if (call.purpose === 'lead') return { kind: 'missing', fault: { code: 'lead_not_available', message: told(['objectNotShown'], said) } };
  // The dataset is what is not there, and no fault of the conversion: rejected, it would be lost for a wrong setting.
  if (code === 100 && subcode === 33) return credential(['datasetNotShown'], said, call);
  return { kind: 'refused', fault: { code: 'conversion_refused', message: told(['socialRefusesConversion'], said) } };
}

/** Subcodes of 190. */
const TOKEN_ENDINGS = new Map<number, TokenEnding>([
  [458, 'tokenAppRemoved'],
  [459, 'tokenLoginNeeded'],
  [460, 'tokenPasswordChanged'],
  [463, 'tokenExpired'],
  [464, 'tokenUnconfirmed'],
  [467, 'tokenRevoked'],
]);

type TokenEnding = 'tokenAppRemoved' | 'tokenLoginNeeded' | 'tokenPasswordChanged' | 'tokenExpired' | 'tokenUnconfirmed' | 'tokenRevoked';

const MISSING_PERMISSION = { lead: 'tokenMayNotRead', conversion: 'tokenMayNotSend' } as const;

/** Whether the platform refuses the `appsecret_proof` of the call: it was made with the secret of another app than the token's. */
export function isProofRefused({ body }: Pick<OutgoingAnswer, 'body'>): boolean {
  const error = field(answerObject(body), 'error');
  return isJsonObject(error) && PROOF_WRONG.test(scalarText(field(error, 'message')) ?? '');
}

const PROOF_WRONG = /invalid appsecret_proof/i;
const PROOF_NEEDED = /require an appsecret_proof/i;

/** Meta refuses a living token with the code of a dead one where it wants the token of the page itself (facebook-php-business-sdk#428). */
const PAGE_TOKEN_NEEDED = /must be called with a Page Access Token/i;

function credential(what: Sentence, said: Sentence, call: GraphCall): PlatformTrouble {
  return { kind: 'credential', fault: credentialFault([what, said], call) };
}

/** The token is alive, and may not do this. */
function permission(what: Sentence, said: Sentence, call: GraphCall): PlatformTrouble {
  return { kind: 'credential', fault: credentialFault([what, said], call), isPermission: true };
}

/** Who fetches leads knows the page, and says how its token is replaced. */
function credentialFault(sentences: readonly Sentence[], { purpose }: Pick<GraphCall, 'purpose'>): Fault {
  return { code: 'credential_refused', message: told(...sentences, ...(purpose === 'lead' ? [] : [['replaceDatasetToken'] as const])) };
}

function passing(sentences: readonly Sentence[], retryAfter: number | null): Extract<PlatformTrouble, { kind: 'passing' }> {
  return { kind: 'passing', fault: { code: 'platform_unavailable', message: told(...sentences) }, retryAfterMs: retryAfter };
}

function throttled(answer: OutgoingAnswer, error: GraphError | null, call: GraphCall): PlatformTrouble {
  const askedMs = regainAccessMs(answer.headers['x-business-use-case-usage']) ?? askedWaitMs(answer, call) ?? DEFAULT_PAUSE_MS;
  const pauseMs = Math.max(askedMs, SHORTEST_PAUSE_MS);
  const message = told(['tooManyCalls', { minutes: Math.ceil(pauseMs / MINUTE_MS) }], ...(error === null ? [] : [error.said]));
  return { kind: 'throttled', fault: { code: 'platform_throttled', message }, pauseMs };
}

/** Of the app, the user, the page, or one use case of the business. */
function isThrottleCode(code: number): boolean {
  return THROTTLE_CODES.has(code) || (code >= 80_000 && code <= 80_014);
}

const THROTTLE_CODES: ReadonlySet<number> = new Set([4, 17, 32, 341, 613]);

/** The longest wait the header names, in ms, at most a day; null: it names none. Its numbers are minutes, by business id and use case. */
function regainAccessMs(header: string | undefined): number | null {
  const json = parseJson(header ?? '');
  const lists = json.ok && isJsonObject(json.value) ? Object.values(json.value) : [];
  const minutes = lists
    .flatMap((list) => (isJsonArray(list) ? list : []))
    .map((usage) => (isJsonObject(usage) ? Number(scalarText(field(usage, 'estimated_time_to_regain_access'))) : 0))
    .filter((wait) => wait > 0);
  return minutes.length === 0 ? null : Math.min(Math.max(...minutes) * MINUTE_MS, LONGEST_PAUSE_MS);
}

/** At most a day. */
function askedWaitMs({ headers }: OutgoingAnswer, { now }: GraphCall): number | null {
  const waitMs = retryAfterMs(headers['retry-after'], now);
  return waitMs === null ? null : Math.min(waitMs, LONGEST_PAUSE_MS);
}

function readGraphError(body: Uint8Array, secrets: readonly string[]): GraphError | null {
  const error = field(answerObject(body), 'error');
  if (!isJsonObject(error)) return null;
  return {
    code: wholeNumber(field(error, 'code')),
    subcode: wholeNumber(field(error, 'error_subcode')),
    isTransient: scalarText(field(error, 'is_transient')) === 'true',
    said: saidWords(error, secrets),
  };
}

function saidWords(error: JsonObject, secrets: readonly string[]): GraphError['said'] {
  const text = (key: string): string => scalarText(field(error, key))?.trim() ?? '';
  const words = [...new Set([text('message'), text('error_user_msg')])].filter((said) => said !== '').join(' · ');
  const trace = /^[\w-]{1,40}$/.exec(text('fbtrace_id'))?.[0] ?? '';
  return [
    'graphSays',
    {
      words: platformWords(words, secrets).replaceAll('"', "'"),
      code: wholeNumber(field(error, 'code')),
      subcode: wholeNumber(field(error, 'error_subcode')),
      trace: secrets.some((secret) => secret.includes(trace)) ? '' : trace,
    },
  ];
}

/** 0 for what is no whole number that a double holds. */
function wholeNumber(value: JsonValue | undefined): number {
  const number = Number(scalarText(value) ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : 0;
}
