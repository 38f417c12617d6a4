import type { z } from 'zod';
import type { Operation } from '../requests/operation.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: z.ZodType;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Content type to schema; a type without a schema is text. Omitted: no body. */
  readonly content?: Readonly<Record<string, z.ZodType | undefined>>;
  /** Name to description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal: a problem document with one of these codes. */
export interface Refusal {
  readonly status: number;
  readonly codes: readonly string[];
}

/** The accepted credentials: one of these sets; empty if the path is open. */
export type Security = readonly (readonly SchemeName[])[];

export type SchemeName = 'bearer' | 'session' | 'csrf' | 'formSignature' | 'searchAdsSignature' | 'hubSignature' | 'conversionsExport';

/** The complete description of a path. */
export interface Endpoint extends Pick<Operation, 'method' | 'path' | 'tag' | 'summary' | 'description'> {
  readonly security: Security;
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly contentType: string; readonly schema: z.ZodType; readonly required: boolean };
  readonly answers: readonly Answer[];
  readonly refusals: readonly Refusal[];
}
