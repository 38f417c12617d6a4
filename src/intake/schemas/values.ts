/**
 * The values of event bodies as zod schemas, for the description of the routes. Intake itself reads them by hand, for speed; a test checks
 * that both accept the same values. What zod cannot express in JSON Schema is in the metadata.
 */
import { z } from 'zod';
import { isRawNumber, type JsonValue, wholeNumberText } from '../../base/exact-json.ts';
import { hasVisibleCharacter } from '../../base/text.ts';
import { isStorableText, LONGEST_FIELD } from '../identity-text.ts';

/** Counted in characters, as JSON Schema does; zod would count UTF-16 units. */
const shortText = z
  .string()
  .refine((value) => isStorableText(value, LONGEST_FIELD))
  .meta({ minLength: 1, maxLength: LONGEST_FIELD, pattern: '^[^\\u0000]*$' });

/** Numbers beyond 2^53 keep their digits, so they are not of type `number` here. */
const wholeNumber = z
  .unknown()
  .refine((value) => wholeNumberText(value as JsonValue | undefined) !== undefined)
  .meta({ type: 'integer', description: 'Written in digits. Every digit counts, also beyond 2^53.' });

const number = z
  .unknown()
  .refine((value) => typeof value === 'number' || isRawNumber(value))
  .meta({ type: 'number' });

export const eventType = shortText.describe('The event type. Case, accents, dots, hyphens and underscores are ignored.');

export const idOrNumber = z.union([shortText, wholeNumber]);

export const unixSeconds = z
  .union([number, z.string().regex(/^\d{1,20}$/)])
  .describe('Unix time in seconds, as a number or a string of digits. Must be close to the clock of the server.');

export const visibleText = z
  .string()
  .refine(hasVisibleCharacter)
  .meta({ minLength: 1, description: 'The name. At least one visible character.' });

/** A field that is never a reason to refuse an event; it is read as far as possible. */
export function optional(description: string, example: unknown): z.ZodOptional<z.ZodUnknown> {
  return z
    .unknown()
    .meta({ description, examples: [example] })
    .optional();
}
