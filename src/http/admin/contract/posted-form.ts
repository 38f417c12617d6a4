/** Forms that people fill in: read by the schema that describes them, and shown again with what is wrong at each field. */
import { z } from 'zod';
import { AppError } from '../../../base/app-error.ts';
import type { Translated } from '../../../base/language.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import type { Exchange } from '../../exchange.ts';
import { HttpProblem, toProblem } from '../../problem.ts';
import type { Visitor } from '../entrance/access.ts';
import { isBrowser } from '../negotiation.ts';
import { isSecretField } from './secret-fields.ts';

type FormHandler = (exchange: Exchange, visitor: Visitor, form: URLSearchParams) => Promise<void> | void;

/** What is wrong with each field, by its name. */
export type FieldErrors = Readonly<Record<string, Translated<string>>>;

/** A form that was refused, as it is shown again: what was typed, without secrets, and what is wrong with it. */
export interface FormState {
  readonly status: number;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors;
  /** What is wrong with the whole; null where the fields say it. */
  readonly message: Translated<string> | null;
}

const MISSING: Translated<string> = inEveryLanguage((m) => m.errors.admin.missing);

/** A form with fields that cannot be used: 422. For programs a problem document that names each. */
export class InvalidForm extends HttpProblem {
  readonly fields: FieldErrors;

  constructor(fields: FieldErrors) {
    const entries = Object.entries(fields);
    const localDetail = inEveryLanguage((_, language) => entries.map(([field, problem]) => `${field} ${problem[language]}.`).join(' '));
    super(422, 'invalid_input', localDetail.en, { localDetail, errors: entries.map(([field, { en }]) => ({ field, problem: en })) });
    this.fields = fields;
  }
}

/** A text that must keep a rule. */
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
 * Reads the fields of a schema out of a form. Blanks around a value go, and an empty field counts as left out.
 * @throws InvalidForm
 */
export function readFields<Schema extends z.ZodObject>(schema: Schema, form: URLSearchParams): z.output<Schema> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = form.get(name)?.trim() ?? '';
    if (value !== '') given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new InvalidForm(Object.fromEntries(parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), problemOf(issue)])));
}

function problemOf(issue: z.core.$ZodIssue): Translated<string> {
  if (issue.code === 'custom') return (issue.params?.['problem'] as Translated<string> | undefined) ?? inEveryLanguage(() => issue.message);
  if (issue.code !== 'invalid_value' || issue.input === undefined) return MISSING;
  const words = issue.values.map(String).join(', ');
  return inEveryLanguage((m) => m.errors.admin.mustBeOneOf({ words }));
}

/**
 * A changing handler whose refusals come back to a person on the form itself: `show` answers with the page, its form as it was typed.
 * Programs get a problem document.
 */
export function onForm(
  change: FormHandler,
  show: (exchange: Exchange, visitor: Visitor, state: FormState) => Promise<void> | void,
): FormHandler {
  return async (exchange, visitor, form) => {
    try {
      await change(exchange, visitor, form);
    } catch (thrown) {
      const refusal = isBrowser(exchange) ? refusalOf(thrown) : undefined;
      if (refusal === undefined) throw thrown;
      const values = Object.fromEntries([...form].filter(([name]) => name !== 'csrf' && !isSecretField(name)));
      await show(exchange, visitor, { ...refusal, values });
    }
  };
}

function refusalOf(thrown: unknown): Omit<FormState, 'values'> | undefined {
  if (thrown instanceof InvalidForm) return { status: thrown.status, errors: thrown.fields, message: null };
  const isRefused =
    thrown instanceof AppError && (thrown.code === 'conflict' || thrown.code === 'invalid_input' || thrown.code === 'not_found');
  if (!isRefused) return undefined;
  // Its hint names commands; the page has words of its own for what to do.
  return { status: toProblem(thrown).status, errors: {}, message: inEveryLanguage((_, language) => thrown.inLanguage(language).message) };
}
