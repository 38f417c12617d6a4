/** The values in URLs and forms of the admin: parsed, checked and described by the same zod schemas. */
import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import { isoTimeMs } from '../../../base/iso-time.ts';
import type { Language, Translated } from '../../../base/language.ts';
import { namedWord, readNamedWord } from '../../../domain/fault.ts';
import { JOB_ID } from '../../../domain/job.ts';
import { LEAD_CURSOR } from '../../../domain/lead-cursor.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { isoTime } from '../../../presentation/json.ts';
import { VERSION } from './stale-form.ts';

const LONGEST_VALUE = 512;
const MOST_ROWS = 1_000;
export const ROWS_PER_PAGE = 50;

/** zod stores one text per problem, the English one; it is the key of the Portuguese one. */
const PORTUGUESE = new Map<string, string>();

function problem({ en, pt }: Translated<string>): string {
  PORTUGUESE.set(en, pt);
  return en;
}

/** Any text; empty ones count as omitted. */
export function text(description: string): z.ZodOptional<z.ZodString> {
  return shortText().describe(description).optional();
}

function shortText(): z.ZodString {
  const error = problem(inEveryLanguage((m) => m.errors.admin.tooLong({ longestValue: LONGEST_VALUE })));
  return z.string().max(LONGEST_VALUE, { error });
}

/** Texts, one per value or several separated by commas, semicolons or line breaks; may be empty. */
export function texts(description: string): z.ZodDefault<z.ZodPipe<z.ZodArray<z.ZodString>, z.ZodTransform<string[], string[]>>> {
  return z
    .array(shortText())
    .transform((values) => values.flatMap((value) => value.split(/[,;\n]/)).flatMap((value) => (value.trim() === '' ? [] : [value.trim()])))
    .default([])
    .describe(description);
}

/** One of some words. */
export function word<const Word extends string>(
  words: readonly Word[],
  description: string,
): z.ZodOptional<z.ZodEnum<{ [Each in Word]: Each }>> {
  const list = words.join(', ');
  return z
    .enum(words, { error: problem(inEveryLanguage((m) => m.errors.admin.mustBeOneOf({ words: list }))) })
    .describe(description)
    .optional();
}

/** The id of a row: an event, a lead, a client. */
export function id(description: string): z.ZodOptional<z.ZodString> {
  return rowId().describe(description).optional();
}

/** Ids of rows, one per value; may be empty. */
export function ids(description: string): z.ZodDefault<z.ZodArray<z.ZodString>> {
  return z.array(rowId()).default([]).describe(description);
}

/** The same for jobs. */
export function jobIds(description: string): z.ZodDefault<z.ZodArray<z.ZodString>> {
  return z.array(jobId()).default([]).describe(description);
}

function jobId(): z.ZodString {
  return z.string().regex(JOB_ID, { error: problem(inEveryLanguage((m) => m.errors.admin.notAJobId)) });
}

const ROW_ID = /^[1-9]\d{0,17}$/;

/** Whether a text can be the id of a row. */
export function isRowId(text: string): boolean {
  return ROW_ID.test(text);
}

function rowId(): z.ZodString {
  const error = problem(inEveryLanguage((m) => m.errors.admin.notAnId));
  return z.string().regex(ROW_ID, { error });
}

/** `1` for yes; anything else is invalid. */
export function flag(description: string): MarkSchema<'1'> {
  return mark('1', description);
}

type MarkSchema<Word extends string> = z.ZodOptional<z.ZodCodec<z.ZodLiteral<Word>, z.ZodLiteral<true>>>;

/** One word for yes; anything else is invalid. */
export function mark<const Word extends string>(word: Word, description: string): MarkSchema<Word> {
  const error = problem(inEveryLanguage((m) => m.errors.admin.canOnlyBe({ word })));
  return z
    .codec(z.literal(word, { error }), z.literal(true), { decode: () => true as const, encode: () => word })
    .describe(description)
    .optional();
}

/** `1` for yes, `0` for no. */
export function yesOrNo(description: string): z.ZodOptional<z.ZodCodec<z.ZodEnum<{ 0: '0'; 1: '1' }>, z.ZodBoolean>> {
  const digit = z.enum(['0', '1'], { error: problem(inEveryLanguage((m) => m.errors.admin.mustBeOneOf({ words: '0, 1' }))) });
  return z
    .codec(digit, z.boolean(), { decode: (value) => value === '1', encode: (isYes) => (isYes ? '1' : '0') })
    .describe(description)
    .optional();
}

/** What an error names: `campanha_id:42`; `-` if nothing. */
export function named(description: string): z.ZodOptional<z.ZodCodec<z.ZodString, z.ZodString>> {
  return z.codec(shortText(), z.string(), { decode: readNamedWord, encode: namedWord }).describe(description).optional();
}

const DATE_OR_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
/** The format of `datetime-local` inputs, which have no time zone. */
const WITHOUT_ZONE = /T[\d:.]+$/;

/** A time: an ISO 8601 date (its start in UTC) or time, in UTC if it names no zone. Parsed to UTC milliseconds. */
export function time(description: string): z.ZodOptional<z.ZodCodec<z.ZodString, z.ZodNumber>> {
  const error = problem(inEveryLanguage((m) => m.errors.admin.notATime));
  const written = z.string().refine((value) => DATE_OR_TIME.test(value) && utcTime(value) !== undefined, { error });
  return z
    .codec(written, z.number(), { decode: (value) => utcTime(value) as number, encode: isoTime })
    .describe(description)
    .optional();
}

