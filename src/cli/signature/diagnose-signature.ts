import { createHash, createHmac } from 'node:crypto';
import type { Translated } from '../../base/language.ts';
import { hmacSha256Hex, parseSignature, signingSecretIndex } from '../../base/signature.ts';
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
  if (readings.length > 0) return { kind: 'unexplained', reasons: [nothingFits(question)] };
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
  return {
    en: `${en} Use HMAC-SHA256 with the secret as the key and the body as the message.`,
    pt: `${pt} Use HMAC-SHA256 com o segredo como chave e o corpo como mensagem.`,
  };
}

const METHODS: readonly Method[] = [
  { digest: (algorithm, key, body) => createHmac(algorithm, key).update(body).digest(), deviation: null },
  {
    digest: (algorithm, key, body) => createHmac(algorithm, body).update(key).digest(),
    deviation: noHmac({
      en: 'Key and message were exchanged: the secret was signed with the body.',
      pt: 'Chave e mensagem foram trocadas: o segredo foi assinado com o corpo.',
    }),
  },
  {
    digest: (algorithm, key, body) => createHash(algorithm).update(key).update(body).digest(),
    deviation: noHmac({
      en: 'It is a plain hash of the secret followed by the body, not an HMAC.',
      pt: 'É um hash simples do segredo seguido do corpo, não um HMAC.',
    }),
  },
  {
    digest: (algorithm, key, body) => createHash(algorithm).update(body).update(key).digest(),
    deviation: noHmac({
      en: 'It is a plain hash of the body followed by the secret, not an HMAC.',
      pt: 'É um hash simples do corpo seguido do segredo, não um HMAC.',
    }),
  },
  {
    digest: (algorithm, _key, body) => createHash(algorithm).update(body).digest(),
    deviation: noHmac({
      en: 'It is a plain hash of the body, without any secret.',
      pt: 'É um hash simples do corpo, sem segredo nenhum.',
    }),
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
  return {
    en: `The signature is the right one, cut off after ${truncated.length} of 64 digits. Look for a column, log or variable that is too short.`,
    pt: `A assinatura é a certa, cortada depois de ${truncated.length} dos 64 dígitos. Procure uma coluna, um log ou uma variável curta demais.`,
  };
}

function nothingFits({ body }: SignatureQuestion): Translated<string> {
  return {
    en:
      `The signature fits none of the secrets known here, nor any usual mistake. Either the sender has another secret, or it signed another body ` +
      `than this one of ${body.byteLength} bytes. Compare the secrets on both sides, and the sender's byte count with this one.`,
    pt:
      'A assinatura não corresponde a nenhum segredo conhecido aqui, nem a um erro comum. Ou o remetente tem outro segredo, ou assinou um corpo ' +
      `diferente deste, de ${body.byteLength} bytes. Compare os segredos dos dois lados, e o número de bytes do remetente com este.`,
  };
}
