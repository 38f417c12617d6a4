import {
  field,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  scalarText,
  writeJson,
} from '../../../../base/exact-json.ts';
import { maskBodyKey, maskBodyValue } from '../../../../presentation/masking.ts';

/** More than a person compares by eye; both bodies can be downloaded. */
const MOST_DIFFERENCES = 50;
/** The length of a displayed object, list or long text. */
const LONGEST_VALUE = 300;

/** Larger bodies would delay requests: two of a megabyte with a hundred thousand keys take a quarter of a second. */
const MOST_BYTES = 262_144;

/** A field that differs between two bodies. Values are JSON text; `null` if the body does not have the field. */
export interface BodyDifference {
  /** `entry[0].changes[0].value.form_id`; empty for the body itself. */
  readonly path: string;
  readonly first: string | null;
  readonly second: string | null;
  /** `true` if both displayed values are equal, because they differ in a masked or cut part. */
  readonly looksEqual: boolean;
}

export interface BodyComparison {
  readonly differences: readonly BodyDifference[];
  readonly more: number;
}

/** Why two bodies are not compared: one is not JSON, or is larger than 256 KiB. */
export type NotCompared = 'not_json' | 'too_large';

/** The fields in which a resend differs from the first body, with numbers compared digit by digit. */
export function compareBodies(first: Uint8Array, second: Uint8Array, masked: boolean): BodyComparison | NotCompared {
  if (first.byteLength > MOST_BYTES || second.byteLength > MOST_BYTES) return 'too_large';
  const a = readJson(first);
  const b = readJson(second);
  if (!a.ok || !b.ok) return 'not_json';
  const comparing = new Comparing(masked);
  comparing.compare({ path: '', key: null }, a.value, b.value);
  return { differences: comparing.found, more: comparing.count - comparing.found.length };
}

interface Place {
  readonly path: string;
  readonly key: string | null;
}

class Comparing {
  readonly found: BodyDifference[] = [];
  count = 0;
  readonly #masked: boolean;

  constructor(masked: boolean) {
    this.#masked = masked;
  }

  compare(place: Place, first: JsonValue | undefined, second: JsonValue | undefined): void {
    if (isJsonObject(first) && isJsonObject(second)) this.#compareObjects(place, first, second);
    else if (isJsonArray(first) && isJsonArray(second)) this.#compareArrays(place, first, second);
    else if (!isSameScalar(first, second)) this.#note(place, first, second);
  }

  #compareObjects({ path }: Place, first: JsonObject, second: JsonObject): void {
    const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
    let position = 0;
    for (const key of keys) {
      position += 1;
      const name = this.#masked ? maskBodyKey(key, position) : key;
      const inner = { path: joined(path, name), key };
      this.compare(inner, field(first, key), field(second, key));
    }
  }

  #compareArrays({ path }: Place, first: readonly JsonValue[], second: readonly JsonValue[]): void {
    const length = Math.max(first.length, second.length);
    for (let index = 0; index < length; index += 1) this.compare({ path: `${path}[${index}]`, key: null }, first[index], second[index]);
  }

  #note({ path, key }: Place, first: JsonValue | undefined, second: JsonValue | undefined): void {
    this.count += 1;
    if (this.found.length === MOST_DIFFERENCES) return;
    const shown = { first: this.#shown(key, first), second: this.#shown(key, second) };
    this.found.push({ path, ...shown, looksEqual: shown.first === shown.second });
  }

  #shown(key: string | null, value: JsonValue | undefined): string | null {
    if (value === undefined) return null;
    const text = writeJson(this.#masked ? maskBodyValue(key, value) : value);
    return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
  }
}

/** `a.b`, or `a["b c"]` for a key that is not an identifier. */
function joined(path: string, key: string): string {
  if (!/^[\p{L}_*][\p{L}\d_*-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function isSameScalar(first: JsonValue | undefined, second: JsonValue | undefined): boolean {
  if (first === undefined || second === undefined || first === null || second === null) return first === second;
  const text = scalarText(first);
  return text !== undefined && text === scalarText(second) && (typeof first === 'string') === (typeof second === 'string');
}
