import { isJsonArray, isJsonObject, type JsonValue, writeJson } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';

/** How a JSON library writes the same value: what differs between them, and so between two signatures of one value. */
export interface JsonStyle {
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

export interface NamedJsonStyle extends JsonStyle {
  /** Whose default it is, for a sentence. */
  readonly name: Translated<string>;
}

const COMPACT: JsonStyle = { comma: ',', colon: ':', indent: 0, ascii: false, slashes: false, html: false, sortedKeys: false };
const SPACED: JsonStyle = { ...COMPACT, comma: ', ', colon: ': ' };
const INDENTED: JsonStyle = { ...COMPACT, colon: ': ', indent: 2 };

/** The styles senders are seen to use, the usual ones first. */
export const JSON_STYLES: readonly NamedJsonStyle[] = [
  {
    ...COMPACT,
    name: { en: "without blanks, as JavaScript's JSON.stringify does", pt: 'sem espaços, como o JSON.stringify do JavaScript' },
  },
  {
    ...SPACED,
    ascii: true,
    name: { en: "with blanks and \\u escapes, as Python's json.dumps does", pt: 'com espaços e escapes \\u, como o json.dumps do Python' },
  },
  {
    ...COMPACT,
    ascii: true,
    slashes: true,
    name: { en: "with \\u escapes and \\/, as PHP's json_encode does", pt: 'com escapes \\u e \\/, como o json_encode do PHP' },
  },
  {
    ...COMPACT,
    ascii: true,
    name: {
      en: 'without blanks, with \\u escapes, as json_encode with JSON_UNESCAPED_SLASHES does',
      pt: 'sem espaços, com escapes \\u, como json_encode com JSON_UNESCAPED_SLASHES',
    },
  },
  {
    ...COMPACT,
    slashes: true,
    name: { en: 'with \\/, as json_encode with JSON_UNESCAPED_UNICODE does', pt: 'com \\/, como json_encode com JSON_UNESCAPED_UNICODE' },
  },
  {
    ...SPACED,
    name: { en: 'with blanks, as json.dumps with ensure_ascii=False does', pt: 'com espaços, como json.dumps com ensure_ascii=False' },
  },
  {
    ...COMPACT,
    html: true,
    name: { en: "with \\u003c for <, as Go's and Java's libraries do", pt: 'com \\u003c no lugar de <, como as bibliotecas de Go e Java' },
  },
  {
    ...COMPACT,
    html: true,
    sortedKeys: true,
    name: { en: "with sorted keys, as Go's json.Marshal does for a map", pt: 'com chaves em ordem, como o json.Marshal do Go para um map' },
  },
  { ...COMPACT, sortedKeys: true, name: { en: 'with sorted keys', pt: 'com chaves em ordem' } },
  {
    ...SPACED,
    ascii: true,
    sortedKeys: true,
    name: { en: 'with sorted keys, as json.dumps with sort_keys=True does', pt: 'com chaves em ordem, como json.dumps com sort_keys=True' },
  },
  { ...INDENTED, name: { en: 'indented by two', pt: 'recuado com dois espaços' } },
  { ...INDENTED, indent: 4, name: { en: 'indented by four', pt: 'recuado com quatro espaços' } },
  { ...INDENTED, ascii: true, name: { en: 'indented by two, with \\u escapes', pt: 'recuado com dois espaços, com escapes \\u' } },
  {
    ...INDENTED,
    indent: 4,
    ascii: true,
    name: { en: 'indented by four, with \\u escapes', pt: 'recuado com quatro espaços, com escapes \\u' },
  },
  {
    ...INDENTED,
    indent: 4,
    ascii: true,
    slashes: true,
    name: { en: 'indented, as json_encode with JSON_PRETTY_PRINT does', pt: 'recuado, como json_encode com JSON_PRETTY_PRINT' },
  },
];

/** Writes a value the way a library would. The value comes from `readJson`, so its depth is bounded. */
export function writeJsonAs(style: JsonStyle, value: JsonValue, level = 0): string {
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
