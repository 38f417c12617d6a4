import { field, type JsonObject, scalarText } from '../../base/exact-json.ts';
import type { RequestResult } from '../../domain/connectors.ts';
import { answerObject, objectIn, objectsIn } from '../answer-json.ts';
import { conversionRefused } from './faults.ts';

/** The platform takes minutes to hours; more questions would only spend its quota. */
export const ASK_AFTER_MS = 5 * 60_000;

const REASON_PREFIX = /^PROCESSING_ERROR_REASON_/;

/** In words, what an operator can do something about. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['EVENT_TOO_OLD', 'the click is too long ago'],
  ['DENIED_CONSENT', 'the person refused consent'],
  ['INVALID_GCLID', 'it does not know the click id'],
  ['DUPLICATE_GCLID', 'it has a conversion of this click at this time'],
  ['OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER', 'the click belongs to another ads account than SEARCHADS_ACCOUNT_ID'],
]);

interface ErrorCount {
  readonly reason: string;
  readonly count: number;
}

/** What the platform's answer about a request means. What it did not decide yet, or in a word we do not know, is asked for again. */
export function resultOfStatus(body: Uint8Array): RequestResult {
  const destinations = objectsIn(answerObject(body), 'requestStatusPerDestination');
  const states = destinations.map((destination) => scalarText(field(destination, 'requestStatus')) ?? '');
  if (states.length === 0 || !states.every((state) => DECIDED.has(state))) return { kind: 'processing', askAfterMs: ASK_AFTER_MS };
  if (states.every((state) => state === 'SUCCESS')) return { kind: 'sent' };
  const errors = destinations.flatMap(errorCounts);
  // A conversion whose transaction id is known is there already: an earlier request with it was taken, though its answer never came here.
  // With no other reason, every conversion of the request is there.
  if (errors.length > 0 && errors.every(({ reason }) => reason === 'DUPLICATE_TRANSACTION_ID')) return { kind: 'sent' };
  return { kind: 'rejected', fault: conversionRefused(rejection(errors, states.includes('PARTIAL_SUCCESS'))) };
}

const DECIDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILED', 'PARTIAL_SUCCESS']);

function rejection(errors: readonly ErrorCount[], isPartial: boolean): string {
  const count = errors.reduce((sum, error) => sum + error.count, 0);
  const reasons = errors
    .map((error) => `${errors.length > 1 ? `${error.count} × ` : ''}${error.reason}${inWords(error.reason)}`)
    .join('; ');
  const why = reasons === '' ? 'it does not say why' : reasons;
  if (count <= 1 && !isPartial) return `The search-ads platform did not take the conversion: ${why}.`;
  return `The search-ads platform did not take ${count === 0 ? 'some' : count} of the conversions of the request: ${why}.`;
}

function inWords(reason: string): string {
  const words = WORDS.get(reason);
  return words === undefined ? '' : ` (${words})`;
}

function errorCounts(destination: JsonObject): readonly ErrorCount[] {
  return objectsIn(objectIn(destination, 'errorInfo'), 'errorCounts').map((entry) => {
    const reason = (scalarText(field(entry, 'reason')) ?? '').replace(REASON_PREFIX, '');
    const count = Number(scalarText(field(entry, 'recordCount')) ?? 1);
    return { reason: /^[A-Z][A-Z0-9_]{1,99}$/.test(reason) ? reason : 'UNKNOWN', count: Number.isSafeInteger(count) ? count : 1 };
  });
}
