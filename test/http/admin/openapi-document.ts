import { z } from 'zod';
import type { AdminUnderTest } from './admin-under-test.ts';

export interface Schema {
  readonly [key: string]: unknown;
}

interface MediaTypes {
  readonly [type: string]: { readonly schema: Schema };
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: { readonly [status: string]: { readonly description: string; readonly content?: MediaTypes } };
}

/** The parts of an OpenAPI 3.1 document that ours uses. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: OperationObject } };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly securitySchemes: { readonly [name: string]: unknown };
  };
}

export async function readDocument(admin: AdminUnderTest, token: string): Promise<Document> {
  const answer = await admin.askJson('/admin/openapi.json', { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`the document answers ${answer.status}`);
  return (await answer.json()) as Document;
}

/** Every operation with its path and method. */
export function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** Whether a value conforms to a schema of the document, with references resolved. */
export function fits({ components }: Document, schema: Schema, value: unknown): z.ZodSafeParseResult<unknown> {
  const whole = JSON.parse(JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema(whole as z.core.JSONSchema.JSONSchema).safeParse(value);
}

/** Every object inside a JSON value. */
export function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}
