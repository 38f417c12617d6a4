import {
  type ApiAnswer,
  type ApiDocument,
  type ApiError,
  type ApiField,
  type ApiObject,
  type ApiOperation,
  type ApiPart,
  apiReference,
} from '../../../src/http/admin/read/api-reference.ts';
import { Installation } from '../../end-to-end/operator.ts';
import { blocks, bullets, paragraph, sentence } from './markdown.ts';

const INTRODUCTION = `Every address of the service, with its parameters, fields and answers. [Admin API](admin-api.md) shows how to use it. A running
service shows this page at \`/admin/api\`, and the same as OpenAPI 3.1 at \`/admin/openapi.json\`.`;

const ERRORS = `Errors are problem documents (RFC 9457) with one of the listed codes in \`code\`. Every address can also answer with codes of HTTP itself,
such as \`method_not_allowed\`, and with \`internal\`.`;

/** The API reference, from the description that a running service serves. */
export async function apiReferencePage(): Promise<string> {
  await using installation = new Installation();
  await installation.serve();
  const { credentials, parts, objects } = apiReference(await installation.admin<ApiDocument>('/admin/openapi.json'));
  return blocks(
    '# Admin API reference',
    paragraph(INTRODUCTION),
    bullets(parts.map(({ name, operations }) => `[${name}](#${name}): ${operations.map(label).join(', ')}`)),
    '## Credentials',
    bullets(credentials.map(({ name, description }) => `\`${name}\`: ${description}`)),
    paragraph(ERRORS),
    ...parts.flatMap(part),
    '## Objects',
    ...objects.flatMap(object),
  );
}

function label({ method, path }: ApiOperation): string {
  return `\`${method} ${path}\``;
}

function part({ name, description, operations }: ApiPart): readonly string[] {
  return [`## ${name}`, paragraph(description), ...operations.flatMap(operation)];
}

function operation(shown: ApiOperation): readonly string[] {
  const { method, path, summary, description, credentials, parameters, body, answers, errors } = shown;
  return [
    `### ${method} ${path}`,
    paragraph(sentence(summary)),
    description === '' ? '' : paragraph(description),
    paragraph(`Credentials: ${credentials.length === 0 ? 'none' : credentials.map((set) => `\`${set}\``).join(' or ')}.`),
    parameters.length === 0 ? '' : blocks('Parameters:', bullets(parameters.map(field))),
    body === undefined ? '' : blocks(paragraph(`Body: ${types(body.type)}`), bullets(body.fields.map(field))),
    blocks('Answers:', bullets(answers.map(answer))),
    errors.length === 0 ? '' : paragraph(`Errors: ${errors.map(error).join('; ')}.`),
  ];
}

function answer({ status, description, types: contents, fields }: ApiAnswer): string {
  const of = fields.length === 0 ? contents : [...fields.map(({ name, type }) => `${name}: ${type}`), ...contents.slice(1)];
  return `${status}: ${description}${of.length === 0 ? '' : ` ${of.map((type) => `\`${type}\``).join(', ')}`}`;
}

function error({ status, codes }: ApiError): string {
  return `${status} ${codes.map((code) => `\`${code}\``).join(', ')}`;
}

function object({ name, description, type, fields }: ApiObject): readonly string[] {
  const about = description === '' ? '' : paragraph(description);
  return [`### ${name}`, about, fields.length === 0 ? paragraph(types(type)) : bullets(fields.map(field))];
}

function field({ name, type, isRequired, description }: ApiField): string {
  return `\`${name}\` (${types(type)}${isRequired ? '' : ', optional'})${description === '' ? '' : `: ${description}`}`;
}

/** Each type in its own code span, so that a long list of values can wrap. */
function types(type: string): string {
  return type
    .split(' or ')
    .map((one) => `\`${one}\``)
    .join(' or ');
}
