/** A way to understand a signature text: the digest it holds, and how it departs from `sha256=<hex>` (null: it does not). */
export interface SignatureReading {
  readonly digest: Buffer;
  readonly algorithm: 'sha256' | 'sha1' | 'sha512' | 'md5';
  readonly deviation: string | null;
}

const ALGORITHM_BY_BYTES = new Map([
  [32, 'sha256'],
  [20, 'sha1'],
  [64, 'sha512'],
  [16, 'md5'],
] as const);

const EXPECTED_FORM = 'Send sha256= and 64 hexadecimal digits.';

/** Every way the text can be understood, the plain one first; empty when it is no digest in any known writing. */
export function readSignature(text: string): readonly SignatureReading[] {
  const trimmed = text.trim();
  const { prefix, value, around } = dismantle(trimmed);
  const encodings: readonly { digest: Buffer | undefined; encoding: string | null }[] = [
    { digest: fromHex(value), encoding: null },
    { digest: fromBase64(value), encoding: `The digest is written in base64, not in hexadecimal. ${EXPECTED_FORM}` },
    {
      digest: fromHex(fromBase64(value)?.toString('latin1') ?? ''),
      encoding: `The hexadecimal digest was encoded once more, in base64. ${EXPECTED_FORM}`,
    },
  ];
  return encodings.flatMap(({ digest, encoding }) => {
    const algorithm = digest === undefined ? undefined : ALGORITHM_BY_BYTES.get(digest.byteLength as 32);
    if (digest === undefined || algorithm === undefined) return [];
    return [{ digest, algorithm, deviation: joined([around, wrongAlgorithm(algorithm), wrongPrefix(prefix, algorithm), encoding]) }];
  });
}

/** What is wrong with a text that holds no digest. */
export function whyNoDigest(text: string): string {
  const { value } = dismantle(text.trim());
  if (value === '') return `The signature is empty. ${EXPECTED_FORM}`;
  if (/^[0-9a-fA-F]+$/.test(value)) {
    return `The signature has ${value.length} hexadecimal digits, and 64 are needed: it was cut off or copied badly. ${EXPECTED_FORM}`;
  }
  return `The signature is neither hexadecimal nor base64 of a digest. ${EXPECTED_FORM}`;
}

/** The hexadecimal digits of a signature that is too short to be one, lower case; undefined for anything else. */
export function truncatedHex(text: string): string | undefined {
  const { value } = dismantle(text.trim());
  return /^[0-9a-fA-F]{8,63}$/.test(value) ? value.toLowerCase() : undefined;
}

interface Dismantled {
  readonly prefix: string;
  readonly value: string;
  readonly around: string | null;
}

function dismantle(text: string): Dismantled {
  const header = /^x-[a-z0-9-]+:\s*(.*)$/is.exec(text)?.[1];
  const unnamed = header ?? text;
  const quoted = /^(["'])(.*)\1$/s.exec(unnamed)?.[2];
  const [, prefix = '', value = ''] = /^((?:sha|md|hmac)[a-z0-9-]*\s*[=:]\s*)?(.*)$/is.exec(quoted ?? unnamed) ?? [];
  return { prefix, value: value.trim(), around: surroundings(header !== undefined, quoted !== undefined) };
}

function surroundings(hasName: boolean, hasQuotes: boolean): string | null {
  const name = hasName ? 'The value begins with the name of the header; only what comes after the colon is the signature.' : null;
  const quotes = hasQuotes ? 'The value stands in quotation marks; send it without them.' : null;
  return joined([name, quotes]);
}

function wrongAlgorithm(algorithm: SignatureReading['algorithm']): string | null {
  if (algorithm === 'sha256') return null;
  const name = { sha1: 'SHA-1', sha512: 'SHA-512', md5: 'MD5' }[algorithm];
  return `The signature was made with ${name}; use HMAC-SHA256.`;
}

function wrongPrefix(prefix: string, algorithm: SignatureReading['algorithm']): string | null {
  if (prefix === 'sha256=' || algorithm !== 'sha256') return null;
  if (prefix === '') return 'The prefix sha256= is missing. Put it before the digest.';
  return `The prefix is ${prefix.trim()} and has to be sha256= exactly.`;
}

function fromHex(text: string): Buffer | undefined {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function fromBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function joined(sentences: readonly (string | null)[]): string | null {
  const present = sentences.filter((sentence) => sentence !== null);
  return present.length === 0 ? null : present.join(' ');
}
