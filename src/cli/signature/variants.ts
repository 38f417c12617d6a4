import { field, isJsonArray, isJsonObject, type JsonValue, readJson, scalarText, writeJson } from '../../base/exact-json.ts';
import type { Origin } from '../../domain/origin.ts';
import type { Messages } from '../../messages/messages.ts';
import { type SigningSecrets, SOURCE_FACTS } from './signed-source.ts';

/**
 * Bytes a sender may have signed, or signed with. `deviation` describes the difference from what the service uses; `null` if there is none.
 */
export interface Variant {
  readonly bytes: Buffer;
  readonly deviation: Deviation | null;
}

/** The sender's deviation, as a text of the catalogue. */
export type Deviation = (words: Messages['cli']['signature']) => string;

function variant(bytes: string | Buffer, deviation: Deviation | null): Variant {
  return { bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, deviation };
}

/** Removes duplicates: of variants with the same bytes, keeps the first. */
function distinct(variants: readonly Variant[]): readonly Variant[] {
  const seen = new Map<string, Variant>();
  for (const variant of variants) {
    const key = variant.bytes.toString('latin1');
    if (!seen.has(key)) seen.set(key, variant);
  }
  return [...seen.values()];
}

/** The body, and what senders sign instead. No two have the same bytes. */
export function bodyVariants(body: Uint8Array): readonly Variant[] {
  const exact = Buffer.from(body);
  return distinct([
    variant(exact, null),
    ...lineEndVariants(exact),
    ...serialisedVariants(exact),
    ...timestampVariants(exact),
    ...encodingVariants(exact),
    variant('', (words) => words.emptyBody),
  ]);
}

/** One character per byte, so that any body can be split and joined without loss. */
const LINE_ENDS: readonly (readonly [change: (text: string) => string, how: Deviation])[] = [
  [(text) => text.replace(/[\r\n]+$/, ''), (words) => words.withoutLineBreak],
  [(text) => `${text}\n`, (words) => words.withLineBreak],
  [(text) => `${text}\r\n`, (words) => words.withWindowsLineBreak],
  [(text) => text.trim(), (words) => words.withoutBlanks],
  [(text) => text.replaceAll('\r\n', '\n'), (words) => words.unixLineBreaks],
  [(text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'), (words) => words.windowsLineBreaks],
  [(text) => text.replace(/^\xEF\xBB\xBF/, ''), (words) => words.withoutByteOrderMark],
  [(text) => `\xEF\xBB\xBF${text}`, (words) => words.withByteOrderMark],
];

function lineEndVariants(body: Buffer): readonly Variant[] {
  return LINE_ENDS.map(([change, how]) =>
    variant(Buffer.from(change(body.toString('latin1')), 'latin1'), (words) => words.signExactBytes({ what: how(words) })),
  );
}

function serialisedVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  if (!reading.ok) return [];
  return JSON_STYLES.map((style) =>
    variant(writeJsonAs(style, reading.value), (words) => words.jsonRewritten({ name: style.name(words) })),
  );
}

function timestampVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  const timestamp = reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'timestamp')) : undefined;
  if (timestamp === undefined) return [];
  return ['.', ':', ''].map((separator) =>
    variant(Buffer.concat([Buffer.from(`${timestamp}${separator}`), body]), (words) => words.timestampBefore({ separator })),
  );
}

function encodingVariants(body: Buffer): readonly Variant[] {
  const text = body.toString('utf8');
  return [
    variant(Buffer.from(text, 'latin1'), (words) => words.bodyInCharset({ name: 'ISO 8859-1 (Latin 1)' })),
    variant(Buffer.from(text, 'utf16le'), (words) => words.bodyInCharset({ name: 'UTF-16' })),
    variant(JSON.stringify(text), (words) => words.bodyAsJsonString),
    variant(body.toString('base64'), (words) => words.bodyInBase64),
  ];
}

