import { createHash, createHmac } from 'node:crypto';
import type { Translated } from '../../base/language.ts';
import { hmacSha256Hex, parseSignature, signingSecretIndex } from '../../base/signature.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { bodyVariants } from './body-variants.ts';
import { keyVariants, type SecretsBySource } from './key-variants.ts';
import { readSignature, type SignatureReading, truncatedHex, whyNoDigest } from './read-signature.ts';
import type { SignedSource } from './signed-source.ts';
import type { Variant } from './variant.ts';

export interface SignatureQuestion {
  readonly source: SignedSource;
  readonly body: Uint8Array;
  /** The header's value as it came. */
  readonly signature: string;
  /** Of every source, the current one first. */
  readonly secrets: SecretsBySource;
}

export type SignatureDiagnosis =
  /** The service accepts it. */
  | { readonly kind: 'valid'; readonly secret: 'current' | 'previous' }
  /** It was found how the signature was made; each reason says what to change. */
  | { readonly kind: 'explained'; readonly reasons: readonly Translated<string>[] }
  /** No known mistake leads to this signature. */
  | { readonly kind: 'unexplained'; readonly reasons: readonly Translated<string>[] };

/**
 * Says whether the service would accept the signature and, if not, looks for the mistakes of the sender that lead to
 * exactly this digest: how it is written, what was signed, with which key, by which method. When several
 * explanations fit, the one with the fewest mistakes is given.
 */
export function diagnoseSignature(question: SignatureQuestion): SignatureDiagnosis {
  const secrets = question.secrets[question.source];
  const digest = parseSignature(question.signature);
  const signer = digest === undefined ? -1 : signingSecretIndex(secrets, question.body, digest);
  if (signer !== -1) return { kind: 'valid', secret: signer === 0 ? 'current' : 'previous' };
  const readings = readSignature(question.signature);
  const found = readings.map((reading) => explain(reading, question)).find((reasons) => reasons !== undefined);
  if (found !== undefined) return { kind: 'explained', reasons: found };
  if (readings.length > 0)
    return {
      kind: 'unexplained',
      reasons: [inEveryLanguage((m) => m.cli.signature.theSignatureFitsNone({ byteLength: question.body.byteLength }))],
    };
  return { kind: 'explained', reasons: [whyNotADigest(question)] };
}

interface Candidate {
  readonly body: Variant;
  readonly key: Variant;
  readonly method: Method;
}

interface Method {
  readonly digest: (algorithm: string, key: Buffer, body: Buffer) => Buffer;
  readonly deviation: Translated<string> | null;
}

/** What was done instead of an HMAC, and what to do. */
function noHmac({ en, pt }: Translated<string>): Translated<string> {
  return inEveryLanguage((m) => m.cli.signature.useHmacShaSecret({ en, pt }));
}

const METHODS: readonly Method[] = [
  { digest: (algorithm, key, body) => createHmac(algorithm, key).update(body).digest(), deviation: null },
  {
    digest: (algorithm, key, body) => createHmac(algorithm, body).update(key).digest(),
    deviation: noHmac(inEveryLanguage((m) => m.cli.signature.keyMessageExchangedSecret)),
  },
  {
    digest: (algorithm, key, body) => createHash(algorithm).update(key).update(body).digest(),
    deviation: noHmac(inEveryLanguage((m) => m.cli.signature.itPlainHashSecret)),
  },
  {
    digest: (algorithm, key, body) => createHash(algorithm).update(body).update(key).digest(),
    deviation: noHmac(inEveryLanguage((m) => m.cli.signature.itPlainHashBody)),
  },
  {
    digest: (algorithm, _key, body) => createHash(algorithm).update(body).digest(),
    deviation: noHmac(inEveryLanguage((m) => m.cli.signature.itPlainHashBody2)),
  },
];

function explain(reading: SignatureReading, question: SignatureQuestion): readonly Translated<string>[] | undefined {
  const bodies = bodyVariants(question.body);
  const keys = keyVariants(question.source, question.secrets);
  const candidates = METHODS.flatMap((method) => keys.flatMap((key) => bodies.map((body) => ({ body, key, method }))));
  const simplestFirst = candidates.toSorted((a, b) => deviations(a).length - deviations(b).length);
  const match = simplestFirst.find(({ body, key, method }) =>
    method.digest(reading.algorithm, key.bytes, body.bytes).equals(reading.digest),
  );
  if (match === undefined) return undefined;
  return reading.deviation === null ? deviations(match) : [reading.deviation, ...deviations(match)];
}

function deviations({ body, key, method }: Candidate): readonly Translated<string>[] {
  return [key.deviation, method.deviation, body.deviation].filter((deviation) => deviation !== null);
}

function whyNotADigest({ source, secrets, body, signature }: SignatureQuestion): Translated<string> {
  const truncated = truncatedHex(signature);
  const cut = truncated !== undefined && secrets[source].some((secret) => hmacSha256Hex(secret, body).startsWith(truncated));
  if (!cut) return whyNoDigest(signature);
  return inEveryLanguage((m) => m.cli.signature.theSignatureRightOne({ truncatedCount: truncated.length }));
}
