/**
 * Declares how a value of the program appears in JSON, once: how it is written and read back, how the OpenAPI document describes it, and
 * how a table shows it. A record is a list of such declarations, one line per field. `--json`, the admin API, CSV, the tables and the
 * terminal view of a running service all use it, so a field has one name everywhere. Schemas are built on demand, so that the program
 * starts without them.
 */
import { z } from 'zod';
import { isJsonArray, isJsonObject, type JsonValue } from '../base/exact-json.ts';
import { ORIGINS } from '../domain/origin.ts';
import type { Page } from '../domain/report-ports.ts';
import { isoTime } from './json.ts';
import { maskHeaders } from './masking.ts';

/** How a table shows a value: words and ids are never cut, numbers are right-aligned, a list is shown as its length. */
export type Look = 'text' | 'word' | 'number' | 'time' | 'yes' | 'list';

/** The context needed besides the value, such as whether personal data is shown; `unknown`: none. */
export type Beside<Context> = unknown extends Context ? [] : [context: Context];

type Emit<Value, Context, Json> = (value: Value, context: Context) => Json;

/** A kind of value. If its JSON is `undefined`, the field is omitted. */
export class Kind<Value, Context, Json> {
  readonly look: Look;
  readonly emit: Emit<Value, Context, Json>;
  readonly isOptional: boolean;
  readonly #schema: () => z.ZodType;
  readonly #take: (json: JsonValue) => Value | undefined;

  constructor(
    look: Look,
    emit: Emit<Value, Context, Json>,
    schema: () => z.ZodType,
    take: (json: JsonValue) => Value | undefined = () => undefined,
    isOptional = false,
  ) {
    this.look = look;
    this.emit = emit;
    this.isOptional = isOptional;
    this.#schema = schema;
    this.#take = take;
  }

  write(value: Value, ...[context]: Beside<Context>): Json {
    return this.emit(value, context as Context);
  }

  writeAll(values: readonly Value[], ...[context]: Beside<Context>): Json[] {
    return values.map((value) => this.emit(value, context as Context));
  }

  /** The value in another service's answer; `undefined` if it is of another kind. */
  read(json: JsonValue | undefined): Value | undefined {
    return json === undefined ? undefined : this.#take(json);
  }

  schema(): z.ZodType<Json> {
    return this.#schema() as z.ZodType<Json>;
  }

