import type { Translated } from '../../../base/language.ts';
import { sha256Hex } from '../../../base/signature.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { anyObject } from '../../../presentation/record.ts';
import { type Exchange, type Route, send } from '../../exchange.ts';
import { sharedRead } from '../../shared-read.ts';
import { API_PATH } from '../addresses/paths.ts';
import { loadPages } from '../pages/load-pages.ts';
import { type ApiDocument, apiReference } from '../read/api-reference.ts';
import { type DescribedRoute, PAGE } from '../requests/operation.ts';
import { type Admin, routesOf } from './routes-of.ts';

const FOREVER = { forMs: Number.POSITIVE_INFINITY };

interface Answer {
  readonly text: string;
  readonly etag: string;
}

/**
 * The description of all paths, including intake, for programs and for people. Each is built, and its code loaded, at the first request for
 * it.
 *
 * @param routes all routes of the admin
 */
export function apiRoutes(admin: Admin, routes: () => readonly Route[]): Route[] {
  const { visit } = routesOf(admin, 'session');
  const answer = sharedRead(() => makeAnswer(admin.deps.version, routes()), FOREVER);
  const html = sharedRead(async () => renderAnswer(await answer()), FOREVER);
  return [
    visit(
      '/admin/openapi.json',
      'Get this OpenAPI document',
      { description: 'The `ETag` changes only with the version of lead-intake.', answer: anyObject },
      async ({ exchange }) => sendDocument(exchange, await answer()),
    ),
    visit(
      API_PATH,
      'Get this document as a page',
      { description: 'With `Accept: application/json`, the answer is the OpenAPI document.', answer: anyObject, also: PAGE },
      async (context) => {
        if (context.wantsJson) return sendDocument(context.exchange, await answer());
        await context.page('ApiPage', { html: (await html())[context.language] });
      },
    ),
  ];
}

async function makeAnswer(version: string, routes: readonly Route[]): Promise<Answer> {
  const [{ openApiDocument }, { adminEndpoint }, { intakeEndpoints }, { healthEndpoints, exportEndpoints }] = await Promise.all([
    import('../openapi/document.ts'),
    import('../openapi/admin-endpoints.ts'),
    import('../openapi/intake-endpoints.ts'),
    import('../openapi/health-endpoints.ts'),
  ]);
  const admin = await Promise.all(routes.filter(isDescribed).map(adminEndpoint));
  const endpoints = [...intakeEndpoints, ...healthEndpoints, ...exportEndpoints, ...admin];
  const text = `${JSON.stringify(openApiDocument(endpoints, version))}\n`;
  return { text, etag: `"${sha256Hex(Buffer.from(text)).slice(0, 16)}"` };
}

async function renderAnswer({ text }: Answer): Promise<Translated<string>> {
  const { renderPart } = await loadPages();
  const reference = apiReference(JSON.parse(text) as ApiDocument);
  return inEveryLanguage((_, language) => renderPart(language, 'ApiText', { reference }));
}

function isDescribed(route: Route): route is DescribedRoute {
  return 'operation' in route;
}

/** Cached by the client, but revalidated each time: with `no-store`, every tool would always download all of it. */
function sendDocument(exchange: Exchange, { text, etag }: Answer): void {
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isKnown(exchange.req.headers['if-none-match'], etag)) {
    exchange.begin(304, headers);
    exchange.res.end();
    return;
  }
  send(exchange, 200, 'application/json; charset=utf-8', text, headers);
}

/** Compressing proxies make the tag weak (RFC 9110 section 13.1.2: compared weakly). */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
