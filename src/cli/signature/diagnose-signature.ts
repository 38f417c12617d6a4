import { createHash, createHmac } from 'node:crypto';
import type { Translated } from '../../base/language.ts';
import { hmacSha256Hex, parseSignature, signingSecretIndex } from '../../base/signature.ts';
import type { Origin } from '../../domain/origin.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { type SigningSecrets, SOURCE_FACTS } from './signed-source.ts';
import { bodyVariants, type Deviation, keyVariants, type Variant } from './variants.ts';

export interface SignatureQuestion {
  readonly source: Origin;
  readonly body: Uint8Array;
  /** The header's value as received. */
  readonly signature: string;
  /** Of every source, the current one first. */
  readonly secrets: SigningSecrets;
}

export type SignatureDiagnosis =
  /** The service accepts it: signed with a secret of the settings, or with a named one. */
  | { readonly kind: 'valid'; readonly secret: 'current' | 'previous' | { readonly name: string } }
  /** `explained`: each reason is a mistake of the sender, and says what to change; `unexplained`: no known mistake leads to this signature. */
  | { readonly kind: 'explained' | 'unexplained'; readonly reasons: readonly Translated<string>[] };

/**
 * Determines whether the service would accept the signature. If not, looks for the sender's mistakes that result in exactly this digest:
 * how it is encoded, what was signed, with which key, by which method. If several explanations match, returns the one with the fewest
 * mistakes.
 */
export function diagnoseSignature(question: SignatureQuestion): SignatureDiagnosis {
  const secrets = question.secrets[SOURCE_FACTS[question.source].key];
  const digest = parseSignature(question.signature);
  const signer = digest === undefined ? -1 : signingSecretIndex(secrets, question.body, digest);
  if (signer !== -1) return { kind: 'valid', secret: signer === 0 ? 'current' : 'previous' };
  const readings = readSignature(question.signature);
  const found = readings.map((reading) => explain(reading, question)).find((reasons) => reasons !== undefined);
  if (found !== undefined) return { kind: 'explained', reasons: found.map(inWords) };
  if (readings.length === 0) return { kind: 'explained', reasons: [inWords(whyNotADigest(question))] };
  const { byteLength } = question.body;
  return { kind: 'unexplained', reasons: [inWords((words) => words.noMatch({ byteLength }))] };
}

function inWords(deviation: Deviation): Translated<string> {
  return inEveryLanguage((m) => deviation(m.cli.signature));
}

interface Method {
  readonly digest: (algorithm: string, key: Buffer, body: Buffer) => Buffer;
  readonly deviation: Deviation | null;
}

/** What was used instead of an HMAC, and what to do. */
function noHmac(what: Deviation): Deviation {
  return (words) => words.useHmac({ what: what(words) });
}

