import { type JsonValue, scalarText } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';

/** What scripts and forms write if there is no click: a variable without a value, or the macro itself. */
const NO_CLICK =
  /^(?:undefined|null|none|nan|nil|empty|unknown|false|true|0|-|n\/a|_*(?:gcl_?id|gbraid|wbraid|fbclid|fbc|fbp|click_?id)_*|%.*%)$/i;
/** Never part of a click id, but of `{gclid}`, `(not set)` and `[object Object]`. */
const FOREIGN = /[\s{}()[\]<>]/;

/** A platform's click id, exactly as given, without surrounding blanks; `undefined` for a placeholder: all people without a click would share it. */
export function readClickId(value: JsonValue): string | undefined {
  const text = typeof value === 'boolean' ? '' : (scalarText(value)?.trim() ?? '');
  return text === '' || NO_CLICK.test(text) || FOREIGN.test(text) ? undefined : storableText(text);
}
