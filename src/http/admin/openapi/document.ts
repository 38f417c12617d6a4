/** The OpenAPI 3.1 document of the service, generated from the schemas that parse its requests and that its responses are tested with. */

import { z } from 'zod';
import { TAGS, type Tag } from '../requests/operation.ts';
import type { Answer, Endpoint, Parameter, Refusal, SchemeName } from './endpoint.ts';
import { EVERYWHERE, problemSchema } from './problem-schema.ts';

type Json = Readonly<Record<string, unknown>>;

const PROBLEM_TYPE = 'application/problem+json';

const ABOUT = `Receives leads from Google Ads, Meta lead ads and website forms, stores each one durably, and turns it into exactly one lead.

Keys and values are the stored ones (\`recebido\`, \`campanha_id\`); error messages are in English. Times are ISO 8601 in UTC, IDs are strings. Paths below /admin return
JSON for \`Accept: application/json\` and pages for browsers. Clients must accept new members in responses and new error codes.`;

/** @param version of the program */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const schemas = new SchemaCollection();
  const problem = schemas.schemaOf(problemSchema, 'output');
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationObject(endpoint, schemas, problem) };
  }
  const used = new Set(endpoints.map(({ tag }) => tag));
  return {
    openapi: '3.1.1',
    info: { title: 'lead-intake', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name as Tag) ? [{ name, description }] : [])),
    paths,
    components: { schemas: schemas.components, securitySchemes: SECURITY_SCHEMES },
  };
}

function operationObject(endpoint: Endpoint, schemas: SchemaCollection, problem: Json): Json {
  const { tag, summary, description, security, parameters = [], body } = endpoint;
  return {
    operationId: operationId(endpoint),
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security.map((schemes) => Object.fromEntries(schemes.map((name) => [name, []]))),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map((parameter) => parameterObject(parameter, schemas)) }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.required, content: { [body.contentType]: { schema: schemas.schemaOf(body.schema, 'input') } } } }),
    responses: responsesObject(endpoint, schemas, problem),
  };
}

/** `POST /admin/webhooks/:id/repetir` → `postAdminWebhooksByIdRepetir` */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parameterObject({ name, in: place, required = false, description, schema }: Parameter, schemas: SchemaCollection): Json {
  const { description: ofSchema, ...rest } = schemas.schemaOf(schema, 'input');
  const told = description ?? ofSchema;
  return { name, in: place, ...(required ? { required } : {}), ...(told === undefined ? {} : { description: told }), schema: rest };
}

function responsesObject({ answers, refusals }: Endpoint, schemas: SchemaCollection, problem: Json): Json {
  const done = answers.map((answer) => [answer.status, answerObject(answer, schemas)] as const);
  const refused = refusals.map((refusal) => [refusal.status, refusalObject(refusal, problem)] as const);
  const other = { description: `Any other error: ${EVERYWHERE.join(', ')}.`, content: { [PROBLEM_TYPE]: { schema: problem } } };
  return { ...Object.fromEntries([...done, ...refused]), default: other };
}

function answerObject({ description, content, headers }: Answer, schemas: SchemaCollection): Json {
  const types = Object.entries(content ?? {}).map(([type, schema]) => [
    type,
    { schema: schema === undefined ? { type: 'string' } : schemas.schemaOf(schema, 'output') },
  ]);
  const named = Object.entries(headers ?? {}).map(([name, meaning]) => [name, { description: meaning, schema: { type: 'string' } }]);
  return {
    description,
    ...(headers === undefined ? {} : { headers: Object.fromEntries(named) }),
    ...(content === undefined ? {} : { content: Object.fromEntries(types) }),
  };
}

function refusalObject({ status, codes }: Refusal, problem: Json): Json {
  const retry =
    status === 429 || status === 503
      ? { headers: { 'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } } } }
      : {};
  const schema = { allOf: [problem, { properties: { code: { enum: codes } } }] };
  return { description: `Error: ${codes.join(', ')}.`, ...retry, content: { [PROBLEM_TYPE]: { schema } } };
}

function header(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const;
}

const HMAC = '`sha256=` followed by the hexadecimal HMAC-SHA256 of the raw body';

const SECURITY_SCHEMES: Readonly<Record<SchemeName, object>> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'ADMIN_TOKEN (operator) or ADMIN_READONLY_TOKEN (reader).' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'lead_intake_admin',
    description: 'A browser session, created with POST /admin/login.',
  },
  csrf: header('X-CSRF-Token', 'The CSRF token of the session. Forms send it as the field `csrf`.'),
  formSignature: header('X-Formulario-Signature', `${HMAC}, keyed with FORMULARIO_SECRET or a sender secret.`),
  searchAdsSignature: header('X-Webhook-Signature', `${HMAC}, keyed with WEBHOOK_SEARCHADS_SECRET or a sender secret.`),
  hubSignature: header(
    'X-Hub-Signature-256',
    `${HMAC}, keyed with WEBHOOK_SEARCHADS_SECRET or WEBHOOK_SOCIALADS_SECRET, depending on the path.`,
  ),
  conversionsExport: {
    type: 'http',
    scheme: 'basic',
    description: 'Any user name with an export secret as the password, or CONVERSIONS_EXPORT_CREDENTIAL.',
  },
};

type JsonSchema = Readonly<Record<string, unknown>>;

/** The direction of a schema in the document: requests (`input`) or responses (`output`). */
type Direction = 'input' | 'output';

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Converts zod schemas to those of the document. A schema with an `id` becomes a component, once. */
class SchemaCollection {
  readonly #components = new Map<string, JsonSchema>();

  get components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** @throws Error if two schemas have the same id */
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

/** Our tests allow no undescribed members, but clients must allow new ones. The pattern of a time adds nothing to its format. */
function forReaders(jsonSchema: { additionalProperties?: unknown; format?: string; pattern?: string }, direction: Direction): void {
  if (direction === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}
