import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson, scalarText } from '../../base/exact-json.ts';
import { DAY_MS, MINUTE_MS } from '../../base/time-units.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { ON_HOLD } from '../../domain/conversion.ts';
import { type Fault, faultParams, newFault, type Sentence } from '../../domain/fault.ts';
import type { GraphOddity } from '../../messages/fault-parts.ts';
import { answerObject, retryAfterMs } from '../answer.ts';
import type { OutgoingAnswer } from '../outgoing.ts';
import { platformWords } from '../platform-words.ts';

/** The purpose of a call: the same error means something else for reading than for sending. */
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
/** The longest window in which Meta counts calls. */
const LONGEST_PAUSE_MS = DAY_MS;
const DEFAULT_PAUSE_MS = 5 * MINUTE_MS;

/** Meta's error object. */
interface GraphError {
  /** 0 if it has none. */
  readonly code: number;
  readonly subcode: number;
  readonly isTransient: boolean;
  /** Meta's own message, with its codes. */
  readonly message: Extract<Sentence, readonly ['graphMessage', unknown]>;
}

/** The answer is not Meta's own; `found` is what it is instead. */
export function unreadable({ status }: Pick<OutgoingAnswer, 'status'>, found: GraphOddity, events = 0): PlatformTrouble {
  return passing([['socialAnswerUnknown', { status, found, events }]], null);
}

/** The token contains characters that a request cannot contain; nothing was sent. */
export function unusableToken(call: Pick<GraphCall, 'purpose'>): PlatformTrouble {
  return { kind: 'credential', fault: credentialFault([['tokenUnusable']], call) };
}

/** What an error answer means for the job, from Meta's table of codes. */
export function troubleOf(answer: OutgoingAnswer, call: GraphCall): PlatformTrouble {
  const error = readGraphError(answer.body, [call.token, ...(call.hidden === undefined ? [] : [call.hidden])]);
  const isThrottled = answer.status === 429 || (error !== null && isThrottleCode(error.code));
  if (isThrottled) return throttled(answer, error, call);
  if (answer.status >= 500 || error?.isTransient === true || error?.code === 1 || error?.code === 2) {
    const said = error === null ? [] : [error.message];
    const trouble = passing([['socialOutOfOrder', { status: answer.status }], ['callRepeated'], ...said], askedWaitMs(answer, call));
    // If Meta itself returned the error, it did not accept the request; without an error object, a proxy may have failed after Meta accepted it.
    return error === null ? trouble : { ...trouble, isUnsent: true };
  }
  return error === null || error.code === 0 ? unreadable(answer, 'no_error') : lastingTrouble(error, call);
}

