import { DAY_MS, HOUR_MS } from '../../base/time-units.ts';
import type { NotTaken, PlatformTrouble } from '../../domain/connectors.ts';
import { ON_HOLD } from '../../domain/conversion.ts';
import { type Fault, newFault, type PlainSentence, type Sentence } from '../../domain/fault.ts';
import { CONTACT_DATA_BLOCKED } from '../../domain/platform-account.ts';
import { retryAfterMs } from '../answer.ts';
import { platformMessage } from '../platform-words.ts';
import type { ReasonRule } from './reasons.ts';

/** Nobody wants longer pauses, whatever the platform's header contains. */
const LONGEST_PAUSE_MS = DAY_MS;
/** After a shorter pause, the next request would be refused too. */
const SHORTEST_PAUSE_MS = 10_000;
/** The platform's quotas are per minute. */
const DEFAULT_PAUSE_MS = 60_000;

/** The platform is unreachable or slow, or reports that it is. */
export function passing(what: readonly Sentence[], retryAfterMs: number | null = null): PlatformTrouble {
  const fault = newFault('platform_unavailable', ...what, ['callRepeated']);
  return { kind: 'passing', fault, retryAfterMs: retryAfterMs === null ? null : Math.min(retryAfterMs, LONGEST_PAUSE_MS) };
}

/** The same fault, with the mark that nothing was sent. */
export function unsent(trouble: PlatformTrouble): PlatformTrouble {
  return trouble.kind === 'passing' ? { ...trouble, isUnsent: true } : trouble;
}

export function throttled(words: string, pauseMs: number | null): PlatformTrouble {
  return {
    kind: 'throttled',
    fault: newFault('platform_throttled', ['googleThrottles'], ...platformMessage(words), ['callsGoOn']),
    pauseMs: Math.min(Math.max(pauseMs ?? DEFAULT_PAUSE_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS),
  };
}

/** The calls that the platform's quotas allow have been used: no call is made, so the platform does not have to refuse one. */
export function quotaUsed(pauseMs: number): PlatformTrouble {
  return { kind: 'throttled', fault: newFault('platform_throttled', ['googleQuotaUsed'], ['callsGoOn']), pauseMs };
}

export function credentialRefused(...sentences: readonly Sentence[]): PlatformTrouble {
  return { kind: 'credential', fault: newFault('credential_refused', ...sentences) };
}

/** The account accepts nothing, or no conversions with an e-mail address or a phone number. */
export function accountBlocked(
  { follows, todo }: Pick<ReasonRule, 'follows' | 'todo'>,
  about: { readonly account: string; readonly reason: string },
): Extract<PlatformTrouble, { kind: 'blocked' }> {
  const [code, what] =
    follows === 'contact_data'
      ? ([CONTACT_DATA_BLOCKED, 'googleTakesNoContactData'] as const)
      : (['account_blocked', 'googleBlocksAccount'] as const);
  return { kind: 'blocked', fault: newFault(code, [what, about], ...plain(todo)) };
}

/** The consequence for a conversion that was not accepted. `what`: the reason. */
export function ruledTrouble(rule: ReasonRule, ...what: readonly Sentence[]): NotTaken {
  switch (rule.follows) {
    case 'action':
    case 'person':
      return { kind: 'held', fault: onHold(what, rule.todo), isOfRequest: rule.follows === 'action' };
    case 'later': {
      const { waitMs, longestMs, atLast } = rule;
      const fault = newFault('conversion_deferred', ...what, ['googleTakesLater']);
      const vain = [...what, ['googleTriedInVain', { hours: longestMs / HOUR_MS }] as const];
      const lastFault = atLast === 'held' ? onHold(vain, rule.todo) : conversionRefused(vain);
      return { kind: 'later', fault, waitMs, longestMs, reason: rule.means ?? '', atLast, lastFault };
    }
    default:
      return { kind: 'refused', fault: conversionRefused(what) };
  }
}

function onHold(what: readonly Sentence[], todo: PlainSentence = 'googleLookUpReason'): Fault {
  return newFault(ON_HOLD, ...what, [todo], ['sendHeldAgain']);
}

export function conversionRefused(what: readonly Sentence[]): Fault {
  return newFault('conversion_refused', ...what);
}

function plain(key: PlainSentence | undefined): readonly Sentence[] {
  return key === undefined ? [] : [[key]];
}

/** The wait time that the platform asks for, in ms: from `Retry-After`, otherwise from google.rpc.RetryInfo. `null` if there is none. */
export function retryAfter(header: string | undefined, retryInfo: string | undefined, now: number): number | null {
  const waitMs = retryAfterMs(header, now);
  if (waitMs !== null) return waitMs;
  const info = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(retryInfo ?? '')?.[1];
  return info === undefined ? null : Math.ceil(Number(info) * 1_000);
}
