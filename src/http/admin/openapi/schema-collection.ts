import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What stands in the document for a schema: what is sent to us (`input`), or what we answer (`output`). */
type Direction = 'input' | 'output';

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Turns zod schemas into those of the document. A schema with an `id` stands among the components, once. */
export class SchemaCollection {
  readonly #components = new Map<string, JsonSchema>();

  /** All components so far, by name. */
  get components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** @throws Error when two schemas have one id */
  schemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
    const converted = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io: direction,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => forReaders(jsonSchema, direction),
    });
    const { $schema: _, $defs = {}, ...own } = JSON.parse(JSON.stringify(converted).replaceAll(LOCAL, SHARED)) as Record<string, unknown>;
    for (const [name, component] of Object.entries($defs as Record<string, JsonSchema>)) this.#add(name, component);
    return own;
  }

  #add(name: string, component: JsonSchema): void {
    const known = this.#components.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two schemas are called ${name}`);
    this.#components.set(name, component);
  }
}

/** Our tests allow no member that is not described; a reader of answers has to allow new ones. The pattern of a time says no more than its format. */
function forReaders(jsonSchema: { additionalProperties?: unknown; format?: string; pattern?: string }, direction: Direction): void {
  if (direction === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}
