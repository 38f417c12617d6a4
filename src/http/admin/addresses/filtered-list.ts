import { z } from 'zod';
import { cursor, limit, readValues } from '../contract/values.ts';
import { addressOf, withoutUndefined } from './list-address.ts';

/** A member of the filter, and how it stands in an address. */
type FieldOf<Filter> = {
  [Member in keyof Filter]-?: readonly [member: Member, schema: z.ZodType<Filter[Member] | undefined>];
}[keyof Filter];

type FieldsOf<Filter> = Readonly<Record<string, FieldOf<Filter>>>;

/** The part of a list that an address asks for, as the store takes it. */
interface PageQuery {
  readonly limit: number;
  readonly before?: string;
}

/**
 * What a list is narrowed down by, each field declared once: its name in addresses and forms, the member of the filter that it is, and the
 * schema that reads, writes and describes it.
 */
class FilteredList<Filter extends object, Fields extends FieldsOf<Filter>> {
  readonly path: string;
  /** The fields of the filter as they stand in addresses and forms, in this order. */
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
   * Reads the filter from an address or a form. Empty fields, as a form sends them, do not filter.
   * @throws AppError invalid_input that names each wrong value
   */
  read(values: URLSearchParams): Filter {
    return this.#filterOf(readValues(this.#schema, values));
  }

  /**
   * The same with the page that the address asks for.
   * @throws AppError invalid_input that names each wrong value
   */
  readPage(query: URLSearchParams): { readonly filter: Filter; readonly page: PageQuery } {
    const { antes, limite, ...values } = readValues(this.query, query);
    const page = { ...(antes === undefined ? {} : { before: antes as string }), limit: limite as number };
    return { filter: this.#filterOf(values), page };
  }

  /** The filter as values of an address or a form. */
  write(filter: Filter): { readonly [Name in keyof Fields]?: string } {
    const values = Object.entries(this.#fields).map(([name, [member, schema]]) => [name, z.encode(schema, filter[member])]);
    return withoutUndefined(Object.fromEntries(values) as { readonly [Name in keyof Fields]: string });
  }

  /** The same as fields of a form. */
  fields(filter: Filter): readonly (readonly [name: keyof Fields & string, value: string])[] {
    return Object.entries(this.write(filter)) as [keyof Fields & string, string][];
  }

  /** The address of the list with this filter, from the start or from a cursor on. */
  address(filter: Filter, before?: string): string {
    return addressOf(this.path, { ...this.write(filter), antes: before });
  }

  #filterOf(values: Readonly<Record<string, unknown>>): Filter {
    const members = Object.entries(this.#fields).map(([name, [member]]) => [member, values[name]]);
    return withoutUndefined(Object.fromEntries(members)) as Filter;
  }
}

/** `filteredList<LeadFilter>()('/admin/leads', { origem: ['origin', word(ORIGINS, 'Only from this origin.')], … })` */
export function filteredList<Filter extends object>() {
  return <const Fields extends FieldsOf<Filter>>(path: string, fields: Fields, before?: z.ZodOptional<z.ZodString>) =>
    new FilteredList<Filter, Fields>(path, fields, before);
}
