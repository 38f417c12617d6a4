/** The OpenAPI 3.1 document of the service, made from the schemas that its requests are read with and its answers tested with. */
import type { Answer, Endpoint, Parameter, Refusal } from './endpoint.ts';
import { EVERYWHERE, problemSchema } from './problem-schema.ts';
import { SchemaCollection } from './schema-collection.ts';
import { SECURITY_SCHEMES, TAGS } from './sections.ts';

type Json = Readonly<Record<string, unknown>>;

const PROBLEM_TYPE = 'application/problem+json';

const ABOUT = `Receives leads from ad platforms and own forms, stores each one durably, and turns it into exactly one lead.

Keys and values are the words of the service (\`recebido\`, \`campanha_id\`); errors are English. Times are ISO 8601 UTC, ids are text. Addresses below /admin answer
JSON to \`Accept: application/json\` and pages to browsers. New members may appear in answers, and new codes in problems.`;

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
    tags: TAGS.filter(({ name }) => used.has(name)),
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
  const other = { description: `Anything else: ${EVERYWHERE.join(', ')}.`, content: { [PROBLEM_TYPE]: { schema: problem } } };
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
    status === 429 || status === 503 ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } } : {};
  const schema = { allOf: [problem, { properties: { code: { enum: codes } } }] };
  return { description: `Refused: ${codes.join(', ')}.`, ...retry, content: { [PROBLEM_TYPE]: { schema } } };
}
