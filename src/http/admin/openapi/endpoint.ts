import type { z } from 'zod';
import type { Route } from '../../exchange.ts';
import type { Tag } from '../contract/operation.ts';

/** A header, a query value or a path segment. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: z.ZodType;
}

/** One status an address answers with. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Content type to what stands in it; a type without a schema is text. Left out: no body. */
  readonly content?: Readonly<Record<string, z.ZodType | undefined>>;
  /** Name to meaning. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal: a problem document with one of these codes. */
export interface Refusal {
  readonly status: number;
  readonly codes: readonly string[];
}

/** Which credentials an address takes: one of these sets; none: it is open. */
export type Security = readonly (readonly SchemeName[])[];

export type SchemeName = 'bearer' | 'session' | 'csrf' | 'formSignature' | 'searchAdsSignature' | 'hubSignature' | 'conversionsExport';

/** All that is told about an address. */
export interface Endpoint {
  readonly method: Route['method'];
  /** With `:name` for a segment that differs. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly security: Security;
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly contentType: string; readonly schema: z.ZodType; readonly required: boolean };
  readonly answers: readonly Answer[];
  readonly refusals: readonly Refusal[];
}
