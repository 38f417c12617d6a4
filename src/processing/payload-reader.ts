import { field, type JsonObject, type JsonValue, scalarText } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import { storableJsonObject } from './storable-json.ts';

/**
 * Reads a payload key by key and remembers which keys were used, so that `rest` can store all others with the lead. A value that does not fit its
 * field is not used: it stays in the rest, unchanged.
 */
export class PayloadReader {
  readonly #payload: JsonObject;
  readonly #placed = new Set<string>();

  constructor(payload: JsonObject) {
    this.#payload = payload;
  }

  /** True if the key exists and has a value; `null` and blank text count as no value. */
  has(key: string): boolean {
    return !isBlank(this.peek(key) ?? null);
  }

  /** The value of a key, without marking it as used. */
  peek(key: string): JsonValue | undefined {
    return field(this.#payload, key);
  }

  /** Marks keys as used: they are not in the rest. */
  place(...keys: readonly string[]): void {
    for (const key of keys) this.#placed.add(key);
  }

  /** The first of these keys that contains text or a number, with exact digits; `null` if none does. */
  text(...keys: readonly string[]): string | null {
    return this.read(keys, writtenText);
  }

  /** The same for every key that `isKey` accepts, if `canBe` accepts its text. */
  textWhere(isKey: (key: string) => boolean, canBe: (text: string) => boolean): string | null {
    const parse = (value: JsonValue): string | undefined => {
      const text = writtenText(value);
      return text === undefined || !canBe(text) ? undefined : text;
    };
    return this.read(Object.keys(this.#payload).filter(isKey), parse);
  }

  /**
   * The first of these keys whose value `parse` accepts (it returns `undefined` for others). A later key with the same value is also marked as
   * used; one with a different value stays in the rest.
   */
  read<Value extends string | number | boolean>(keys: readonly string[], parse: (value: JsonValue) => Value | undefined): Value | null {
    let found: Value | undefined;
    for (const key of keys) {
      const value = this.peek(key);
      if (value === undefined) continue;
      if (isBlank(value)) {
        this.#placed.add(key);
        continue;
      }
      const parsed = parse(value);
      if (parsed === undefined) continue;
      found ??= parsed;
      if (parsed === found) this.#placed.add(key);
    }
    return found ?? null;
  }

  /** Every unused key with its value unchanged. */
  rest(): JsonObject {
    const left = Object.keys(this.#payload).filter((key) => !this.#placed.has(key));
    return left.length === 0 ? {} : storableJsonObject(Object.fromEntries(left.map((key) => [key, this.#payload[key] as JsonValue])));
  }
}

function isBlank(value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function writtenText(value: JsonValue): string | undefined {
  const text = typeof value === 'boolean' ? undefined : scalarText(value);
  return text === undefined ? undefined : storableText(text);
}
