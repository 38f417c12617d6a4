import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

const SHA256_SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

/** Lower-case hex HMAC-SHA256 of the bytes. */
export function hmacSha256Hex(secret: string, bytes: Uint8Array): string {
  return createHmac('sha256', secret).update(bytes).digest('hex');
}

/** The signature header's value for a body: `sha256=<hex>`. */
export function signatureHeader(secret: string, bytes: Uint8Array): string {
  return `sha256=${hmacSha256Hex(secret, bytes)}`;
}

/** Whether a header has the form `sha256=<hex>`. */
export function isSignature(header: string): boolean {
  return SHA256_SIGNATURE.test(header.trim());
}

/** The 32 bytes of `sha256=<hex>` (hex in either case); `undefined` if the header does not have this form. */
export function parseSignature(header: string): Buffer | undefined {
  const hex = SHA256_SIGNATURE.exec(header.trim())?.[1];
  return hex === undefined ? undefined : Buffer.from(hex, 'hex');
}

/**
 * Which of the secrets signed these bytes: its index, or -1. Every secret is always tried, and digests are compared in constant time, so the
 * response time reveals nothing about a secret.
 */
export function signingSecretIndex(
  secrets: readonly (string | Uint8Array | KeyObject)[],
  bytes: Uint8Array,
  signature: Uint8Array,
): number {
  let matched = -1;
  for (const [index, secret] of secrets.entries()) {
    const expected = createHmac('sha256', secret).update(bytes).digest();
    const equal = signature.byteLength === expected.byteLength && timingSafeEqual(signature, expected);
    if (equal && matched === -1) matched = index;
  }
  return matched;
}

/** Which of the secrets equals the given text: its index, or -1. Compares SHA-256 digests, so the length is not revealed either. */
export function equalSecretIndex(secrets: readonly string[], given: string): number {
  const digest = createHash('sha256').update(given).digest();
  let matched = -1;
  for (const [index, secret] of secrets.entries()) {
    const equal = timingSafeEqual(createHash('sha256').update(secret).digest(), digest);
    if (equal && matched === -1) matched = index;
  }
  return matched;
}

/** Lower-case hex SHA-256 of the bytes, or of a text in UTF-8. */
export function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