function lastingTrouble(error: GraphError, call: GraphCall): PlatformTrouble {
  const { code, subcode, message: said } = error;
  const { words } = said[1];
  if (code === 100 && PROOF_NEEDED.test(words)) return permission(['appSecretProofNeeded'], said, call);
  if (code === 190 && subcode === 0 && PAGE_TOKEN_NEEDED.test(words)) return permission(['pageTokenNeeded'], said, call);
  if (code === 190 || code === 102) return credential([TOKEN_ENDINGS.get(subcode) ?? 'tokenInvalid'], said, call);
  if (code === 10 || (code >= 200 && code <= 299)) return permission([MISSING_PERMISSION[call.purpose]], said, call);
  if (code === 368) return { kind: 'blocked', fault: newFault('account_blocked', ['accountPolicyBreach'], said) };
  if (call.purpose === 'lead') return { kind: 'missing', fault: newFault('lead_not_available', ['objectNotShown'], said) };
  // The dataset does not exist, and the conversion is not at fault: if it were rejected, a wrong setting would lose it.
  if (code === 100 && subcode === 33) return credential(['datasetNotShown'], said, call);
  if (code === 100) return { kind: 'refused', fault: newFault('conversion_refused', ['socialRefusesConversion'], said) };
  // Often a setting: an unknown or expired version, a capability that the app lacks. If the conversion were rejected, that would lose it.
  const params = faultParams(['socialErrorUnknown'], said, ['fixSocialError'], ['sendHeldAgain']);
  return { kind: 'missing', fault: { code: ON_HOLD, params } };
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

/** Whether Meta refuses the call's `appsecret_proof`: it was created with the secret of an app other than the token's. */
export function isProofRefused({ body }: Pick<OutgoingAnswer, 'body'>): boolean {
  const error = field(answerObject(body), 'error');
  return isJsonObject(error) && PROOF_WRONG.test(scalarText(field(error, 'message')) ?? '');
}

const PROOF_WRONG = /invalid appsecret_proof/i;
const PROOF_NEEDED = /require an appsecret_proof/i;

/** If Meta requires the page's own token, it refuses a valid one with the code for an invalid one (facebook-php-business-sdk#428). */
const PAGE_TOKEN_NEEDED = /must be called with a Page Access Token/i;

function credential(what: Sentence, said: Sentence, call: GraphCall): PlatformTrouble {
  return { kind: 'credential', fault: credentialFault([what, said], call) };
}

/** The token is valid, but lacks this permission. */
function permission(what: Sentence, said: Sentence, call: GraphCall): PlatformTrouble {
  return { kind: 'credential', fault: credentialFault([what, said], call), isPermission: true };
}

/** Code that fetches leads knows the page, and adds how to replace its token. */
function credentialFault(sentences: readonly Sentence[], { purpose }: Pick<GraphCall, 'purpose'>): Fault {
  return newFault('credential_refused', ...sentences, ...(purpose === 'lead' ? [] : [['replaceDatasetToken'] as const]));
}

function passing(sentences: readonly Sentence[], retryAfter: number | null): Extract<PlatformTrouble, { kind: 'passing' }> {
  return { kind: 'passing', fault: newFault('platform_unavailable', ...sentences), retryAfterMs: retryAfter };
}

function throttled(answer: OutgoingAnswer, error: GraphError | null, call: GraphCall): PlatformTrouble {
  const askedMs = regainAccessMs(answer.headers['x-business-use-case-usage']) ?? askedWaitMs(answer, call) ?? DEFAULT_PAUSE_MS;
  const pauseMs = Math.max(askedMs, SHORTEST_PAUSE_MS);
  const params = faultParams(['tooManyCalls', { minutes: Math.ceil(pauseMs / MINUTE_MS) }], ...(error === null ? [] : [error.message]));
  return { kind: 'throttled', fault: { code: 'platform_throttled', params }, pauseMs };
}

/** Limits of the app, the user, the page, or one use case of the business. */
function isThrottleCode(code: number): boolean {
  return THROTTLE_CODES.has(code) || (code >= 80_000 && code <= 80_014);
}

const THROTTLE_CODES: ReadonlySet<number> = new Set([4, 17, 32, 341, 613]);

/** The longest wait in the header, in ms, at most a day; `null` if there is none. Its numbers are minutes, by business id and use case. */
function regainAccessMs(header: string | undefined): number | null {
  const json = parseJson(header ?? '');
  const lists = json.ok && isJsonObject(json.value) ? Object.values(json.value) : [];
  const minutes = lists
    .flatMap((list) => (isJsonArray(list) ? list : []))
    .map((usage) => (isJsonObject(usage) ? Number(scalarText(field(usage, 'estimated_time_to_regain_access'))) : 0))
    .filter((wait) => wait > 0);
  return minutes.length === 0 ? null : Math.min(Math.max(...minutes) * MINUTE_MS, LONGEST_PAUSE_MS);
}

/** The wait in the header `Retry-After`, in ms, at most a day. */
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
    message: messageSentence(error, secrets),
  };
}

function messageSentence(error: JsonObject, secrets: readonly string[]): GraphError['message'] {
  const text = (key: string): string => scalarText(field(error, key))?.trim() ?? '';
  const words = [...new Set([text('message'), text('error_user_msg')])].filter((said) => said !== '').join(' · ');
  const trace = /^[\w-]{1,40}$/.exec(text('fbtrace_id'))?.[0] ?? '';
  return [
    'graphMessage',
    {
      words: platformWords(words, secrets).replaceAll('"', "'"),
      code: wholeNumber(field(error, 'code')),
      subcode: wholeNumber(field(error, 'error_subcode')),
      trace: secrets.some((secret) => secret.includes(trace)) ? '' : trace,
    },
  ];
}

/** 0 for anything but a whole number that a double can hold. */
function wholeNumber(value: JsonValue | undefined): number {
  const number = Number(scalarText(value) ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : 0;
}
