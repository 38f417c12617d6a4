import { field, type JsonObject, objectIn, objectsIn, scalarText } from '../../base/exact-json.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/time-units.ts';
import type { RequestResult, TakenRequest } from '../../domain/connectors.ts';
import type { Sentence } from '../../domain/fault.ts';
import { allOf, type GoogleReason } from '../../messages/fault-parts.ts';
import { answerObject } from '../answer.ts';
import { accountBlocked, ruledTrouble } from './faults.ts';
import { decisive, ERROR_REASONS, processingRule, UNKNOWN_REASON, withoutPrefix } from './reasons.ts';

/** As the platform requests: first after 30 minutes, then exponentially (developers.google.com/data-manager/api/devguides/diagnostics). */
export const FIRST_LOOK_MS = 30 * MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** When to ask again after an undecided answer. The interval doubles, so only the time of the request has to be stored. */
function askAfterMs(takenAt: number, now: number): number {
  return Math.min(Math.max(now - takenAt, FIRST_LOOK_MS), LONGEST_WAIT_MS);
}

/** The result of a request from the platform's answer. If it is undecided or in an unknown state, the platform is asked again. */
export function resultOfStatus(
  body: Uint8Array,
  request: TakenRequest,
  { accountId, now }: { accountId: string; now: number },
): RequestResult {
  const destinations = objectsIn(answerObject(body), 'requestStatusPerDestination');
  const states = destinations.map((destination) => scalarText(field(destination, 'requestStatus')) ?? '');
  if (states.length === 0 || !states.every((state) => DECIDED.has(state))) {
    return { kind: 'processing', askAfterMs: askAfterMs(request.takenAt, now) };
  }
  if (states.every((state) => state === 'SUCCESS')) return { kind: 'sent' };
  const errors = destinations.flatMap(errorCounts);
  const ruled = errors.map((error) => ({ ...error, rule: processingRule(error.reason) }));
  const reasons = ruled.map(({ reason, count, rule: { means } }) => ({ reason, count, ...(means === undefined ? {} : { means }) }));
  // If there is no other reason, the platform has every conversion: an earlier request with its transaction id was accepted, but its answer was lost.
  if (ruled.length > 0 && ruled.every(({ rule }) => rule.follows === 'taken')) return { kind: 'sent' };
  const blocked = ruled.find(({ rule }) => rule.follows === 'contact_data');
  const isSomeTaken = !states.every((state) => FAILED.has(state));
  const isAnyThere = isSomeTaken || ruled.some(({ rule }) => rule.follows === 'taken');
  // If the platform itself failed, an earlier request whose answer was lost may still have been accepted.
  const mayBeTaken = !isAnyThere && ruled.every(({ rule }) => 'isInconclusive' in rule) ? null : isAnyThere;
  const isOfAll = errors.length <= 1 && !isAnyThere && (errors[0]?.count ?? 1) >= request.size;
  if (blocked !== undefined) {
    const trouble = accountBlocked(blocked.rule, { account: accountId, reason: blocked.reason });
    return { kind: 'rejected', trouble, isOfAll, mayBeTaken, isAccountUsed: false };
  }
  return {
    kind: 'rejected',
    trouble: ruledTrouble(decisive(ruled.map(({ rule }) => rule)), rejection(reasons, states.includes('PARTIAL_SUCCESS'))),
    isOfAll,
    mayBeTaken,
    isAccountUsed: isSomeTaken || ruled.some(({ rule }) => 'isPersonSearched' in rule),
  };
}

/** The platform accepted the request but no longer knows it: its conversions are sent again. */
export function unknownRequest(): RequestResult {
  const rule = ERROR_REASONS.get('INVALID_REQUEST_ID') ?? UNKNOWN_REASON;
  return { kind: 'rejected', trouble: ruledTrouble(rule, ['googleForgotRequest']), isOfAll: true, mayBeTaken: true, isAccountUsed: false };
}

/** The protocol has FAILED, the guide FAILURE. */
const FAILED: ReadonlySet<string> = new Set(['FAILED', 'FAILURE']);
const DECIDED: ReadonlySet<string> = new Set(['SUCCESS', 'PARTIAL_SUCCESS', ...FAILED]);

function rejection(reasons: readonly GoogleReason[], isPartial: boolean): Sentence {
  return allOf(reasons) <= 1 && !isPartial ? ['googleRejectsConversion', { reasons }] : ['googleRejectsSome', { reasons }];
}

function errorCounts(destination: JsonObject): readonly GoogleReason[] {
  return objectsIn(objectIn(destination, 'errorInfo'), 'errorCounts').map((entry) => {
    const reason = withoutPrefix(scalarText(field(entry, 'reason')) ?? '');
    const count = Number(scalarText(field(entry, 'recordCount')) ?? 1);
    return { reason: /^[A-Z][A-Z0-9_]{1,99}$/.test(reason) ? reason : 'UNKNOWN', count: Number.isSafeInteger(count) ? count : 1 };
  });
}
