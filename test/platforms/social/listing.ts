import { jsonAnswer } from '../json-answer.ts';
import type { PlatformAnswer, PlatformRequest } from '../local-server.ts';
import type { SocialLead } from './directory.ts';
import { graphError, invalidParameter } from './graph-error.ts';

const DEFAULT_LIMIT = 25;
const OPERATORS = ['LESS_THAN', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'];

interface ListOptions<Item> {
  readonly request: PlatformRequest;
  /** The server's URL, for `paging.next`. */
  readonly url: string;
  readonly largestLimit: number;
  readonly view: (item: Item) => unknown;
}

/**
 * One page of a list, with opaque cursors. Above the server's largest limit the request fails instead of returning a shorter page
 * (frappe/crm#2870).
 */
export function listAnswer<Item extends { readonly id: string }>(items: readonly Item[], options: ListOptions<Item>): PlatformAnswer {
  const { query, path } = options.request;
  const limit = query.has('limit') ? Number(query.get('limit')) : DEFAULT_LIMIT;
  if (!Number.isInteger(limit) || limit < 1) return invalidParameter('limit must be a positive number');
  if (limit > options.largestLimit)
    return graphError({ code: 1, message: 'Please reduce the amount of data you are asking for, then retry your request' });
  const after = query.get('after');
  const start = after === null ? 0 : items.findIndex((item) => cursorOf(item) === after) + 1;
  if (after !== null && start === 0) return invalidParameter('Invalid cursors values');
  const page = items.slice(start, start + limit);
  const [first, last] = [page.at(0), page.at(-1)];
  if (first === undefined || last === undefined) return jsonAnswer({ data: [] });
  const cursors = { before: cursorOf(first), after: cursorOf(last) };
  const next = new URL(`${path}?${query}`, options.url);
  next.searchParams.set('after', cursors.after);
  const isEnd = start + limit >= items.length;
  return jsonAnswer({ data: page.map(options.view), paging: { cursors, ...(isEnd ? {} : { next: next.href }) } });
}

/** The cursor contains nothing to calculate with: no offset, no time. */
function cursorOf({ id }: { readonly id: string }): string {
  return Buffer.from(`cursor of ${[...id].reverse().join('')}`).toString('base64url');
}

/** Leads that match `filtering=[{"field":"time_created",…}]`; an error response if the filter is invalid. */
export function filterLeads(leads: readonly SocialLead[], query: URLSearchParams): readonly SocialLead[] | PlatformAnswer {
  const conditions = readConditions(query.get('filtering') ?? '[]');
  if (conditions === undefined) return invalidParameter('The filtering parameter is not valid');
  return leads.filter(({ createdAt }) => conditions.every(({ operator, value }) => holds(createdAt / 1_000, operator, value)));
}

interface Condition {
  readonly operator: string;
  /** Unix seconds. */
  readonly value: number;
}

function readConditions(text: string): readonly Condition[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(list)) return undefined;
  const conditions = (list as Record<string, unknown>[]).map(({ field, operator, value }) => ({
    field,
    operator: String(operator),
    value: Number(value),
  }));
  const isKnown = conditions.every(
    ({ field, operator, value }) => field === 'time_created' && OPERATORS.includes(operator) && Number.isSafeInteger(value) && value < 1e11,
  );
  return isKnown ? conditions : undefined;
}

function holds(seconds: number, operator: string, value: number): boolean {
  if (operator === 'LESS_THAN') return seconds < value;
  return operator === 'GREATER_THAN' ? seconds > value : seconds >= value;
}