/** The keys a sender may have used: the source's secrets, those of other sources, and typical corruptions of a secret. */
export function keyVariants(source: Origin, secrets: SigningSecrets): readonly Variant[] {
  const { key, secretSetting } = SOURCE_FACTS[source];
  const own = secrets[key];
  const others = Object.values(SOURCE_FACTS).filter((other) => other.key !== key);
  return distinct([
    ...own.map((secret) => variant(secret, null)),
    ...others.flatMap((other) =>
      secrets[other.key].map((secret) => variant(secret, (words) => words.secretOfOtherSource({ label: words[other.key], secretSetting }))),
    ),
    variant('', (words) => words.secretEmpty({ setting: secretSetting })),
    ...[`$${secretSetting}`, `\${${secretSetting}}`, secretSetting].map((name) =>
      variant(name, (words) => words.secretIsVariableName({ name })),
    ),
    ...SECRET_DAMAGE.flatMap(([damage, how]) =>
      own.map((secret) => variant(damage(secret), (words) => words.secretAltered({ how: how(words) }))),
    ),
  ]);
}

const SECRET_DAMAGE: readonly (readonly [(secret: string) => string | Buffer, Deviation])[] = [
  [(secret) => `${secret}\n`, (words) => words.secretLineBreak],
  [(secret) => `${secret}\r\n`, (words) => words.secretWindowsLineBreak],
  [(secret) => `${secret}\r`, (words) => words.secretCarriageReturn],
  [(secret) => `${secret} `, (words) => words.secretBlankAfter],
  [(secret) => ` ${secret}`, (words) => words.secretBlankBefore],
  [(secret) => `"${secret}"`, (words) => words.secretQuoted],
  [(secret) => `'${secret}'`, (words) => words.secretQuoted],
  [(secret) => Buffer.from(secret, 'hex'), (words) => words.secretFromHex],
  [(secret) => Buffer.from(secret, 'base64'), (words) => words.secretFromBase64],
  [(secret) => Buffer.from(secret).toString('base64'), (words) => words.secretToBase64],
];

/** How a JSON library writes a value: the differences between libraries, and so between two signatures of one value. */
interface JsonStyle {
  /** Between two items. */
  readonly comma: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Spaces per level; 0 for a single line. */
  readonly indent: number;
  /** Writes non-ASCII characters as \uXXXX. */
  readonly ascii: boolean;
  /** Writes `/` as `\/`. */
  readonly slashes: boolean;
  /** Writes `<`, `>` and `&` as \u003c, \u003e and \u0026. */
  readonly html: boolean;
  readonly sortedKeys: boolean;
}

const COMPACT: JsonStyle = { comma: ',', colon: ':', indent: 0, ascii: false, slashes: false, html: false, sortedKeys: false };
const SPACED: JsonStyle = { ...COMPACT, comma: ', ', colon: ': ' };
const INDENTED: JsonStyle = { ...COMPACT, colon: ': ', indent: 2 };

/** The styles that senders use, the most common first, and the library with this default, for a sentence. */
const JSON_STYLES: readonly (JsonStyle & { readonly name: Deviation })[] = [
  { ...COMPACT, name: (words) => words.asJavaScript },
  { ...SPACED, ascii: true, name: (words) => words.asPython },
  { ...COMPACT, ascii: true, slashes: true, name: (words) => words.asPhp },
  { ...COMPACT, ascii: true, name: (words) => words.asPhpUnescapedSlashes },
  { ...COMPACT, slashes: true, name: (words) => words.asPhpUnescapedUnicode },
  { ...SPACED, name: (words) => words.asPythonUnescaped },
  { ...COMPACT, html: true, name: (words) => words.withUCGos },
  { ...COMPACT, html: true, sortedKeys: true, name: (words) => words.asGoMap },
  { ...COMPACT, sortedKeys: true, name: (words) => words.withSortedKeys },
  { ...SPACED, ascii: true, sortedKeys: true, name: (words) => words.asPythonSorted },
  { ...INDENTED, name: (words) => words.indentedByTwo },
  { ...INDENTED, indent: 4, name: (words) => words.indentedByFour },
  { ...INDENTED, ascii: true, name: (words) => words.indentedTwo },
  { ...INDENTED, indent: 4, ascii: true, name: (words) => words.indentedFour },
  { ...INDENTED, indent: 4, ascii: true, slashes: true, name: (words) => words.asPhpPretty },
];

/** Writes a value like a JSON library. The value comes from `readJson`, so its depth is limited. */
function writeJsonAs(style: JsonStyle, value: JsonValue, level = 0): string {
  if (typeof value === 'string') return textAs(style, value);
  if (isJsonArray(value)) {
    const items = value.map((item) => writeJsonAs(style, item, level + 1));
    return enclosed(style, '[', items, ']', level);
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
