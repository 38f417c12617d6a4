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

/** What an address takes and answers, in the words of its OpenAPI document. English, as everything machines read. */
export interface Operation {
  readonly method: Route['method'];
  /** With `:name` for a segment that differs. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The query, read with `readQuery`. */
  readonly query?: z.ZodObject;
  /** The fields of the posted form, read with `readFields`. */
  readonly form?: z.ZodObject;
  /** What `Accept: application/json` gets with status 200; left out: the address has no JSON. */
  readonly answer?: z.ZodType;
  /** Other content types of the same address: `text/html`, `text/event-stream`, `text/csv` … */
  readonly also?: readonly string[];
}

/** A route that is described. */
export interface DescribedRoute extends Route {
  readonly operation: Operation;
}

export function described(operation: Operation, handler: Handler): DescribedRoute {
  return { method: operation.method, path: operation.path, handler, operation };
}
