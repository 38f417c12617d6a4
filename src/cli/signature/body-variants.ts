import { field, isJsonObject, readJson, scalarText } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
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
      deviation: inEveryLanguage((m) => m.cli.signature.anEmptyBodySigned),
    },
  ]);
}

function lineEndVariants(body: Buffer): readonly Variant[] {
  // One character per byte, so that any body can be cut and put together again without loss.
  const text = body.toString('latin1');
  const unix = text.replaceAll('\r\n', '\n');
  const variant = (changed: string, { en, pt }: Translated<string>): Variant => ({
    bytes: Buffer.from(changed, 'latin1'),
    deviation: inEveryLanguage((m) => m.cli.signature.signExactlyBytesSent({ en, pt })),
  });
  return [
    variant(
      text.replace(/[\r\n]+$/, ''),
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyWithout),
    ),
    variant(
      `${text}\n`,
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyLine),
    ),
    variant(
      `${text}\r\n`,
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyWindows),
    ),
    variant(
      text.trim(),
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyWithout2),
    ),
    variant(
      unix,
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyUnix),
    ),
    variant(
      unix.replaceAll('\n', '\r\n'),
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyWindows2),
    ),
    variant(
      text.replace(/^\xEF\xBB\xBF/, ''),
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyWithout3),
    ),
    variant(
      `\xEF\xBB\xBF${text}`,
      inEveryLanguage((m) => m.cli.signature.theSignatureBodyByte),
    ),
  ];
}

function serialisedVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  if (!reading.ok) return [];
  return JSON_STYLES.map((style) => ({
    bytes: Buffer.from(writeJsonAs(style, reading.value)),
    deviation: inEveryLanguage((m) => m.cli.signature.theSignatureSameJson({ name: style.name })),
  }));
}

function timestampVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  const timestamp = reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'timestamp')) : undefined;
  if (timestamp === undefined) return [];
  return ['.', ':', ''].map((separator) => ({
    bytes: Buffer.concat([Buffer.from(`${timestamp}${separator}`), body]),
    deviation: inEveryLanguage((m) => m.cli.signature.theTimestampStoodBefore({ separator })),
  }));
}

function encodingVariants(body: Buffer): readonly Variant[] {
  const text = body.toString('utf8');
  return [
    { bytes: Buffer.from(text, 'latin1'), deviation: inEncoding('ISO 8859-1 (Latin 1)') },
    { bytes: Buffer.from(text, 'utf16le'), deviation: inEncoding('UTF-16') },
    {
      bytes: Buffer.from(JSON.stringify(text)),
      deviation: inEveryLanguage((m) => m.cli.signature.theSignatureBodyPacked),
    },
    {
      bytes: Buffer.from(body.toString('base64')),
      deviation: inEveryLanguage((m) => m.cli.signature.theSignatureBodyBase),
    },
  ];
}

function inEncoding(name: string): Translated<string> {
  return inEveryLanguage((m) => m.cli.signature.theSignatureBodySign({ name }));
}
