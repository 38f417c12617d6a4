import { isSignature, parseSignature, signingSecretIndex } from '../base/signature.ts';
import { type IntakeRequest, type Refusal, refusal } from './intake-request.ts';
import type { SourceKey } from './keyring.ts';
import type { Proof } from './source.ts';

/** A signature as it came: the header's name, as people write it, and its value. */
export interface GivenSignature {
  readonly headerName: string;
  readonly value: string;
}

/** The first of these headers that is present; it alone decides, whatever the others say. */
export function givenSignature(request: Pick<IntakeRequest, 'header'>, headerNames: readonly string[]): GivenSignature | undefined {
  for (const headerName of headerNames) {
    const value = request.header(headerName.toLowerCase());
    if (value !== undefined) return { headerName, value };
  }
  return undefined;
}

/** 401 for a signature that cannot be one, whatever the body is. */
export function malformedSignature(given: GivenSignature): Refusal | undefined {
  return isSignature(given.value) ? undefined : malformed(given);
}

function malformed({ headerName }: GivenSignature): Refusal {
  return refusal(401, 'signature_malformed', `${headerName} must hold one signature: sha256= and 64 hexadecimal digits.`);
}

/** Checks `sha256=<hex>`, the HMAC-SHA256 of the raw bytes, against every valid secret. */
export function verifySignature(given: GivenSignature, keys: readonly SourceKey[], body: Uint8Array): Proof | Refusal {
  const signature = parseSignature(given.value);
  if (signature === undefined) return malformed(given);
  const secrets = keys.map(({ hmacKey }) => hmacKey);
  const key = keys[signingSecretIndex(secrets, body, signature)];
  if (key !== undefined) return { kind: 'proven', credential: key.isPrevious ? 'hmac_previous' : 'hmac', key };
  return refusal(
    401,
    'signature_invalid',
    `${given.headerName} is not the HMAC-SHA256 of this body with the configured secret. Sign the exact bytes that are sent, with the same secret on both sides.`,
  );
}

export function signatureMissing(howToSign: string): Refusal {
  return refusal(401, 'signature_missing', `The request carries no credential. ${howToSign}`);
}

export function sourceNotConfigured(variable: string): Refusal {
  return refusal(503, 'source_not_configured', `This route has no secret to check requests with. The operator has to set ${variable}.`);
}