  get nullable(): Kind<Value | null, Context, Json | null> {
    return new Kind<Value | null, Context, Json | null>(
      this.look,
      this.emit === SAME ? SAME : (value, context) => (value === null ? null : this.emit(value, context)),
      () => this.#schema().nullable(),
      (json) => (json === null ? null : this.#take(json)),
    );
  }

  /** Omitted if there is no value. */
  get optional(): Kind<Value | undefined, Context, Json | undefined> {
    return new Kind<Value | undefined, Context, Json | undefined>(
      this.look,
      (value, context) => (value === undefined ? undefined : this.emit(value, context)),
      () => this.#schema().optional(),
      undefined,
      true,
    );
  }

  told(description: string): Kind<Value, Context, Json> {
    return new Kind(this.look, this.emit, () => this.#schema().describe(description), this.#take, this.isOptional);
  }

  /** Masked unless personal data is shown. */
  masked(mask: (value: Value) => Value): Kind<Value, Visibility, Json> {
    const emit = this.emit as Emit<Value, unknown, Json>;
    return new Kind<Value, Visibility, Json>(
      this.look,
      emit === SAME
        ? (value, { reveal }) => (reveal ? value : mask(value)) as unknown as Json
        : (value, { reveal }) => emit(reveal ? value : mask(value), undefined),
      this.#schema,
      this.#take,
    );
  }

  /** Always masked. */
  always(mask: (value: Value) => Value): Kind<Value, Context, Json> {
    return new Kind(
      this.look,
      (value, context) => this.emit(mask(value), context),
      () => this.#schema(),
    );
  }

  /** A field of a record: the object's member with the value, which can be read back, or a function that returns the value. */
  of<From, Outer extends Context = Context>(from: Source<From, Value, Outer>, description?: string): Field<From, Outer, Json> {
    const { emit } = this;
    const get = getterOf<From, Value, Outer>(from);
    return this.#field(from, description, (object, context) => emit(get(object, context), context));
  }

  /** A field whose context comes from the record itself. */
  given<From, Outer = unknown>(
    from: Source<From, Value, Outer>,
    beside: (from: From, context: Outer) => Context,
    description?: string,
  ): Field<From, Outer, Json> {
    const { emit } = this;
    const get = getterOf<From, Value, Outer>(from);
    return this.#field(from, description, (object, context) => emit(get(object, context), beside(object, context)));
  }

  #field<From, Outer>(from: unknown, description: string | undefined, emit: Emit<From, Outer, Json>): Field<From, Outer, Json> {
    const kind = description === undefined ? this : this.told(description);
    return { kind, emit, member: typeof from === 'string' ? from : undefined };
  }
}

function getterOf<From, Value, Context>(from: Source<From, Value, Context>): (object: From, context: Context) => Value {
  return typeof from === 'function' ? from : (object) => object[from as keyof From] as Value;
}

// biome-ignore lint/suspicious/noExplicitAny: of any value
const SAME = (value: any): any => value;

type Source<From, Value, Context> = MemberOf<From, Value> | ((from: From, context: Context) => Value);

/** `reveal`: show personal data. Lists and logs never do. */
export interface Visibility {
  readonly reveal: boolean;
}

type MemberOf<From, Value> = keyof { [Name in keyof From as From[Name] extends Value ? Name & string : never]: unknown };

export interface Field<From, Context, Json> {
  // biome-ignore lint/suspicious/noExplicitAny: what the kind takes and needs is known where the field is made
  readonly kind: Kind<any, any, Json>;
  readonly emit: (from: From, context: Context) => Json;
  /** The member it is read back into; `undefined` if none. */
  readonly member: string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
export type Fields<From, Context> = Readonly<Record<string, Field<From, Context, any>>>;

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type JsonOf<One> = One extends Field<any, any, infer Json> ? Json : never;
type Missing<All> = { [Key in keyof All]: undefined extends JsonOf<All[Key]> ? Key : never }[keyof All];

export type RecordJson<All> = { readonly [Key in Exclude<keyof All, Missing<All>>]: JsonOf<All[Key]> } & {
  readonly [Key in Missing<All>]?: Exclude<JsonOf<All[Key]>, undefined>;
};

/** An object with declared fields. */
export class RecordKind<From, Context, All extends Fields<From, Context>> extends Kind<From, Context, RecordJson<All>> {
  readonly fields: All;

