import { equalSecretIndex } from '../base/signature.ts';
import { sourceNotConfigured } from './verify-signature.ts';

export type SubscriptionAnswer =
  | { readonly status: 200; readonly challenge: string }
  | { readonly status: 403 | 503; readonly code: string; readonly detail: string };

// The challenge goes back as it came, so only what no browser could read as markup or a second header line is reflected.
const CHALLENGE = /^[\x20-\x7e]{1,256}$/;

/** The platform's subscription check: the right token is answered with the bare challenge. */
export function verifySubscription(query: URLSearchParams, verifyToken: string | undefined): SubscriptionAnswer {
  if (verifyToken === undefined) {
    const { code, detail } = sourceNotConfigured('WEBHOOK_SOCIALADS_VERIFY_TOKEN');
    return { status: 503, code, detail };
  }
  if (equalSecretIndex([verifyToken], query.get('hub.verify_token') ?? '') !== 0) {
    return forbidden(
      'verify_token_invalid',
      'hub.verify_token is not the configured token. Enter the same token in the platform and here.',
    );
  }
  if (query.get('hub.mode') !== 'subscribe') return forbidden('mode_invalid', 'hub.mode must be subscribe.');
  const challenge = query.get('hub.challenge') ?? '';
  if (!CHALLENGE.test(challenge)) return forbidden('challenge_invalid', 'hub.challenge must be 1 to 256 printable ASCII characters.');
  return { status: 200, challenge };
}

function forbidden(code: string, detail: string): SubscriptionAnswer {
  return { status: 403, code, detail };
}
