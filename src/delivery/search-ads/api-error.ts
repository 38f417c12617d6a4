import type { JsonObject } from '../../base/exact-json.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import { answerObject, objectIn, objectsIn, textIn } from '../answer-json.ts';
import type { OutgoingAnswer } from '../outgoing.ts';
import { platformWords, quoted } from '../platform-words.ts';
import { SEARCH_ADS_SCOPE } from './access-token.ts';
import { accountBlocked, conversionRefused, credentialRefused, passing, retryAfter, throttled } from './faults.ts';

/** What the errors are about, for the sentences. */
export interface ErrorContext {
  readonly accountId: string;
  /** Values of the request that the platform may repeat and nobody is to read. */
  readonly sent: readonly string[];
  readonly now: number;
}

interface ApiError {
  /** `PERMISSION_DENIED`; empty: not an answer of the platform's own. */
  readonly status: string;
  readonly reasons: readonly string[];
  readonly words: string;
  readonly retryDelay: string | undefined;
  readonly permission: string | undefined;
}

/** What has to be done at the platform before it takes anything of this account. */
const BLOCKS: ReadonlyMap<string, string> = new Map([
  ['TERMS_AND_CONDITIONS_NOT_SIGNED', 'Accept the customer data terms in the ads account (Goals, Settings).'],
  [
    'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED',
    'Switch on enhanced conversions in the ads account (Goals, Settings) and accept their terms.',
  ],
  ['SERVICE_DISABLED', 'Enable the Data Manager API in the cloud project of the credential.'],
]);

const ACTION_REASONS: ReadonlySet<string> = new Set(['INVALID_CONVERSION_ACTION_ID', 'INVALID_CONVERSION_ACTION_TYPE']);

/** What an answer other than 200 means for the conversions. */
export function troubleOfAnswer(answer: OutgoingAnswer, context: ErrorContext): PlatformTrouble {
  const error = readApiError(answer, context.sent);
  const { status } = answer;
  const waitMs = retryAfter(answer.headers['retry-after'], error.retryDelay, context.now);
  if (status === 429 || error.status === 'RESOURCE_EXHAUSTED') return throttled(error.words, waitMs);
  const block = error.reasons.find((reason) => BLOCKS.has(reason));
  if (block !== undefined && status < 500) {
    return accountBlocked(`The search-ads platform takes nothing of account ${context.accountId} (${block}).`, BLOCKS.get(block) ?? '');
  }
  if (status === 401 || status === 403) return refusedCredential(error, context.accountId);
  const isFinal = status === 413 || (error.status !== '' && status >= 400 && status < 500 && !PASSING_STATUS.has(status));
  if (isFinal) return { kind: 'refused', fault: conversionRefused(refusal(error, status)) };
  return passing(
    `The search-ads platform failed (HTTP ${status}${error.status === '' ? '' : `, ${error.status}`}).${quoted(error.words)}`,
    waitMs,
  );
}

/** Timeouts, conflicts with other calls, and calls that were given up. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 499]);

function refusedCredential({ reasons, words, permission, status }: ApiError, accountId: string): PlatformTrouble {
  const reason = reasons[0] ?? status;
  const what = `The search-ads platform refuses the credential${reason === '' ? '' : ` (${reason})`}.${quoted(words)}`;
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) {
    return credentialRefused(what, `It was made without the scope ${SEARCH_ADS_SCOPE}: make it again with that scope.`);
  }
  if (permission !== undefined) return credentialRefused(what, `It lacks the permission ${permission}: give it in the cloud project.`);
  if (status === 'PERMISSION_DENIED' || reasons.includes('PERMISSION_DENIED')) {
    return credentialRefused(
      what,
      `It needs standard access to the ads account ${accountId}, or to the manager account in SEARCHADS_LOGIN_ACCOUNT_ID that manages it.`,
    );
  }
  return credentialRefused(what, 'Check the file of SEARCHADS_CREDENTIALS_FILE.');
}

function refusal({ reasons, words, status }: ApiError, httpStatus: number): string {
  const reason = reasons.length === 0 ? status || `HTTP ${httpStatus}` : reasons.join(', ');
  const todo = reasons.some((one) => ACTION_REASONS.has(one))
    ? ' Check SEARCHADS_CONVERSION_ACTIONS: the id has to be that of an action of this account whose source is an import of clicks.'
    : '';
  return `The search-ads platform refuses the conversion (${reason}).${quoted(words)}${todo}`;
}

/** Reads an error of the google.rpc kind. */
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

/** A name in capitals; anything else would be somebody's text. */
function constantIn(object: JsonObject, key: string): string | undefined {
  const text = textIn(object, key) ?? '';
  return /^[A-Z][A-Z0-9_]{1,99}$/.test(text) ? text : undefined;
}