  constructor(fields: All, about: About | undefined) {
    let make: Emit<From, Context, RecordJson<All>> | undefined;
    let schema: z.ZodType | undefined;
    super(
      'text',
      (from, context) => {
        make ??= writerOf<From, Context, RecordJson<All>>(fields);
        return make(from, context);
      },
      () => {
        schema ??= objectSchema(fields, about);
        return schema;
      },
      (json) => readFields(fields, json) as From | undefined,
    );
    this.fields = fields;
  }
}

/**
 * Each object starts as a copy of one that has all keys: an object that gets so many keys one by one loses its shape, and a lead of 37
 * fields costs twice as much. An export writes 100,000 of them.
 */
function writerOf<From, Context, Json>(fields: Fields<From, Context>): Emit<From, Context, Json> {
  const entries = Object.entries(fields);
  const blank: Record<string, unknown> = Object.fromEntries(entries.map(([key]) => [key, null]));
  const write = (from: From, context: Context): Json => {
    const json = { ...blank };
    for (const [key, { emit }] of entries) json[key] = emit(from, context);
    return json as Json;
  };
  const optional = entries.filter(([, { kind }]) => kind.isOptional).map(([key]) => key);
  return optional.length === 0 ? write : (from, context) => withoutUndefined(write(from, context), optional);
}

function withoutUndefined<Json>(json: Json, keys: readonly string[]): Json {
  const present = Object.entries(json as object).filter(([key, value]) => value !== undefined || !keys.includes(key));
  return Object.fromEntries(present) as Json;
}

/** The name of a record in the OpenAPI document; a record without one is inlined where it is used. */
interface About {
  readonly id: string;
  readonly description: string;
}

/** `record<Lead>()({ lead_id: rowId.of('id'), … }, 'Lead', 'A lead.')` */
export function record<From, Context = unknown>() {
  return <const All extends Fields<From, Context>>(fields: All, id?: string, description = ''): RecordKind<From, Context, All> =>
    new RecordKind<From, Context, All>(fields, id === undefined ? undefined : { id, description });
}

/** The fields of a part, as fields of the whole. */
export function within<From, Inner, Context, All extends Fields<Inner, Context>, Outer = Context>(
  { fields }: RecordKind<Inner, Context, All>,
  part: (from: From) => Inner,
  beside: (from: From, context: Outer) => Context = (_from, context) => context as unknown as Context,
): { readonly [Key in keyof All]: Field<From, Outer, JsonOf<All[Key]>> } {
  const entries = Object.entries(fields).map(([key, { kind, emit }]) => [
    key,
    { kind, emit: (from: From, context: Outer) => emit(part(from), beside(from, context)), member: undefined },
  ]);
  return Object.fromEntries(entries) as { readonly [Key in keyof All]: Field<From, Outer, JsonOf<All[Key]>> };
}

function objectSchema(fields: Fields<never, never>, about: About | undefined): z.ZodType {
  const object = z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, { kind }]) => [key, kind.schema()])));
  if (about === undefined) return object;
  return about.description === '' ? object.meta({ id: about.id }) : object.meta({ id: about.id, description: about.description });
}

/** The members that can be read back; `undefined` if one is missing or of another kind. */
function readFields(fields: Fields<never, never>, json: JsonValue): unknown {
  if (!isJsonObject(json)) return undefined;
  const object: Record<string, unknown> = {};
  for (const [key, { kind, member }] of Object.entries(fields)) {
    if (member === undefined) continue;
    const value: unknown = kind.read(json[key]);
    if (value === undefined) return undefined;
    object[member] = value;
  }
  return object;
}

function same<Value extends JsonValue>(
  look: Look,
  is: (json: JsonValue) => json is Value,
  schema: () => z.ZodType,
): Kind<Value, unknown, Value> {
  return new Kind(look, SAME, schema, (json) => (is(json) ? json : undefined));
}

const isText = (json: JsonValue): json is string => typeof json === 'string';
const isNumber = (json: JsonValue): json is number => typeof json === 'number';

export const text = same('text', isText, () => z.string());

/** A text that must not be cut: a code, a word of the program. */
export const word = same('word', isText, () => z.string());

/** A text that matches a pattern. */
export function matching(pattern: RegExp): Kind<string, unknown, string> {
  return same('word', isText, () => z.string().regex(pattern));
}

/** The id of a row: a whole number in digits, as text. */
export const rowId = matching(/^[1-9]\d*$/);

/** A number of items, bytes or ms. */
export const count = same('number', isNumber, () => z.int().min(0));

export const whole = same('number', isNumber, () => z.int());

export const amount = same('number', isNumber, () => z.number());

export const milliseconds = same('number', isNumber, () => z.number().nonnegative());

export const yes = same(
  'yes',
  (json): json is boolean => typeof json === 'boolean',
  () => z.boolean(),
);

/** Whether a `total` is only a minimum. */
export const orMore = yes.told('True: there are more than were counted.');

