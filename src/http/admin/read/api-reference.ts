/** The OpenAPI document in readable form: parts, paths, fields. Used by the page /admin/api and docs/admin-api-reference.md. */

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The parts of the OpenAPI document that are used. */
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

export type ApiReference = ReturnType<typeof apiReference>;
export type ApiPart = ApiReference['parts'][number];
export type ApiOperation = ReturnType<typeof operationOf>;
export type ApiAnswer = ReturnType<typeof answerOf>;
export type ApiError = ApiOperation['errors'][number];
export type ApiObject = ApiReference['objects'][number];
export type ApiField = ReturnType<typeof fieldsOf>[number];

/** The complete document in reading order. */
export function apiReference({ info, tags, paths, components }: ApiDocument) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ tags: operation.tags, shown: operationOf(method, path, operation) })),
  );
  return {
    ...info,
    credentials: Object.entries(components.securitySchemes).map(([name, { description }]) => ({ name, description })),
    parts: tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter((operation) => operation.tags.includes(name)).map(({ shown }) => shown),
    })),
    objects: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      type: typeOf(schema),
      fields: fieldsOf(schema),
    })),
  };
}

function operationOf(method: string, path: string, operation: Operation) {
  const [body] = Object.values(operation.requestBody?.content ?? {});
  return {
    method: method.toUpperCase(),
    path,
    /** Of its heading. */
    anchor: `${method}-${path.replaceAll(/[^\w-]/g, '')}`,
    summary: operation.summary,
    description: operation.description ?? '',
    /** Sets of credentials, of which one is needed; empty if it is open. */
    credentials: operation.security.map((set) => Object.keys(set).join(' + ')).map((set) => set || 'none'),
    parameters: (operation.parameters ?? []).map(({ name, required, description, schema }) => ({
      name,
      type: typeOf(schema),
      isRequired: required === true,
      description: description ?? '',
    })),
    body: body === undefined ? undefined : { type: typeOf(body.schema), fields: fieldsOf(body.schema) },
    answers: Object.entries(operation.responses)
      .filter(([, { content = {} }]) => content[PROBLEM] === undefined)
      .map(([status, { description, content = {} }]) => answerOf(status, description, content)),
    errors: Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
      const codes = content[PROBLEM]?.schema.allOf?.flatMap(({ properties }) => properties?.['code']?.enum ?? []) ?? [];
      return codes.length === 0 ? [] : [{ status, codes: codes.map(String) }];
    }),
  };
}

function answerOf(status: string, description: string, content: Content) {
  const json = content[JSON_TYPE]?.schema;
  return {
    status,
    description,
    types: Object.entries(content).map(([type, { schema }]) => (type === JSON_TYPE ? typeOf(schema) : type)),
    /** If the response is an object without a name. */
    fields: json === undefined ? [] : fieldsOf(json),
  };
}

function fieldsOf(schema: JsonSchema) {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeOf(property),
    isRequired: required.includes(name),
    description: property.description ?? '',
  }));
}

/** `Lead[]`, `string or null`, `"0" or "1"`. */
function typeOf(schema: JsonSchema): string {
  const { $ref, enum: values, items, anyOf, oneOf, allOf, type, format } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ');
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ');
  if (allOf !== undefined) return allOf.map(typeOf).join(' and ');
  if (items !== undefined && type !== undefined) return `${items.anyOf === undefined ? typeOf(items) : `(${typeOf(items)})`}[]`;
  if (format === 'date-time') return 'time';
  return typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
}
