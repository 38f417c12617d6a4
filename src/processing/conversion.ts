import type { JsonValue } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import type { NewConversion } from '../domain/conversion.ts';
import { normalSpelling } from '../domain/event-kind.ts';
import { firstArrival } from '../domain/webhook-event.ts';
import type { ProcessableEvent } from './event-reading.ts';
import { readAmount, readCurrency } from './money.ts';
import type { PayloadReader } from './payload-reader.ts';
import { readEnd } from './typed-time.ts';

const NAME_KEYS = ['conversao_nome', 'conversion_name'];
/** The order's own id identifies it; otherwise the sender's event id, which differs for every sale. */
const KEY_KEYS = ['conversion_id', 'conversao_id', 'transaction_id', 'order_id', 'pedido_id', 'id'];
const VALUE_KEYS = ['valor', 'value', 'conversion_value'];
const CURRENCY_KEYS = ['moeda', 'currency'];
const TIME_KEYS = ['conversion_time', 'occurred_at', 'ocorrida_em', 'timestamp'];
const DEFAULT_CURRENCY = 'BRL';

/**
 * The offline conversion that an event requests. An unusable amount or currency stays in the lead's extras. It happened before it was reported,
 * whatever the sender's clock says: Google refuses a time in the future for good. A day without a time is over, so that the sale is after its click.
 *
 * @param timeZone of times without an offset
 */
export function readConversion(
  reader: PayloadReader,
  event: Pick<ProcessableEvent, 'eventType' | 'receivedAt' | 'refusedAt'>,
  timeZone: string,
): NewConversion {
  const value = reader.read(VALUE_KEYS, readSale);
  const reportedAt = firstArrival(event);
  return {
    name: reader.text(...NAME_KEYS) ?? storableText(event.eventType),
    key: reader.text(...KEY_KEYS) ?? storableText(normalSpelling(event.eventType)),
    value,
    currency: readConversionCurrency(reader, value),
    happenedAt: Math.min(reader.read(TIME_KEYS, (time) => readEnd(time, timeZone)) ?? reportedAt, reportedAt),
  };
}

/** Platforms refuse negative amounts. */
function readSale(value: JsonValue): number | undefined {
  const amount = readAmount(value);
  return amount === undefined || amount < 0 ? undefined : amount;
}

function readConversionCurrency(reader: PayloadReader, value: number | null): string | null {
  const currency = reader.read(CURRENCY_KEYS, readCurrency);
  if (currency !== null || value === null) return currency;
  return CURRENCY_KEYS.some((key) => reader.has(key)) ? null : DEFAULT_CURRENCY;
}