export const textOrNumber = same(
  'text',
  (json): json is string | number => isText(json) || isNumber(json),
  () => z.union([z.string(), z.number()]),
);

/** In the program UTC ms; in JSON ISO 8601 in UTC, with milliseconds. */
export const time = new Kind<number, unknown, string>(
  'time',
  (ms) => isoTime(ms),
  () => z.iso.datetime(),
  (json) => (isText(json) && !Number.isNaN(Date.parse(json)) ? Date.parse(json) : undefined),
);

/** One of the program's own words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word, unknown, Word> {
  return same(
    'word',
    (json): json is Word => words.some((word) => word === json),
    () => (words.length === 1 ? z.literal(words) : z.enum(words)),
  );
}

export const origin = oneOf(ORIGINS);

/** A word of the code that has another name in JSON. */
export function wordFor<const Words extends Readonly<Record<string, string>>>(
  words: Words,
): Kind<keyof Words & string, unknown, Words[keyof Words]> {
  return new Kind(
    'word',
    (value) => words[value],
    () => z.enum(words),
  );
}

/** For lists and logs: senders' content is always masked. */
export const MASKED: Visibility = { reveal: false };

/** Any JSON value from a sender. */
export const anyJson = new Kind<JsonValue, unknown, JsonValue>('text', SAME, () => z.unknown());

/** An object whose keys come from the sender or the platform. */
export const anyObject = new Kind<Readonly<Record<string, JsonValue>>, unknown, Readonly<Record<string, JsonValue>>>('text', SAME, () =>
  z.record(z.string(), z.unknown()),
);

/** An object whose keys are not known in advance. */
export function dictionary<Value, Context, Json>(
  kind: Kind<Value, Context, Json>,
): Kind<ReadonlyMap<string, Value>, Context, Readonly<Record<string, Json>>> {
  return new Kind(
    'text',
    (values, context) => Object.fromEntries([...values].map(([key, value]) => [key, kind.emit(value, context)])),
    () => z.record(z.string(), kind.schema()),
  );
}

export function list<Value, Context, Json>(kind: Kind<Value, Context, Json>): Kind<readonly Value[], Context, readonly Json[]> {
  return new Kind(
    'list',
    (values, context) => values.map((value) => kind.emit(value, context)),
    () => z.array(kind.schema()),
    (json) => {
      const items = isJsonArray(json) ? json.map((item) => kind.read(item)) : [undefined];
      return items.includes(undefined) ? undefined : (items as readonly Value[]);
    },
  );
}

/** A list without pages: `{"itens":[…]}`. */
export function itemsOf<Item, Context, Json>(item: Kind<Item, Context, Json>) {
  return record<readonly Item[], Context>()({ itens: list(item).of((items) => items) });
}

/** A page of a list: `{"itens":[…],"proximo":"…"|null}`; pass `proximo` as `before` for the next page. */
export function pageFields<Item, Context, Json>(item: Kind<Item, Context, Json>, cursor: Kind<string, unknown, string> = rowId) {
  return {
    itens: list(item).of<Page<Item>>((page) => page.items),
    proximo: cursor.nullable.of<Page<Item>>('nextCursor', 'The cursor of the next page, for `antes`; null on the last one.'),
  };
}

export function pageOf<Item, Context, Json>(item: Kind<Item, Context, Json>, cursor?: Kind<string, unknown, string>) {
  return record<Page<Item>, Context>()(pageFields(item, cursor));
}

/** The stored headers of a request: `[name, value]` pairs as JSON text. */
export const headers = new Kind<string, Visibility, readonly (readonly [name: string, value: string])[]>(
  'text',
  (text, { reveal }) => {
    const all = JSON.parse(text) as readonly (readonly [name: string, value: string])[];
    return reveal ? all : maskHeaders(all);
  },
  () => z.array(z.tuple([z.string(), z.string()])).describe('Names and values as received, without credentials of proxies and browsers.'),
);