function hashOf(algorithm: string, ...parts: readonly Buffer[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest();
}

const METHODS: readonly Method[] = [
  { digest: (algorithm, key, body) => createHmac(algorithm, key).update(body).digest(), deviation: null },
  { digest: (algorithm, key, body) => createHmac(algorithm, body).update(key).digest(), deviation: noHmac((words) => words.swapped) },
  { digest: (algorithm, key, body) => hashOf(algorithm, key, body), deviation: noHmac((words) => words.hashSecretBody) },
  { digest: (algorithm, key, body) => hashOf(algorithm, body, key), deviation: noHmac((words) => words.hashBodySecret) },
  { digest: (algorithm, _key, body) => hashOf(algorithm, body), deviation: noHmac((words) => words.hashBodyOnly) },
];

function explain(reading: SignatureReading, question: SignatureQuestion): readonly Deviation[] | undefined {
  const bodies = bodyVariants(question.body);
  const keys = keyVariants(question.source, question.secrets);
  const candidate = (method: Method, key: Variant, body: Variant) => ({
    deviations: [reading.deviation, key.deviation, method.deviation, body.deviation].filter((deviation) => deviation !== null),
    digest: () => method.digest(reading.algorithm, key.bytes, body.bytes),
  });
  const candidates = METHODS.flatMap((method) => keys.flatMap((key) => bodies.map((body) => candidate(method, key, body))));
  const simplestFirst = candidates.toSorted((a, b) => a.deviations.length - b.deviations.length);
  return simplestFirst.find(({ digest }) => digest().equals(reading.digest))?.deviations;
}

/** What is wrong with a text that contains no digest. */
function whyNotADigest({ source, secrets, body, signature }: SignatureQuestion): Deviation {
  const { value } = dismantle(signature.trim());
  const { length } = value;
  if (length === 0) return sendHex((words) => words.empty);
  if (!/^[0-9a-fA-F]+$/.test(value)) return sendHex((words) => words.notADigest);
  const isBeginning = (secret: string): boolean => hmacSha256Hex(secret, body).startsWith(value.toLowerCase());
  const isCut = length >= FEWEST_DIGITS && secrets[SOURCE_FACTS[source].key].some(isBeginning);
  return isCut ? (words) => words.cutOff({ truncatedCount: length }) : sendHex((words) => words.wrongLength({ valueCount: length }));
}

/** Fewer could be the beginning of a digest by chance. */
const FEWEST_DIGITS = 8;

/** One interpretation of a signature text: its digest, and how it deviates from `sha256=<hex>` (`null` if it does not). */
interface SignatureReading {
  readonly digest: Buffer;
  readonly algorithm: 'sha256' | 'sha1' | 'sha512' | 'md5';
  readonly deviation: Deviation | null;
}

const ALGORITHM_BY_BYTES = new Map([
  [32, 'sha256'],
  [20, 'sha1'],
  [64, 'sha512'],
  [16, 'md5'],
] as const);

/** What is wrong, and what to send instead. */
function sendHex(what: Deviation): Deviation {
  return (words) => words.sendHex({ what: what(words) });
}

/** Every interpretation of the text, the plain one first; empty if it is not a digest in any known encoding. */
function readSignature(text: string): readonly SignatureReading[] {
  const trimmed = text.trim();
  const { prefix, value, around } = dismantle(trimmed);
  const encodings: readonly { digest: Buffer | undefined; encoding: Deviation | null }[] = [
    { digest: fromHex(value), encoding: null },
    { digest: fromBase64(value), encoding: sendHex((words) => words.digestInBase64) },
    { digest: fromHex(fromBase64(value)?.toString('latin1') ?? ''), encoding: sendHex((words) => words.hexInBase64) },
  ];
  return encodings.flatMap(({ digest, encoding }) => {
    const algorithm = digest === undefined ? undefined : ALGORITHM_BY_BYTES.get(digest.byteLength as 32);
    if (digest === undefined || algorithm === undefined) return [];
    return [{ digest, algorithm, deviation: joined([around, wrongAlgorithm(algorithm), wrongPrefix(prefix, algorithm), encoding]) }];
  });
}

function dismantle(text: string): { readonly prefix: string; readonly value: string; readonly around: Deviation | null } {
  const header = /^x-[a-z0-9-]+:\s*(.*)$/is.exec(text)?.[1];
  const unnamed = header ?? text;
  const quoted = /^(["'])(.*)\1$/s.exec(unnamed)?.[2];
  const [, prefix = '', value = ''] = /^((?:sha|md|hmac)[a-z0-9-]*\s*[=:]\s*)?(.*)$/is.exec(quoted ?? unnamed) ?? [];
  const around = joined([header === undefined ? null : (words) => words.headerName, quoted === undefined ? null : (words) => words.quoted]);
  return { prefix, value: value.trim(), around };
}

function wrongAlgorithm(algorithm: SignatureReading['algorithm']): Deviation | null {
  if (algorithm === 'sha256') return null;
  const name = { sha1: 'SHA-1', sha512: 'SHA-512', md5: 'MD5' }[algorithm];
  return (words) => words.otherHash({ name });
}

function wrongPrefix(prefix: string, algorithm: SignatureReading['algorithm']): Deviation | null {
  if (prefix === 'sha256=' || algorithm !== 'sha256') return null;
  return prefix === '' ? (words) => words.prefixMissing : (words) => words.prefixWrong({ prefix: prefix.trim() });
}

function fromHex(text: string): Buffer | undefined {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function fromBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function joined(sentences: readonly (Deviation | null)[]): Deviation | null {
  const present = sentences.filter((sentence) => sentence !== null);
  if (present.length === 0) return null;
  return (words) => present.map((sentence) => sentence(words)).join(' ');
}
