import { equalSecretIndex } from '../base/signature.ts';
import { type Fault, faultParams, type PlainSentence } from '../domain/fault.ts';
import { sourceNotConfigured } from './verify-signature.ts';

export type SubscriptionAnswer = { readonly status: 200; readonly challenge: string } | (Fault & { readonly status: 403 | 503 });

// The challenge is returned unchanged, so only text that no browser could read as markup or a second header line is accepted.
const CHALLENGE = /^[\x20-\x7e]{1,256}$/;

/** Meta's subscription check: the right token is answered with the bare challenge. */
export function verifySubscription(query: URLSearchParams, verifyToken: string | undefined): SubscriptionAnswer {
  if (verifyToken === undefined) return { ...sourceNotConfigured('WEBHOOK_SOCIALADS_VERIFY_TOKEN'), status: 503 };
  if (equalSecretIndex([verifyToken], query.get('hub.verify_token') ?? '') !== 0) {
    return forbidden('verify_token_invalid', 'verifyTokenWrong');
  }
  if (query.get('hub.mode') !== 'subscribe') return forbidden('mode_invalid', 'verifyModeWrong');
  const challenge = query.get('hub.challenge') ?? '';
  return CHALLENGE.test(challenge) ? { status: 200, challenge } : forbidden('challenge_invalid', 'verifyChallengeWrong');
}

function forbidden(code: string, sentence: PlainSentence): SubscriptionAnswer {
  return { status: 403, code, params: faultParams([sentence]) };
}
