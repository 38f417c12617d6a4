import { isSignature, parseSignature, signingSecretIndex } from '../base/signature.ts';
import { UNSIGNED_CODE } from '../domain/refused-request.ts';
import { type IntakeRequest, type Refusal, refusal } from './intake-request.ts';
import type { SourceKey } from './keyring.ts';
import type { Source, Verification } from './source.ts';

/** A signature as received: the header's name, as people write it, and its value. */
interface GivenSignature {
  readonly headerName: string;
  readonly value: string;
}

/** How the senders of a route sign. */
export interface Signing {
  /** As people write them; the first one present decides alone. */
  readonly headers: readonly [string, ...string[]];
  /** The setting that contains the secret. */
  readonly setting: string;
  readonly keys: () => readonly SourceKey[];
  readonly allowUnsigned: boolean;
  /** Handles a request without a signature, by its body. Omitted: such requests are refused. */
  readonly unsigned?: (request: IntakeRequest) => Verification | Refusal;
}

/** The verification step of a source that signs its requests. */
export function signedSource({
  headers,
  setting,
  keys,
  allowUnsigned,
  unsigned,
}: Signing): Pick<Source, 'refusedByHeaders' | 'authenticate'> {
  const missing = signatureMissing(headers[0]);
  const signatureOf = (request: Pick<IntakeRequest, 'header'>): GivenSignature | Refusal | undefined => {
    const given = givenSignature(request, headers);
    return keys().length === 0 && !(allowUnsigned && given === undefined) ? sourceNotConfigured(setting) : given;
  };
  return {
    refusedByHeaders(request) {
      const given = signatureOf(request);
      if (given === undefined) return unsigned === undefined ? missing : undefined;
      if ('kind' in given) return given;
      return isSignature(given.value) ? undefined : malformed(given);
    },
    authenticate(request) {
      const given = signatureOf(request);
      if (given === undefined) return unsigned?.(request) ?? missing;
      return 'kind' in given ? given : verifySignature(given, keys(), request.body);
    },
  };
}

function givenSignature(request: Pick<IntakeRequest, 'header'>, headerNames: readonly string[]): GivenSignature | undefined {
  for (const headerName of headerNames) {
    const value = request.header(headerName.toLowerCase());
    if (value !== undefined) return { headerName, value };
  }
  return undefined;
}

/** 401 for a value that cannot be a signature of any body. */
function malformed({ headerName }: GivenSignature): Refusal {
  return refusal(401, 'signature_malformed', ['signatureMalformed', { header: headerName }]);
}

/** Checks `sha256=<hex>`, the HMAC-SHA256 of the raw bytes, against every valid secret. */
export function verifySignature(given: GivenSignature, keys: readonly SourceKey[], body: Uint8Array): Verification | Refusal {
  const signature = parseSignature(given.value);
  if (signature === undefined) return malformed(given);
  const secrets = keys.map(({ hmacKey }) => hmacKey);
  const key = keys[signingSecretIndex(secrets, body, signature)];
  if (key !== undefined) return { kind: 'verified', credential: key.isPrevious ? 'hmac_previous' : 'hmac', key };
  return refusal(401, 'signature_invalid', ['signatureWrong', { header: given.headerName }]);
}

/** @param header the header to sign with, as people write it */
export function signatureMissing(header: string, { mayCarryKey = false } = {}): Refusal {
  return refusal(401, UNSIGNED_CODE, ['requestUnsigned', { header, mayCarryKey: mayCarryKey ? 1 : 0 }]);
}

export function sourceNotConfigured(setting: string): Refusal {
  return refusal(503, 'source_not_configured', ['sourceWithoutSecret', { setting }]);
}
