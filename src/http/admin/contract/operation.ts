import type { z } from 'zod';
import type { Handler, Route } from '../../exchange.ts';

/** The parts of the admin, as its OpenAPI document groups them. */
export type Tag =
  | 'queue'
  | 'events'
  | 'failures'
  | 'leads'
  | 'conversions'
  | 'directory'
  | 'refused'
  | 'sources'
  | 'activity'
  | 'session'
  | 'intake'
  | 'health';

/** What has a schema: every kind of value and every record. */
interface Described {
  schema(): z.ZodType;
}

/** What an address takes and answers, in the words of its OpenAPI document. English, as everything machines read. */
export interface Operation {
  readonly method: Route['method'];
  /** With `:name` for a segment that differs. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The query, read with `readValues`. */
  readonly query?: z.ZodObject;
  /** The fields of the posted form, read with `readFields`. */
  readonly form?: z.ZodObject;
  /** What `Accept: application/json` gets with status 200; left out: the address has no JSON. Its schema is made when the document is asked for. */
  readonly answer?: Described;
  /** Refusals of its own; those of the guard, of values and of the store are known. */
  readonly refusals?: readonly { readonly status: number; readonly codes: readonly string[] }[];
  /** Other content types of the same address: `text/html`, `text/event-stream`, `text/csv` … */
  readonly also?: readonly string[];
}

/** A route that is described. */
export interface DescribedRoute extends Route {
  readonly operation: Operation;
}

/** A route with what it takes and answers: the only way to make one below /admin. */
export function described(operation: Operation, handler: Handler): DescribedRoute {
  return { method: operation.method, path: operation.path, handler, operation };
}
