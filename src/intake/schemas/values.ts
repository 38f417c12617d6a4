/**
 * The values of event bodies as zod schemas, for the description of the routes. Intake itself reads by hand, for speed; both ask the same
 * questions, and a test holds them together. What zod cannot say in JSON Schema by itself stands in the metadata.
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

/** Numbers beyond 2^53 keep their digits, so they are no `number` here. */
const wholeNumber = z
  .unknown()
  .refine((value) => wholeNumberText(value as JsonValue | undefined) !== undefined)
  .meta({ type: 'integer', description: 'Written in digits. Every digit counts, also beyond 2^53.' });

const number = z
  .unknown()
  .refine((value) => typeof value === 'number' || isRawNumber(value))
  .meta({ type: 'number' });

export const eventType = shortText.describe('What happened. Case, accents, dots, hyphens and underscores do not matter.');

export const idOrNumber = z.union([shortText, wholeNumber]);

export const unixSeconds = z
  .union([number, z.string().regex(/^\d{1,20}$/)])
  .describe('Unix time in seconds, as a number or as text of digits. It has to be near the clock of the server.');

export const visibleText = z.string().refine(hasVisibleCharacter).meta({ minLength: 1, description: 'At least one visible character.' });

/** A field that is never a reason to refuse an event; what stands in it is read as well as it can be. */
export function optional(description: string, example: unknown): z.ZodOptional<z.ZodUnknown> {
  return z
    .unknown()
    .meta({ description, examples: [example] })
    .optional();
}
