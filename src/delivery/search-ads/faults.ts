import { DAY_MS, HOUR_MS } from '../../base/time-units.ts';
import { ON_HOLD } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import { CONTACT_DATA_BLOCKED } from '../../domain/platform-account.ts';
import type { NotTaken, PlatformTrouble } from '../../domain/platform-trouble.ts';
import type { OutgoingError } from '../outgoing.ts';
import { quoted } from '../platform-words.ts';
import { retryAfterMs } from '../retry-after.ts';
import type { ReasonRule } from './reasons.ts';

/** Longer pauses than the platform asks for are nobody's wish; a header may say anything. */
const LONGEST_PAUSE_MS = DAY_MS;
/** Shorter ones are met by the next refusal. */
const SHORTEST_PAUSE_MS = 10_000;
/** Its quotas count by the minute. */
const DEFAULT_PAUSE_MS = 60_000;

/** The platform is away, slow, or says so. */
export function passing(what: string, retryAfterMs: number | null = null): PlatformTrouble {
  const fault = { code: 'platform_unavailable', message: `${what} It is tried again.` };
  return { kind: 'passing', fault, retryAfterMs: retryAfterMs === null ? null : Math.min(retryAfterMs, LONGEST_PAUSE_MS) };
}

/** No answer came. */
export function notReached(error: OutgoingError): PlatformTrouble {
  const trouble = passing(error.message);
  return error.isUnsent ? unsent(trouble) : trouble;
}

/** The same trouble, met before anything of what was to be told had left. */
export function unsent(trouble: PlatformTrouble): PlatformTrouble {
  return trouble.kind === 'passing' ? { ...trouble, isUnsent: true } : trouble;
}

/** Something between this machine and the platform answers 200 to everything: conversions that are taken for sent would be lost. */
export function notConfirmed(): PlatformTrouble {
  return passing(
    'The search-ads platform answers with HTTP 200 and something else than it documents (no id of the request); look what stands between ' +
      'this machine and the platform.',
  );
}

export function throttled(words: string, pauseMs: number | null): PlatformTrouble {
  const message = `The search-ads platform takes no more calls of this account for now.${quoted(words)} Nothing is lost: they go on by themselves.`;
  return {
    kind: 'throttled',
    fault: { code: 'platform_throttled', message },
    pauseMs: Math.min(Math.max(pauseMs ?? DEFAULT_PAUSE_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS),
  };
}

/** The calls that the platform's quotas allow are made: it is not asked, so it does not have to refuse. */
export function quotaUsed(pauseMs: number): PlatformTrouble {
  const message =
    'The calls that the search-ads platform allows in a minute or a day are used up for now. Nothing is lost: they go on by themselves.';
  return { kind: 'throttled', fault: { code: 'platform_throttled', message }, pauseMs };
}

export function credentialRefused(what: string, todo: string): PlatformTrouble {
  return { kind: 'credential', fault: { code: 'credential_refused', message: `${what} ${todo}` } };
}

export function accountBlocked(what: string, todo: string): PlatformTrouble {
  return { kind: 'blocked', fault: { code: 'account_blocked', message: `${what} ${todo}` } };
}

/** The account takes no conversions that carry an e-mail or a phone. */
export function contactDataBlocked(accountId: string, reason: string, todo: string): Extract<PlatformTrouble, { kind: 'blocked' }> {
  const message = `Google Ads account ${accountId} takes no conversions with contact data (${reason}). ${todo}`;
  return { kind: 'blocked', fault: { code: CONTACT_DATA_BLOCKED, message } };
}

/** What follows for a conversion that was not taken. `what`: a sentence with the reason. */
export function ruledTrouble(rule: ReasonRule, what: string): NotTaken {
  switch (rule.follows) {
    case 'action':
    case 'person':
      return { kind: 'held', fault: onHold(what, rule.todo), isOfRequest: rule.follows === 'action' };
    case 'later': {
      const { waitMs, longestMs, atLast } = rule;
      const fault = { code: 'conversion_deferred', message: `${what} Google Ads may take it later: it is sent again by itself.` };
      const vain = `${what} It was sent again for ${longestMs / HOUR_MS} hours in vain.`;
      const lastFault = atLast === 'held' ? onHold(vain, rule.todo) : conversionRefused(vain);
      return { kind: 'later', fault, waitMs, longestMs, reason: rule.words ?? '', atLast, lastFault };
    }
    default:
      return { kind: 'refused', fault: conversionRefused(what) };
  }
}

function onHold(what: string, todo = 'Look for the reason in docs/google-ads.md.'): Fault {
  const again = 'Then send it again with `lead-intake conversions retry --all --waiting --error conversion_on_hold`.';
  return { code: ON_HOLD, message: `${what} ${todo} ${again}` };
}

export function conversionRefused(message: string): Fault {
  return { code: 'conversion_refused', message };
}

/** How long the platform asks to wait, in ms: by `Retry-After`, else by google.rpc.RetryInfo. Null: it does not say. */
export function retryAfter(header: string | undefined, retryInfo: string | undefined, now: number): number | null {
  const waitMs = retryAfterMs(header, now);
  if (waitMs !== null) return waitMs;
  const info = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(retryInfo ?? '')?.[1];
  return info === undefined ? null : Math.ceil(Number(info) * 1_000);
}
