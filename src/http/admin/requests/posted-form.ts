/** Forms that users fill in: parsed with the schema that describes them, and shown again with an error at each invalid field. */
import { z } from 'zod';
import { AppError } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { HttpProblem, toProblem } from '../../problem.ts';
import { givenValues } from './values.ts';

export type FieldErrors = Readonly<Record<string, Translated<string>>>;

/** A refused form, as it is shown again: the input without secrets, and its errors. */
export interface FormState {
  readonly status: number;
  readonly values: Readonly<Record<string, string>>;
  /** The same in the posted order and with repeated names. */
  readonly fields: readonly Field[];
  readonly errors: FieldErrors;
  /** The error of the whole form; `null` if the fields have the errors. */
  readonly message: Translated<string> | null;
}

/** The same on a page with several forms: which of them was refused. */
export interface RefusedForm<Form extends string> {
  readonly form: Form;
  readonly state: FormState;
}

export type Field = [name: string, value: string];

/** Fields with a secret: no page may contain their input. */
const SECRET = /token|senha|password|secret|segredo|^credencial$/i;

export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

/**
 * The fields of a form to carry through the login or show again: in the posted order, and with repeated names. A secret that was entered
 * is empty, and must be entered again; one that was left empty is left out.
 */
export function fieldsOf(form: URLSearchParams): Field[] {
  const fields = [...form].filter(([name, value]) => name !== 'csrf' && !(isSecret(name) && value === ''));
  return fields.map(([name, value]) => [name, isSecret(name) ? '' : value]);
}

const MISSING: Translated<string> = inEveryLanguage((m) => m.settings.problems.empty);
const NOT_KEPT: Translated<string> = inEveryLanguage((m) => m.errors.admin.secretNotKept);

/** A form with invalid fields: 422. API clients get a problem document that names each. */
export class InvalidForm extends HttpProblem {
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    const entries = Object.entries(fields);
    const localDetail = inEveryLanguage((_, language) => entries.map(([field, problem]) => `${field} ${problem[language]}.`).join(' '));
    super(422, 'invalid_input', localDetail.en, { localDetail, errors: entries.map(([field, { en }]) => ({ field, problem: en })) });
    this.fields = fields;
  }
}

/** A text with a rule. */
export function ruled(problemOf: (text: string) => Translated<string> | undefined, description: string): z.ZodString {
  return z
    .string()
    .superRefine((value, context) => {
      const problem = problemOf(value);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.en, params: { problem } });
    })
    .describe(description);
}

/**
 * Parses the fields of a schema from a form. Trims values, and treats empty fields as omitted.
 * @throws InvalidForm
 */
export function readFields<Schema extends z.ZodObject>(schema: Schema, form: URLSearchParams): z.output<Schema> {
  const given = givenValues(schema, form);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue): [string, Translated<string>] => {
    const name = String(issue.path[0]);
    return [name, problemOf(issue, Object.hasOwn(given, name))];
  });
  throw new InvalidForm(Object.fromEntries(problems.toReversed()));
}

function problemOf(issue: z.core.$ZodIssue, isGiven: boolean): Translated<string> {
  if (issue.code === 'custom') return (issue.params?.['problem'] as Translated<string> | undefined) ?? inEveryLanguage(() => issue.message);
  if (issue.code === 'too_big') return inEveryLanguage((m) => m.errors.values.tooLong({ longest: Number(issue.maximum) }));
  if (issue.code !== 'invalid_value' || !isGiven) return MISSING;
  const words = issue.values.map(String).join(', ');
  return inEveryLanguage((m) => m.errors.admin.mustBeOneOf({ words }));
}

/** The form to show again if it was refused; `undefined` for any other error. */
export function refusedForm(thrown: unknown, form: URLSearchParams): FormState | undefined {
  const refusal = refusalOf(thrown);
  if (refusal === undefined) return undefined;
  const fields = fieldsOf(form);
  const notKept = fields.filter(([name]) => isSecret(name)).map(([name]) => [name, NOT_KEPT]);
  return { ...refusal, errors: { ...Object.fromEntries(notKept), ...refusal.errors }, values: Object.fromEntries(fields), fields };
}

function refusalOf(thrown: unknown): Omit<FormState, 'values' | 'fields'> | undefined {
  if (thrown instanceof InvalidForm) return { status: thrown.status, errors: thrown.fields, message: null };
  const isRefused =
    thrown instanceof AppError && (thrown.code === 'conflict' || thrown.code === 'invalid_input' || thrown.code === 'not_found');
  if (!isRefused) return undefined;
  // Its hint names commands; the page has its own advice.
  return { status: toProblem(thrown).status, errors: {}, message: inEveryLanguage((_, language) => thrown.inLanguage(language).message) };
}
