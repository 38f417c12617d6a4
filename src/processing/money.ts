import { type JsonValue, scalarText } from '../base/exact-json.ts';

const PLAIN = /^-?\d+(?:\.(?:\d{1,2}|\d{4,}))?$|^-?0\.\d+$/;
const BRAZILIAN_GROUPED = /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const BRAZILIAN_DECIMAL = /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+)$/;
const BRAZILIAN_THOUSANDS = /^-?\d{1,3}(?:\.\d{3})+$/;
const ENGLISH_GROUPED = /^-?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/**
 * An amount of money: a number, or text such as `2600.50`, `2.600,50`, `R$ 2.600,50` or `2,600.50`. Undefined for what
 * can be read in two ways (`2.600` without `R$` may be 2600 or 2.6): no value is better reported than a wrong one.
 */
export function readAmount(value: JsonValue): number | undefined {
  if (typeof value === 'boolean') return undefined;
  const written = scalarText(value) ?? '';
  const amount = typeof value === 'string' ? amountOfText(written) : Number(written === '' ? Number.NaN : written);
  return Number.isFinite(amount) ? amount : undefined;
}

function amountOfText(written: string): number {
  const compact = written.replace(/\s+/g, '');
  const text = compact.replace(/^R\$/i, '');
  if (PLAIN.test(text)) return Number(text);
  const isBrazilian = BRAZILIAN_GROUPED.test(text) || BRAZILIAN_DECIMAL.test(text) || (text !== compact && BRAZILIAN_THOUSANDS.test(text));
  if (isBrazilian) return Number(text.replaceAll('.', '').replace(',', '.'));
  return ENGLISH_GROUPED.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** An ISO 4217 code in upper case; `R$` is BRL. Undefined for anything else. */
export function readCurrency(value: JsonValue): string | undefined {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : '';
  if (text === 'R$') return 'BRL';
  return /^[A-Z]{3}$/.test(text) ? text : undefined;
}
