import { field, type JsonObject, type JsonValue, scalarText } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import { storableJsonObject } from './storable-json.ts';

/**
 * Reads a payload key by key and remembers which keys found a place, so that `rest` can keep all others with the lead.
 * A value that does not fit where it was meant is not placed: it ends up in the rest, exactly as it came.
 */
export class PayloadReader {
  readonly #payload: JsonObject;
  readonly #placed = new Set<string>();

  constructor(payload: JsonObject) {
    this.#payload = payload;
  }

  /** True when the key is there and says something; null and blank text say nothing. */
  has(key: string): boolean {
    return !saysNothing(this.peek(key) ?? null);
  }

  /** The value of a key, without giving it a place. */
  peek(key: string): JsonValue | undefined {
    return field(this.#payload, key);
  }

  /** Marks keys as dealt with: they are not in the rest. */
  place(...keys: readonly string[]): void {
    for (const key of keys) this.#placed.add(key);
  }

  /** The first of these keys that holds text or a number, numbers as their exact digits; null when none does. */
  text(...keys: readonly string[]): string | null {
    return this.read(keys, writtenText);
  }

  /** The same for every key that is one of these by its spelling, as long as its text can be what is looked for. */
  textWhere(isKey: (key: string) => boolean, canBe: (text: string) => boolean): string | null {
    const parse = (value: JsonValue): string | undefined => {
      const text = writtenText(value);
      return text === undefined || !canBe(text) ? undefined : text;
    };
    return this.read(Object.keys(this.#payload).filter(isKey), parse);
  }

  /**
   * The first of these keys that `parse` understands (it answers undefined for what it does not). A later key that says
   * the same is placed with it; one that says something else stays in the rest.
   */
  read<Value extends string | number | boolean>(keys: readonly string[], parse: (value: JsonValue) => Value | undefined): Value | null {
    let found: Value | undefined;
    for (const key of keys) {
      const value = this.peek(key);
      if (value === undefined) continue;
      if (saysNothing(value)) {
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

  /** Every key that found no place, with its value as it came. */
  rest(): JsonObject {
    const left = Object.entries(this.#payload).filter(([key]) => !this.#placed.has(key));
    return left.length === 0 ? {} : storableJsonObject(Object.fromEntries(left));
  }
}

function saysNothing(value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function writtenText(value: JsonValue): string | undefined {
  const text = typeof value === 'boolean' ? undefined : scalarText(value);
  return text === undefined ? undefined : storableText(text);
}
