import type { z } from 'zod';
import type { Handler, Route } from '../../exchange.ts';

/** The parts of the OpenAPI document, in reading order. */
export const TAGS = {
  intake: 'Endpoints that receive events.',
  health: 'Health checks and metrics for load balancers and monitoring.',
  queue: 'Queue metrics; pause and resume.',
  events: 'Received events and what became of them.',
  failures: 'Failed and parked jobs.',
  leads: 'Leads and their stages.',
  people: 'A person: what is stored, as a file for them, and its erasure.',
  conversions: 'Conversions reported to Google Ads and Meta.',
  directory: 'Clients, their users, campaigns and connected accounts.',
  refused: 'Requests that were refused, kept for replay.',
  sources: 'Sources of events, sender secrets and lead forms.',
  activity: 'The log of operator activity.',
  views: 'Saved filters of lists, and the columns that lists show.',
  session: 'Browser sessions, and this document.',
};

export type Tag = keyof typeof TAGS;

/** Anything with a schema: every kind of value and every record. */
interface Described {
  schema(): z.ZodType;
}

/** The parameters and responses of a path for its OpenAPI document. In English, like everything for machines. */
export interface Operation {
  readonly method: Route['method'];
  /** With `:name` for a variable segment. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The query, parsed with `readValues`. */
  readonly query?: z.ZodObject;
  /** The fields of the posted form, parsed with `readFields`. */
  readonly form?: z.ZodObject;
  /**
   * The response to `Accept: application/json` with `status`. Omitted: the path has no JSON. Its schema is created when the document is
   * requested.
   */
  readonly answer?: Described;
  /** 202: what was begun goes on after the answer, and its `Location` shows how far it is. Default: 200. */
  readonly status?: 202;
  /** Its own refusals, in addition to those of the guard, of values and of the store. */
  readonly refusals?: readonly { readonly status: number; readonly codes: readonly string[] }[];
  /** Further content types of the same path: `text/html`, `text/event-stream`, `text/csv` … */
  readonly also?: readonly string[];
}

/** For paths that are also a page, and for those whose page is live. */
export const PAGE = ['text/html'];
export const LIVE_PAGE = ['text/html', 'text/event-stream'];

export interface DescribedRoute extends Route {
  readonly operation: Operation;
}

/** A route with its parameters and responses: the only way to create one below /admin. */
export function described(operation: Operation, handler: Handler): DescribedRoute {
  return { method: operation.method, path: operation.path, handler, operation };
}
