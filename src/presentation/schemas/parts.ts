/** What the answers of the service are put together from. Each schema describes what `presentation/json.ts` makes. */
import { z } from 'zod';
import { ORIGINS } from '../../domain/origin.ts';

/** UTC, ISO 8601, with milliseconds. */
export const isoTime = z.iso.datetime();

/** The id of a row: the digits of a whole number, as text. */
export const rowId = z.string().regex(/^[1-9]\d*$/);

export const origin = z.enum(ORIGINS);

/** A number of things, bytes or ms. */
export const count = z.int().min(0);

/** Any JSON value: what senders put in. */
export const anyJson = z.unknown();

/** An object whose keys are the sender's or the platform's. */
export const anyObject = z.record(z.string(), z.unknown());

export const nullableText = z.string().nullable();

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    itens: z.array(item),
    proximo: rowId.nullable().describe('The cursor of the next page, for `antes`; null on the last one.'),
  });
}
