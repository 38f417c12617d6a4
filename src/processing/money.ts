import { type JsonValue, scalarText } from '../base/exact-json.ts';

const PLAIN = /^-?\d+(?:\.(?:\d{1,2}|\d{4,}))?$|^-?0\.\d+$/;
const BRAZILIAN_GROUPED = /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const BRAZILIAN_DECIMAL = /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+)$/;
const BRAZILIAN_THOUSANDS = /^-?\d{1,3}(?:\.\d{3})+$/;
const ENGLISH_GROUPED = /^-?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Longer texts are not amounts; this also limits the time for parsing. */
const LONGEST_AMOUNT = 64;

/**
 * An amount of money: a number, or text such as `2600.50`, `2.600,50`, `R$ 2.600,50` or `2,600.50`. `undefined` if it is ambiguous (`2.600` without
 * `R$` may be 2600 or 2.6) or a double would round it (from 16 digits on): it is better to report no value than a wrong one.
 */
export function readAmount(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  const written = typeof value === 'boolean' ? undefined : scalarText(value);
  if (written === undefined || written.length > LONGEST_AMOUNT) return undefined;
  const decimal = typeof value === 'string' ? decimalOf(written) : written;
  return decimal === undefined ? undefined : exactNumber(decimal);
}

/** The amount with a decimal point and without grouping; `undefined` if it is ambiguous or not an amount. */
function decimalOf(written: string): string | undefined {
  const compact = written.replace(/\s+/g, '');
  const text = compact.replace(/^R\$/i, '');
  if (PLAIN.test(text)) return text;
  const isBrazilian = BRAZILIAN_GROUPED.test(text) || BRAZILIAN_DECIMAL.test(text) || (text !== compact && BRAZILIAN_THOUSANDS.test(text));
  if (isBrazilian) return text.replaceAll('.', '').replace(',', '.');
  return ENGLISH_GROUPED.test(text) ? text.replaceAll(',', '') : undefined;
}

function exactNumber(decimal: string): number | undefined {
  const amount = Number(decimal);
  return Number.isFinite(amount) && significantDigits(String(amount)) === significantDigits(decimal) ? amount : undefined;
}

/** The digits without sign, point, exponent and zeros at either end. */
function significantDigits(decimal: string): string {
  return decimal
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}

/** Signs that stand for one currency alone. */
const SIGNS = new Map([
  ['R$', 'BRL'],
  ['US$', 'USD'],
  ['€', 'EUR'],
]);

/** An ISO 4217 code in upper case, also for a sign such as `R$`. `undefined` for anything else. */
export function readCurrency(value: JsonValue): string | undefined {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return SIGNS.get(text) ?? (/^[A-Z]{3}$/.test(text) ? text : undefined);
}
