import { type JsonObject, objectIn, objectsIn } from '../../base/exact-json.ts';
import type { ConversionTrouble, PlatformTrouble } from '../../domain/connectors.ts';
import type { Sentence } from '../../domain/fault.ts';
import { answerObject, textIn } from '../answer.ts';
import type { OutgoingAnswer } from '../outgoing.ts';
import { platformMessage, platformWords } from '../platform-words.ts';
import { SEARCH_ADS_SCOPE } from './access-token.ts';
import { accountBlocked, conversionRefused, credentialRefused, passing, retryAfter, ruledTrouble, throttled } from './faults.ts';
import { errorRule, UNKNOWN_REASON } from './reasons.ts';

/** The context of an error, for its sentences. */
export interface ErrorContext {
  readonly accountId: string;
  /** Values of the request that the platform may repeat but that must not be shown. */
  readonly sent: readonly string[];
  readonly now: number;
}

interface ApiError {
  /** `PERMISSION_DENIED`; empty if the answer is not the platform's own. */
  readonly status: string;
  readonly reasons: readonly string[];
  readonly words: string;
  readonly retryDelay: string | undefined;
  readonly permission: string | undefined;
}

/** What an answer other than 200 means for the request's conversions. */
export function troubleOfAnswer(answer: OutgoingAnswer, context: ErrorContext): ConversionTrouble {
  const error = readApiError(answer, context.sent);
  const told = troubleWithRequest(answer, error, context);
  if (told !== null) return told;
  const { status } = answer;
  if (status === 413) return { kind: 'refused', fault: conversionRefused(refusal(error, status)) };
  if (error.status === '' || status < 400 || status >= 500 || PASSING_STATUS.has(status)) return failed(answer, error, context);
  return troubleOfConversions(error, status);
}

/** What an answer other than 200 to a status request means. If the platform does not know the request, its conversions are sent again. */
export function troubleOfQuestion(answer: OutgoingAnswer, context: ErrorContext): PlatformTrouble | 'unknown_request' {
  const error = readApiError(answer, context.sent);
  const told = troubleWithRequest(answer, error, context);
  if (told !== null) return told;
  const isRefused = error.status !== '' && answer.status >= 400 && answer.status < 500 && !PASSING_STATUS.has(answer.status);
  return isRefused ? 'unknown_request' : failed(answer, error, context);
}

/** A problem that affects the whole account or credential; `null` if the answer is about the request itself. */
function troubleWithRequest(
  { status, headers }: OutgoingAnswer,
  error: ApiError,
  { accountId, now }: ErrorContext,
): PlatformTrouble | null {
  const rule = errorRule(error.reasons);
  const follows = rule?.follows;
  if (status === 429 || error.status === 'RESOURCE_EXHAUSTED' || (follows === 'pause' && status < 500)) {
    return throttled(error.words, retryAfter(headers['retry-after'], error.retryDelay, now));
  }
  if (rule !== undefined && status < 500 && (follows === 'account' || follows === 'contact_data')) {
    const reason = error.reasons.find((one) => errorRule([one]) === rule) ?? '';
    return accountBlocked(rule, { account: accountId, reason });
  }
  if (follows === 'outage') return failed({ status, headers }, error, { now });
  const isCredential = status === 401 || status === 403 || (follows === 'credential' && status < 500);
  return isCredential ? refusedCredential(error, accountId) : null;
}

function failed(
  { status, headers }: Pick<OutgoingAnswer, 'status' | 'headers'>,
  error: ApiError,
  { now }: Pick<ErrorContext, 'now'>,
): PlatformTrouble {
  return passing(
    [['googleFailed', { status, code: error.status }], ...platformMessage(error.words)],
    retryAfter(headers['retry-after'], error.retryDelay, now),
  );
}

/** The request is refused for its content. */
function troubleOfConversions(error: ApiError, status: number): ConversionTrouble {
  const rule = errorRule(error.reasons.length > 0 ? error.reasons : [error.status]) ?? UNKNOWN_REASON;
  return ruledTrouble(rule, ...refusal(error, status));
}

/** Timeouts, conflicts with other calls, and aborted calls. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 499]);

function refusedCredential(error: ApiError, account: string): PlatformTrouble {
  const reason = error.reasons[0] ?? error.status;
  return credentialRefused(['googleRefusesCredential', { reason }], ...platformMessage(error.words), remedyFor(error, account));
}

function remedyFor({ reasons, permission, status }: ApiError, account: string): Sentence {
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return ['googleScopeMissing', { scope: SEARCH_ADS_SCOPE }];
  if (permission !== undefined) return ['googlePermissionMissing', { permission }];
  const isAccess = status === 'PERMISSION_DENIED' || reasons.includes('PERMISSION_DENIED');
  return isAccess ? ['googleAccessMissing', { account }] : ['googleCheckCredential', {}];
}

function refusal({ reasons, words, status }: ApiError, httpStatus: number): readonly Sentence[] {
  const reason = reasons.length === 0 ? status || `HTTP ${httpStatus}` : reasons.join(', ');
  return [['googleRefusesConversion', { reason }], ...platformMessage(words)];
}

/** Reads a google.rpc error. */
function readApiError({ body }: OutgoingAnswer, sent: readonly string[]): ApiError {
  const error = objectIn(answerObject(body), 'error');
  const details = objectsIn(error, 'details');
  const violations = details.flatMap((detail) => objectsIn(detail, 'fieldViolations'));
  const reasons = [...details, ...violations].flatMap((one) => constantIn(one, 'reason') ?? []);
  const told = violations.map((one) => [textIn(one, 'field'), textIn(one, 'description')].filter((text) => text !== undefined).join(': '));
  return {
    status: constantIn(error, 'status') ?? '',
    reasons: [...new Set(reasons)].slice(0, MOST_REASONS),
    words: platformWords((told.length > 0 ? told.slice(0, MOST_REASONS).join('; ') : textIn(error, 'message')) ?? '', sent),
    retryDelay: details.flatMap((detail) => textIn(detail, 'retryDelay') ?? [])[0],
    permission: details
      .flatMap((detail) => textIn(objectIn(detail, 'metadata'), 'permission') ?? [])
      .find((name) => /^[\w.]{1,100}$/.test(name)),
  };
}

const MOST_REASONS = 3;

/** A name in capitals; anything else could be free text. */
function constantIn(object: JsonObject, key: string): string | undefined {
  const text = textIn(object, key) ?? '';
  return /^[A-Z][A-Z0-9_]{1,99}$/.test(text) ? text : undefined;
}