function utcTime(value: string): number | undefined {
  const ms = isoTimeMs(WITHOUT_ZONE.test(value) ? `${value}Z` : value);
  // With its offset, it may fall into a year that URLs cannot contain.
  return ms !== undefined && DATE_OR_TIME.test(isoTime(ms)) ? ms : undefined;
}

/** A count, or a position in a text: from 0. */
export function wholeNumber(description: string): z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>> {
  const error = problem(inEveryLanguage((m) => m.errors.admin.notAWholeNumber));
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .describe(description)
    .optional();
}

/** The number of rows on a page of a list. */
export function limit(): z.ZodDefault<z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>> {
  const error = problem(inEveryLanguage((m) => m.errors.admin.mustBeWithin({ mostRows: MOST_ROWS })));
  return z
    .string()
    .refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_ROWS, { error })
    .transform(Number)
    .default(ROWS_PER_PAGE)
    .describe(`Rows per page, 1 to ${MOST_ROWS}. Default: ${ROWS_PER_PAGE}.`);
}

const CURSOR = 'The `proximo` value of the previous page.';

/** Where a page of a list begins: `proximo` of the previous page. */
export function cursor(): z.ZodOptional<z.ZodString> {
  return id(CURSOR);
}

/** The same for lists of jobs. */
export function jobCursor(): z.ZodOptional<z.ZodString> {
  return jobId().describe(CURSOR).optional();
}

/** The same for lists of leads. */
export function leadCursor(): z.ZodOptional<z.ZodString> {
  const error = problem(inEveryLanguage((m) => m.errors.admin.notALeadCursor));
  return z.string().regex(LEAD_CURSOR, { error }).describe(CURSOR).optional();
}

/**
 * Parses the values of a schema from a URL or a form. Trims values, and treats empty ones as omitted, because forms send fields that were
 * not filled in. Ignores names that are not in the schema. A list in the schema gets all values of its name.
 *
 * @throws AppError invalid_input that names each wrong value
 */
export function readValues<Schema extends z.ZodObject>(schema: Schema, values: URLSearchParams): z.output<Schema> {
  const parsed = schema.safeParse(givenValues(schema, values));
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues);
}

/** The values of the names in a schema, trimmed and without empty ones: all of them for a list, otherwise the first. */
export function givenValues({ shape }: z.ZodObject, values: URLSearchParams): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {};
  for (const [name, field] of Object.entries(shape)) {
    const all = values.getAll(name).map((value) => value.trim());
    const filled = all.filter((value) => value !== '');
    if (isList(field)) given[name] = filled;
    else if (filled[0] !== undefined) given[name] = filled[0];
  }
  return given;
}

function isList(field: unknown): boolean {
  const type = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.unwrap() : field;
  return (type instanceof z.ZodPipe ? type.in : type) instanceof z.ZodArray;
}

function invalidInput(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): AppError {
  return appError(
    'invalid_input',
    (_, language) => issues.map((issue) => `${String(issue.path[0])} ${sentence(issue.message, language)}.`).join(' '),
    { hint: (m) => m.errors.admin.correctOrOmit },
  );
}

function sentence(message: string, language: Language): string {
  return language === 'en' ? message : (PORTUGUESE.get(message) ?? message);
}

/** The token of the session, and the fingerprint of the values that the form showed. */
const CARRIED = new Set(['csrf', VERSION]);

/**
 * A misspelled filter would be ignored, and more would be changed than intended.
 *
 * @param fields the existing fields by name; what pages carry besides is also allowed
 * @throws AppError invalid_input
 */
export function refuseUnknownFields(values: URLSearchParams, fields: Readonly<Record<string, unknown>>): void {
  if ([...values.keys()].every((name) => Object.hasOwn(fields, name) || CARRIED.has(name))) return;
  const names = Object.keys(fields).join(', ');
  throw appError('invalid_input', (m) => m.errors.admin.unknownField, {
    hint: (m) => (names === '' ? m.errors.admin.noFields : m.errors.admin.knownFields({ names })),
  });
}

/**
 * The same for a posted form; and of a repeated field that is no list, only the first value would count.
 *
 * @throws AppError invalid_input
 */
export function refuseStrayFields(form: URLSearchParams, fields: Readonly<Record<string, unknown>>): void {
  refuseUnknownFields(form, fields);
  const repeated = Object.keys(fields).find((name) => !isList(fields[name]) && form.getAll(name).length > 1);
  if (repeated !== undefined) throw appError('invalid_input', (m) => m.errors.admin.repeatedField({ repeated }));
}

/**
 * An empty field treated as no filter would change more than intended.
 *
 * @throws AppError invalid_input
 */
export function refuseEmptyFields(values: URLSearchParams, names: readonly string[]): void {
  const empty = names.find((name) => values.getAll(name).some((value) => value.trim() === ''));
  if (empty === undefined) return;
  throw appError('invalid_input', (m) => m.errors.admin.emptyField({ empty }), { hint: (m) => m.errors.admin.emptyFilterHint });
}
