import { inEveryLanguage, type Translated } from '../../base/language.ts';

/** A way to understand a signature text: the digest it holds, and how it departs from `sha256=<hex>` (null: it does not). */
export interface SignatureReading {
  readonly digest: Buffer;
  readonly algorithm: 'sha256' | 'sha1' | 'sha512' | 'md5';
  readonly deviation: Translated<string> | null;
}

const ALGORITHM_BY_BYTES = new Map([
  [32, 'sha256'],
  [20, 'sha1'],
  [64, 'sha512'],
  [16, 'md5'],
] as const);

/** What is wrong, and what to send instead. */
function sendHex({ en, pt }: Translated<string>): Translated<string> {
  return { en: `${en} Send sha256= and 64 hexadecimal digits.`, pt: `${pt} Envie sha256= e 64 dígitos hexadecimais.` };
}

/** Every way the text can be understood, the plain one first; empty when it is no digest in any known writing. */
export function readSignature(text: string): readonly SignatureReading[] {
  const trimmed = text.trim();
  const { prefix, value, around } = dismantle(trimmed);
  const encodings: readonly { digest: Buffer | undefined; encoding: Translated<string> | null }[] = [
    { digest: fromHex(value), encoding: null },
    { digest: fromBase64(value), encoding: IN_BASE64 },
    {
      digest: fromHex(fromBase64(value)?.toString('latin1') ?? ''),
      encoding: ENCODED_TWICE,
    },
  ];
  return encodings.flatMap(({ digest, encoding }) => {
    const algorithm = digest === undefined ? undefined : ALGORITHM_BY_BYTES.get(digest.byteLength as 32);
    if (digest === undefined || algorithm === undefined) return [];
    return [{ digest, algorithm, deviation: joined([around, wrongAlgorithm(algorithm), wrongPrefix(prefix, algorithm), encoding]) }];
  });
}

const IN_BASE64 = sendHex({
  en: 'The digest is written in base64, not in hexadecimal.',
  pt: 'O digest está escrito em base64, não em hexadecimal.',
});
const ENCODED_TWICE = sendHex({
  en: 'The hexadecimal digest was encoded once more, in base64.',
  pt: 'O digest hexadecimal foi codificado mais uma vez, em base64.',
});

/** What is wrong with a text that holds no digest. */
export function whyNoDigest(text: string): Translated<string> {
  const { value } = dismantle(text.trim());
  if (value === '') return sendHex({ en: 'The signature is empty.', pt: 'A assinatura está vazia.' });
  if (/^[0-9a-fA-F]+$/.test(value)) {
    return sendHex({
      en: `The signature has ${value.length} hexadecimal digits, and 64 are needed: it was cut off or copied badly.`,
      pt: `A assinatura tem ${value.length} dígitos hexadecimais, e são necessários 64: foi cortada ou mal copiada.`,
    });
  }
  return sendHex({
    en: 'The signature is neither hexadecimal nor base64 of a digest.',
    pt: 'A assinatura não é hexadecimal nem base64 de um digest.',
  });
}

/** The hexadecimal digits of a signature that is too short to be one, lower case; undefined for anything else. */
export function truncatedHex(text: string): string | undefined {
  const { value } = dismantle(text.trim());
  return /^[0-9a-fA-F]{8,63}$/.test(value) ? value.toLowerCase() : undefined;
}

interface Dismantled {
  readonly prefix: string;
  readonly value: string;
  readonly around: Translated<string> | null;
}

function dismantle(text: string): Dismantled {
  const header = /^x-[a-z0-9-]+:\s*(.*)$/is.exec(text)?.[1];
  const unnamed = header ?? text;
  const quoted = /^(["'])(.*)\1$/s.exec(unnamed)?.[2];
  const [, prefix = '', value = ''] = /^((?:sha|md|hmac)[a-z0-9-]*\s*[=:]\s*)?(.*)$/is.exec(quoted ?? unnamed) ?? [];
  return { prefix, value: value.trim(), around: surroundings(header !== undefined, quoted !== undefined) };
}

const HEADER_NAME = {
  en: 'The value begins with the name of the header; only what comes after the colon is the signature.',
  pt: 'O valor começa com o nome do cabeçalho; a assinatura é só o que vem depois dos dois-pontos.',
};
const QUOTED = {
  en: 'The value stands in quotation marks; send it without them.',
  pt: 'O valor está entre aspas; envie sem elas.',
};

function surroundings(hasName: boolean, hasQuotes: boolean): Translated<string> | null {
  return joined([hasName ? HEADER_NAME : null, hasQuotes ? QUOTED : null]);
}

function wrongAlgorithm(algorithm: SignatureReading['algorithm']): Translated<string> | null {
  if (algorithm === 'sha256') return null;
  const name = { sha1: 'SHA-1', sha512: 'SHA-512', md5: 'MD5' }[algorithm];
  return { en: `The signature was made with ${name}; use HMAC-SHA256.`, pt: `A assinatura foi feita com ${name}; use HMAC-SHA256.` };
}

function wrongPrefix(prefix: string, algorithm: SignatureReading['algorithm']): Translated<string> | null {
  if (prefix === 'sha256=' || algorithm !== 'sha256') return null;
  if (prefix === '') {
    return {
      en: 'The prefix sha256= is missing. Put it before the digest.',
      pt: 'Falta o prefixo sha256=. Coloque-o antes do digest.',
    };
  }
  return {
    en: `The prefix is ${prefix.trim()} and has to be sha256= exactly.`,
    pt: `O prefixo é ${prefix.trim()} e tem de ser exatamente sha256=.`,
  };
}

function fromHex(text: string): Buffer | undefined {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function fromBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function joined(sentences: readonly (Translated<string> | null)[]): Translated<string> | null {
  const present = sentences.filter((sentence) => sentence !== null);
  if (present.length === 0) return null;
  return inEveryLanguage((language) => present.map((sentence) => sentence[language]).join(' '));
}
