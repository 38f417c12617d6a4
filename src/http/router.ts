import findMyWay from 'find-my-way';
import type { Route } from './exchange.ts';

export type RouteMatch =
  | { readonly kind: 'found'; readonly route: Route; readonly params: Readonly<Record<string, string | undefined>> }
  /** `refusedBy`: the catch-all route, if there is one, which answers in its own way. */
  | { readonly kind: 'wrong_method'; readonly allow: string; readonly refusedBy?: Route }
  | { readonly kind: 'unknown' };

export type Router = (method: string, url: string) => RouteMatch;

/** A campaign id has up to 255 characters, each of which may take twelve in a URL. */
const LONGEST_PARAM = 4_096;
const METHODS = ['GET', 'POST'] as const;
const UNKNOWN: RouteMatch = { kind: 'unknown' };

/** Finds the route of a request; HEAD uses the route of GET. A route that ends with `*` matches what no other route does. */
export function createRouter(routes: readonly Route[]): Router {
  // The exchange parses the query when a handler asks for it.
  const tree = findMyWay({ querystringParser: () => ({}), maxParamLength: LONGEST_PARAM });
  for (const route of routes) tree.on(route.method, route.path, () => undefined, route);
  const knows = (method: Route['method'], url: string): boolean => {
    const found = tree.find(method, url);
    return found !== null && !isCatchAll(found.store);
  };
  return (method, url) => {
    const own = METHODS.find((candidate) => candidate === (method === 'HEAD' ? 'GET' : method));
    const found = own === undefined ? null : tree.find(own, url);
    const match: RouteMatch = found === null ? UNKNOWN : { kind: 'found', route: found.store, params: found.params };
    if (found !== null && !isCatchAll(found.store)) return match;
    const others = METHODS.filter((candidate) => candidate !== own && knows(candidate, url));
    if (others.length === 0) return match;
    const allow = others.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
    return { kind: 'wrong_method', allow, ...(found === null ? {} : { refusedBy: found.store }) };
  };
}

function isCatchAll(route: Route): boolean {
  return route.path.endsWith('*');
}
