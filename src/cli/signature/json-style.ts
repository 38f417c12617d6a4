import { isJsonArray, isJsonObject, type JsonValue, writeJson } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';

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
    name: inEveryLanguage((m) => m.cli.signature.withoutBlanksJavascriptsJson),
  },
  {
    ...SPACED,
    ascii: true,
    name: inEveryLanguage((m) => m.cli.signature.withBlanksUEscapes),
  },
  {
    ...COMPACT,
    ascii: true,
    slashes: true,
    name: inEveryLanguage((m) => m.cli.signature.withUEscapesPhps),
  },
  {
    ...COMPACT,
    ascii: true,
    name: inEveryLanguage((m) => m.cli.signature.withoutBlanksUEscapes),
  },
  {
    ...COMPACT,
    slashes: true,
    name: inEveryLanguage((m) => m.cli.signature.withJsonEncodeJson),
  },
  {
    ...SPACED,
    name: inEveryLanguage((m) => m.cli.signature.withBlanksJsonDumps),
  },
  {
    ...COMPACT,
    html: true,
    name: inEveryLanguage((m) => m.cli.signature.withUCGos),
  },
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
