import { z } from 'zod';
import type { Messages } from '../../../messages/messages.ts';
import { labelOf } from '../../../presentation/labels.ts';
import { cursor, limit, readValues } from '../requests/values.ts';
import { addressOf, withoutUndefined } from './paths.ts';

/** The texts for a field; its kind follows from the schema. */
interface Wording {
  readonly label: string;
  /** Readers see this personal data masked, so they cannot search it. */
  readonly isPersonal?: boolean;
  /** Placeholder of the empty field. */
  readonly hint?: string;
  /** Text for no choice. */
  readonly any?: string;
  /** Labels of the values to choose from; values without a label are shown as they are. */
  readonly options?: Readonly<Record<string, string>>;
  /** The same for values that users type. */
  readonly inWords?: (value: string) => string;
}

/** The label of a field, or all of its texts. A field without is passed on as a hidden field. */
type Words = (messages: Messages) => string | Wording;

/** A member of the filter, its schema in the URL, and its texts in the form. */
type FieldOf<Filter> = {
  [Member in keyof Filter]-?: readonly [member: Member, schema: z.ZodType<Filter[Member] | undefined>, words?: Words];
}[keyof Filter];

/** A field as a form shows it. */
export interface Control extends Partial<Wording> {
  readonly name: string;
  readonly kind: 'text' | 'time' | 'choice' | 'mark';
  /** The values to choose from; for a checkbox, its one value. */
  readonly words: readonly string[];
  readonly value: string | undefined;
}

type FieldsOf<Filter> = Readonly<Record<string, FieldOf<Filter>>>;

/** The requested part of a list, as the store takes it. */
interface PageQuery {
  readonly limit: number;
  readonly before?: string;
}

/**
 * The filter of a list. Each field is declared once: its name in URLs and forms, the member of the filter, the schema that reads, writes
 * and describes it, and its texts for users.
 */
class FilteredList<Filter extends object, Fields extends FieldsOf<Filter>> {
  readonly path: string;
  /** The fields of the filter in URLs and forms, in this order. */
  readonly shape: { readonly [Name in keyof Fields]: Fields[Name][1] };
  /** The same with the page. */
  readonly query: z.ZodObject;
  readonly #fields: Fields;
  readonly #schema: z.ZodObject;

  constructor(path: string, fields: Fields, before = cursor()) {
    this.path = path;
    this.#fields = fields;
    const shape = Object.fromEntries(Object.entries(fields).map(([name, [, schema]]) => [name, schema]));
    this.shape = shape as typeof this.shape;
    this.#schema = z.object(shape);
    this.query = z.object({ ...shape, antes: before, limite: limit() });
  }

  /**
   * Reads the filter from a URL or form. Empty fields, as a form sends them, do not filter.
   * @throws AppError invalid_input that names each wrong value
   */
  read(values: URLSearchParams): Filter {
    return this.#filterOf(readValues(this.#schema, values));
  }

  /**
   * The same with the page that the URL requests.
   * @throws AppError invalid_input that names each wrong value
   */
  readPage(query: URLSearchParams): { readonly filter: Filter; readonly page: PageQuery } {
    const { antes, limite, ...values } = readValues(this.query, query);
    const page = { ...(antes === undefined ? {} : { before: antes as string }), limit: limite as number };
    return { filter: this.#filterOf(values), page };
  }

  /** The filter as values of a URL or form. */
  write(filter: Filter): { readonly [Name in keyof Fields]?: string } {
    const values = Object.entries(this.#fields).map(([name, [member, schema]]) => [name, z.encode(schema, filter[member])]);
    return withoutUndefined(Object.fromEntries(values) as { readonly [Name in keyof Fields]: string });
  }

  /** The same as fields of a form. */
  fields(filter: Filter): readonly (readonly [name: keyof Fields & string, value: string])[] {
    return Object.entries(this.write(filter)) as [keyof Fields & string, string][];
  }

  /** The same as the visible fields of a form, in order. */
  controls(filter: Filter, messages: Messages): readonly Control[] {
    const values: Readonly<Record<string, string | undefined>> = this.write(filter);
    return Object.entries(this.#fields).map(([name, [, schema, words]]) => {
      const wording = words?.(messages);
      return { ...kindOf(schema), ...(typeof wording === 'string' ? { label: wording } : wording), name, value: values[name] };
    });
  }

  /** The URL of the list with this filter, from the start or from a cursor. */
  address(filter: Filter, before?: string): string {
    return addressOf(this.path, { ...this.write(filter), antes: before });
  }

  /** The filter without one of its fields. */
  without(filter: Filter, field: string): Filter {
    return this.read(new URLSearchParams(this.fields(filter).flatMap(([name, value]) => (name === field ? [] : [[name, value]]))));
  }

  #filterOf(values: Readonly<Record<string, unknown>>): Filter {
    const members = Object.entries(this.#fields).map(([name, [member]]) => [member, values[name]]);
    return withoutUndefined(Object.fromEntries(members)) as Filter;
  }
}

/** The label of a field that lists and records also show. */
export function field(name: keyof Messages['labels']['fields']): Words {
  return ({ labels }) => labels.fields[name];
}

/** A choice of stored values with labels. */
export function choice(name: keyof Messages['labels']['fields'], set: 'origins' | 'states' | 'conversionStates'): Words {
  return ({ labels }) => ({ label: labels.fields[name], options: labels[set] });
}

/** A text input for an error code. */
export function errorCode(messages: Messages): Wording {
  return { label: messages.labels.fields.errorCode, inWords: (code) => labelOf(messages, 'codes', code) };
}

function kindOf(schema: z.ZodType): Pick<Control, 'kind' | 'words'> {
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const written = given instanceof z.ZodCodec ? given.in : given;
  if (written instanceof z.ZodEnum) return { kind: 'choice', words: written.options.map(String) };
  if (written instanceof z.ZodLiteral) return { kind: 'mark', words: [...written.values].map(String) };
  return { kind: given instanceof z.ZodCodec && given.out instanceof z.ZodNumber ? 'time' : 'text', words: [] };
}

/** `filteredList<LeadFilter>()('/admin/leads', { origem: ['origin', word(ORIGINS, 'The source.'), ({ labels }) => labels.fields.source], … })` */
export function filteredList<Filter extends object>() {
  return <const Fields extends FieldsOf<Filter>>(path: string, fields: Fields, before?: z.ZodOptional<z.ZodString>) =>
    new FilteredList<Filter, Fields>(path, fields, before);
}
