import { sha256Hex } from '../../../base/signature.ts';
import { anyObject } from '../../../presentation/record.ts';
import { type Exchange, type Route, send } from '../../exchange.ts';
import { type DescribedRoute, described } from '../contract/operation.ts';
import type { Guard } from '../entrance/guard.ts';

export interface OpenApiRouteDeps {
  readonly version: string;
  /** All routes of the admin. */
  readonly routes: () => readonly Route[];
}

interface Answer {
  readonly text: string;
  readonly etag: string;
}

/** The description of all addresses, intake included. It is made, and what makes it is loaded, when it is first asked for. */
export function openApiRoute(deps: OpenApiRouteDeps, guard: Guard): Route {
  let answer: Promise<Answer> | undefined;
  return described(
    {
      method: 'GET',
      path: '/admin/openapi.json',
      tag: 'session',
      summary: 'Describe all addresses',
      description: 'This document. Its `ETag` stays the same until another version of the program runs.',
      answer: anyObject,
    },
    guard.visit(async (exchange) => {
      answer ??= makeAnswer(deps);
      sendDocument(exchange, await answer);
    }),
  );
}

async function makeAnswer({ version, routes }: OpenApiRouteDeps): Promise<Answer> {
  const [{ openApiDocument }, { adminEndpoint }, { intakeEndpoints }, { healthEndpoints }, { exportEndpoints }] = await Promise.all([
    import('../openapi/document.ts'),
    import('../openapi/admin-endpoints.ts'),
    import('../openapi/intake-endpoints.ts'),
    import('../openapi/health-endpoints.ts'),
    import('../openapi/export-endpoints.ts'),
  ]);
  const admin = await Promise.all(routes().filter(isDescribed).map(adminEndpoint));
  const endpoints = [...intakeEndpoints, ...healthEndpoints, ...exportEndpoints, ...admin];
  const text = `${JSON.stringify(openApiDocument(endpoints, version))}\n`;
  return { text, etag: `"${sha256Hex(Buffer.from(text)).slice(0, 16)}"` };
}

function isDescribed(route: Route): route is DescribedRoute {
  return 'operation' in route;
}

/** Kept by the one who asked, asked for again each time: `no-store` would make every tool fetch all of it. */
function sendDocument(exchange: Exchange, { text, etag }: Answer): void {
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isKnown(exchange.req.headers['if-none-match'], etag)) {
    exchange.begin(304, headers);
    exchange.res.end();
    return;
  }
  send(exchange, 200, 'application/json; charset=utf-8', text, headers);
}

/** Compressing proxies make the tag a weak one (RFC 9110 section 13.1.2: compared weakly). */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
