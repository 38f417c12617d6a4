import { field, isJsonObject, readJson, scalarText } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { JSON_STYLES, writeJsonAs } from './json-style.ts';
import { distinct, type Variant } from './variant.ts';

/** The body, and what senders sign in its place. No two have the same bytes. */
export function bodyVariants(body: Uint8Array): readonly Variant[] {
  const exact = Buffer.from(body);
  return distinct([
    { bytes: exact, deviation: null },
    ...lineEndVariants(exact),
    ...serialisedVariants(exact),
    ...timestampVariants(exact),
    ...encodingVariants(exact),
    {
      bytes: Buffer.alloc(0),
      deviation: {
        en: 'An empty body was signed: the signature was made before the body was there, or the body was read twice. Sign the bytes that are sent.',
        pt: 'Foi assinado um corpo vazio: a assinatura foi feita antes de existir o corpo, ou o corpo foi lido duas vezes. Assine os bytes que são enviados.',
      },
    },
  ]);
}

function lineEndVariants(body: Buffer): readonly Variant[] {
  // One character per byte, so that any body can be cut and put together again without loss.
  const text = body.toString('latin1');
  const unix = text.replaceAll('\r\n', '\n');
  const variant = (changed: string, { en, pt }: Translated<string>): Variant => ({
    bytes: Buffer.from(changed, 'latin1'),
    deviation: { en: `${en} Sign exactly the bytes that are sent.`, pt: `${pt} Assine exatamente os bytes que são enviados.` },
  });
  return [
    variant(text.replace(/[\r\n]+$/, ''), {
      en: 'The signature is of the body without the line break at its end; the body here has one.',
      pt: 'A assinatura é do corpo sem a quebra de linha no fim; o corpo aqui tem uma.',
    }),
    variant(`${text}\n`, {
      en: 'The signature is of the body with a line break at its end, as `echo` without -n and many editors add one.',
      pt: 'A assinatura é do corpo com uma quebra de linha no fim, como a que `echo` sem -n e muitos editores acrescentam.',
    }),
    variant(`${text}\r\n`, {
      en: 'The signature is of the body with a Windows line break (CRLF) at its end.',
      pt: 'A assinatura é do corpo com uma quebra de linha do Windows (CRLF) no fim.',
    }),
    variant(text.trim(), {
      en: 'The signature is of the body without the blanks around it.',
      pt: 'A assinatura é do corpo sem os espaços em volta.',
    }),
    variant(unix, {
      en: 'The signature is of the body with Unix line breaks (LF); the body here has Windows ones (CRLF).',
      pt: 'A assinatura é do corpo com quebras de linha do Unix (LF); o corpo aqui tem as do Windows (CRLF).',
    }),
    variant(unix.replaceAll('\n', '\r\n'), {
      en: 'The signature is of the body with Windows line breaks (CRLF); the body here has Unix ones (LF).',
      pt: 'A assinatura é do corpo com quebras de linha do Windows (CRLF); o corpo aqui tem as do Unix (LF).',
    }),
    variant(text.replace(/^\xEF\xBB\xBF/, ''), {
      en: 'The signature is of the body without the byte order mark it begins with.',
      pt: 'A assinatura é do corpo sem a marca de ordem de bytes (BOM) com que ele começa.',
    }),
    variant(`\xEF\xBB\xBF${text}`, {
      en: 'The signature is of the body with a byte order mark before it.',
      pt: 'A assinatura é do corpo com uma marca de ordem de bytes (BOM) na frente.',
    }),
  ];
}

function serialisedVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  if (!reading.ok) return [];
  return JSON_STYLES.map((style) => ({
    bytes: Buffer.from(writeJsonAs(style, reading.value)),
    deviation: {
      en:
        `The signature is of the same JSON written another way (${style.name.en}). ` +
        'The body was serialised twice, once to sign it and once to send it: serialise once, sign those bytes, send those bytes.',
      pt:
        `A assinatura é do mesmo JSON escrito de outro jeito (${style.name.pt}). ` +
        'O corpo foi serializado duas vezes, uma para assinar e outra para enviar: serialize uma vez, assine esses bytes e envie esses bytes.',
    },
  }));
}

function timestampVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  const timestamp = reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'timestamp')) : undefined;
  if (timestamp === undefined) return [];
  return ['.', ':', ''].map((separator) => ({
    bytes: Buffer.concat([Buffer.from(`${timestamp}${separator}`), body]),
    deviation: {
      en: `The timestamp and ${separator === '' ? 'nothing' : `"${separator}"`} stood before the body when it was signed. Sign the body alone; its timestamp is in it.`,
      pt: `Ao assinar, o timestamp${separator === '' ? '' : ` e "${separator}"`} estava antes do corpo. Assine só o corpo; o timestamp está dentro dele.`,
    },
  }));
}

function encodingVariants(body: Buffer): readonly Variant[] {
  const text = body.toString('utf8');
  return [
    { bytes: Buffer.from(text, 'latin1'), deviation: inEncoding('ISO 8859-1 (Latin 1)') },
    { bytes: Buffer.from(text, 'utf16le'), deviation: inEncoding('UTF-16') },
    {
      bytes: Buffer.from(JSON.stringify(text)),
      deviation: {
        en: 'The signature is of the body packed once more as a JSON string. Sign the body itself.',
        pt: 'A assinatura é do corpo embalado mais uma vez como string JSON. Assine o próprio corpo.',
      },
    },
    {
      bytes: Buffer.from(body.toString('base64')),
      deviation: {
        en: 'The signature is of the body in base64. Sign the body itself.',
        pt: 'A assinatura é do corpo em base64. Assine o próprio corpo.',
      },
    },
  ];
}

function inEncoding(name: string): Translated<string> {
  return {
    en: `The signature is of the body in ${name}. Sign the UTF-8 bytes that are sent.`,
    pt: `A assinatura é do corpo em ${name}. Assine os bytes UTF-8 que são enviados.`,
  };
}
