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

/** Whether a `total` is only the least. */
export const orMore = z.boolean().describe('True: there are more than were counted.');

/** Headers as they are kept of a request. */
export const keptHeaders = z
  .array(z.tuple([z.string(), z.string()]))
  .describe('Names and values as received, credentials of proxies and browsers left out.');

/** A page of a list; `cursor`: what its cursors are. */
export function pageOf<Item extends z.ZodType>(item: Item, cursor: z.ZodString = rowId) {
  return z.strictObject({
    itens: z.array(item),
    proximo: cursor.nullable().describe('The cursor of the next page, for `antes`; null on the last one.'),
  });
}

/** The sentences of a fault: which, and what each is about. */
export const faultSentences = z
  .array(z.union([z.tuple([z.string()]), z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number()]))])]))
  .nullable()
  .describe('What erro_mensagem says, as data: the key of each sentence, and what it is about.');
