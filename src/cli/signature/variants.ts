import { field, isJsonArray, isJsonObject, type JsonValue, readJson, scalarText, writeJson } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { SIGNED_SOURCES, type SignedSource, SOURCE_FACTS } from './signed-source.ts';

/** Bytes a sender may have signed, or signed with. `deviation` says how that differs from what the service does; null: it does not. */
export interface Variant {
  readonly bytes: Buffer;
  readonly deviation: Translated<string> | null;
}

/** Each once: of those with the same bytes, the first. */
function distinct(variants: readonly Variant[]): readonly Variant[] {
  const seen = new Map<string, Variant>();
  for (const variant of variants) {
    const key = variant.bytes.toString('latin1');
    if (!seen.has(key)) seen.set(key, variant);
  }
  return [...seen.values()];
}

/** The body, and what senders sign in its place. No two have the same bytes. */
export function bodyVariants(body: Uint8Array): readonly Variant[] {
  const exact = Buffer.from(body);
  return distinct([
    { bytes: exact, deviation: null },
    ...lineEndVariants(exact),
    ...serialisedVariants(exact),
    ...timestampVariants(exact),
    ...encodingVariants(exact),
    { bytes: Buffer.alloc(0), deviation: inEveryLanguage((m) => m.cli.signature.anEmptyBodySigned) },
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
    { bytes: Buffer.from(JSON.stringify(text)), deviation: inEveryLanguage((m) => m.cli.signature.theSignatureBodyPacked) },
    { bytes: Buffer.from(body.toString('base64')), deviation: inEveryLanguage((m) => m.cli.signature.theSignatureBodyBase) },
  ];
}

function inEncoding(name: string): Translated<string> {
  return inEveryLanguage((m) => m.cli.signature.theSignatureBodySign({ name }));
}

export type SecretsBySource = Readonly<Record<SignedSource, readonly string[]>>;

/** The keys a sender may have used: the source's secrets, those of the other sources, and the ways a secret gets damaged. */
export function keyVariants(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  const own = secrets[source].map((secret) => ({ bytes: Buffer.from(secret), deviation: null }));
  const { secretSetting } = SOURCE_FACTS[source];
  const nothing = [
    { bytes: Buffer.alloc(0), deviation: inEveryLanguage((m) => m.cli.signature.theSecretEmptyNot({ setting: secretSetting })) },
    ...[`$${secretSetting}`, `\${${secretSetting}}`, secretSetting].map((name) => ({
      bytes: Buffer.from(name),
      deviation: inEveryLanguage((m) => m.cli.signature.theNameVariableUsed({ name })),
    })),
  ];
  return distinct([...own, ...foreignKeys(source, secrets), ...nothing, ...damagedKeys(secrets[source])]);
}

function foreignKeys(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  return SIGNED_SOURCES.filter((other) => other !== source).flatMap((other) =>
    secrets[other].map((secret) => ({
      bytes: Buffer.from(secret),
      deviation: inEveryLanguage((m) =>
        m.cli.signature.theSignatureMadeSecret({ label: SOURCE_FACTS[other].label, secretSetting: SOURCE_FACTS[source].secretSetting }),
      ),
    })),
  );
}

const SECRET_DAMAGE: readonly (readonly [(secret: string) => string | Buffer, Translated<string>])[] = [
  [(secret) => `${secret}\n`, inEveryLanguage((m) => m.cli.signature.aLineBreakEnd)],
  [(secret) => `${secret}\r\n`, inEveryLanguage((m) => m.cli.signature.aWindowsLineBreak)],
  [(secret) => `${secret}\r`, inEveryLanguage((m) => m.cli.signature.aCarriageReturnEnd)],
  [(secret) => `${secret} `, inEveryLanguage((m) => m.cli.signature.aBlankEnd)],
  [(secret) => ` ${secret}`, inEveryLanguage((m) => m.cli.signature.aBlankBeforeIt)],
  [(secret) => `"${secret}"`, inEveryLanguage((m) => m.cli.signature.quotationMarksAroundThey)],
  [(secret) => `'${secret}'`, inEveryLanguage((m) => m.cli.signature.quotationMarksAroundThey)],
  [(secret) => Buffer.from(secret, 'hex'), inEveryLanguage((m) => m.cli.signature.itsTextDecodedHexadecimal)],
  [(secret) => Buffer.from(secret, 'base64'), inEveryLanguage((m) => m.cli.signature.itsTextDecodedBase)],
  [(secret) => Buffer.from(secret).toString('base64'), inEveryLanguage((m) => m.cli.signature.itsTextEncodedBase)],
];

function damagedKeys(secrets: readonly string[]): readonly Variant[] {
  return SECRET_DAMAGE.flatMap(([damage, how]) =>
    secrets.map((secret) => ({
      bytes: Buffer.from(damage(secret)),
      deviation: inEveryLanguage((m) => m.cli.signature.theRightSecretUsed({ how })),
    })),
  );
}

/** How a JSON library writes the same value: what differs between them, and so between two signatures of one value. */
interface JsonStyle {
  /** Between two items. */
  readonly comma: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Blanks per level; 0: one line. */
  readonly indent: number;
  /** Characters beyond ASCII as \uXXXX. */
  readonly ascii: boolean;
  /** `/` as `\/`. */
  readonly slashes: boolean;
  /** `<`, `>` and `&` as \u003c, \u003e and \u0026. */
  readonly html: boolean;
  readonly sortedKeys: boolean;
}

interface NamedJsonStyle extends JsonStyle {
  /** Whose default it is, for a sentence. */
  readonly name: Translated<string>;
}

const COMPACT: JsonStyle = { comma: ',', colon: ':', indent: 0, ascii: false, slashes: false, html: false, sortedKeys: false };
const SPACED: JsonStyle = { ...COMPACT, comma: ', ', colon: ': ' };
const INDENTED: JsonStyle = { ...COMPACT, colon: ': ', indent: 2 };

/** The styles senders are seen to use, the usual ones first. */
const JSON_STYLES: readonly NamedJsonStyle[] = [
  { ...COMPACT, name: inEveryLanguage((m) => m.cli.signature.withoutBlanksJavascriptsJson) },
  { ...SPACED, ascii: true, name: inEveryLanguage((m) => m.cli.signature.withBlanksUEscapes) },
  {
    ...COMPACT,
    ascii: true,
    slashes: true,
    name: inEveryLanguage((m) => m.cli.signature.withUEscapesPhps),
  },
  { ...COMPACT, ascii: true, name: inEveryLanguage((m) => m.cli.signature.withoutBlanksUEscapes) },
  { ...COMPACT, slashes: true, name: inEveryLanguage((m) => m.cli.signature.withJsonEncodeJson) },
  { ...SPACED, name: inEveryLanguage((m) => m.cli.signature.withBlanksJsonDumps) },
  { ...COMPACT, html: true, name: inEveryLanguage((m) => m.cli.signature.withUCGos) },
  {
    ...COMPACT,
    html: true,
    sortedKeys: true,
    name: inEveryLanguage((m) => m.cli.signature.withSortedKeysGos),
  },
  { ...COMPACT, sortedKeys: true, name: inEveryLanguage((m) => m.cli.signature.withSortedKeys) },
  {
    ...SPACED,
    ascii: true,
    sortedKeys: true,
    name: inEveryLanguage((m) => m.cli.signature.withSortedKeysJson),
  },
  { ...INDENTED, name: inEveryLanguage((m) => m.cli.signature.indentedByTwo) },
  { ...INDENTED, indent: 4, name: inEveryLanguage((m) => m.cli.signature.indentedByFour) },
  { ...INDENTED, ascii: true, name: inEveryLanguage((m) => m.cli.signature.indentedTwoUEscapes) },
  {
    ...INDENTED,
    indent: 4,
    ascii: true,
    name: inEveryLanguage((m) => m.cli.signature.indentedFourUEscapes),
  },
  {
    ...INDENTED,
    indent: 4,
    ascii: true,
    slashes: true,
    name: inEveryLanguage((m) => m.cli.signature.indentedJsonEncodeJson),
  },
];

/** Writes a value the way a library would. The value comes from `readJson`, so its depth is bounded. */
function writeJsonAs(style: JsonStyle, value: JsonValue, level = 0): string {
  if (typeof value === 'string') return textAs(style, value);
  if (isJsonArray(value)) {
    return enclosed(
      style,
      '[',
      value.map((item) => writeJsonAs(style, item, level + 1)),
      ']',
      level,
    );
  }
  if (!isJsonObject(value)) return writeJson(value);
  const entries = Object.entries(value);
  if (style.sortedKeys) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(([key, inner]) => `${textAs(style, key)}${style.colon}${writeJsonAs(style, inner, level + 1)}`);
  return enclosed(style, '{', members, '}', level);
}

function enclosed(style: JsonStyle, open: string, items: readonly string[], close: string, level: number): string {
  if (items.length === 0) return open + close;
  if (style.indent === 0) return open + items.join(style.comma) + close;
  const inner = `\n${' '.repeat(style.indent * (level + 1))}`;
  return `${open}${inner}${items.join(`,${inner}`)}\n${' '.repeat(style.indent * level)}${close}`;
}

function textAs(style: JsonStyle, text: string): string {
  let written = JSON.stringify(text);
  if (style.slashes) written = written.replaceAll('/', '\\/');
  if (style.html) written = written.replace(/[<>&]/g, escapedUnit);
  return style.ascii ? written.replace(/[\u0080-\uffff]/g, escapedUnit) : written;
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
