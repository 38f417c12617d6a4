import { z } from 'zod';
import { appError } from '../../../messages/messages.ts';
import { type Exchange, type Route, send } from '../../exchange.ts';
import { nothingHere } from '../../problem.ts';
import type { Guard } from '../entrance/guard.ts';
import { isBrowser, languageCookie, languageOfRequest, toLanguage } from '../requests/negotiation.ts';
import { described } from '../requests/operation.ts';
import { redirect } from '../requests/respond.ts';
import { text, word } from '../requests/values.ts';
import { HOME, safeReturnPath } from '../requests/visitor.ts';

/** The address without a path, as a person types it: leads to the pages. Programs get what they get for any unknown path. */
export function rootRoute(guard: Guard): Route {
  return {
    method: 'GET',
    path: '/',
    handler: guard.open((exchange) => {
      if (!isBrowser(exchange)) throw nothingHere();
      redirect(exchange, HOME);
    }),
  };
}

/** Stylesheet, fonts, scripts and icon. They are public, because the login needs them. Loaded at the first request. */
export function assetRoutes(guard: Guard): Route[] {
  return [{ method: 'GET', path: '/admin/assets/:name', handler: guard.open(sendAsset) }];
}

async function sendAsset(exchange: Exchange): Promise<void> {
  const { ASSETS } = await import('../assets/assets.ts');
  const asset = ASSETS.find(({ path }) => path === exchange.path);
  if (asset === undefined) throw appError('not_found', (m) => m.errors.admin.nothingHere);
  const isExact = exchange.query.get('v') === asset.version;
  send(exchange, 200, asset.contentType, asset.content, {
    'Cache-Control': isExact ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}

/** The language switch: stores the choice, and returns to the page. */
export function languageRoutes(guard: Guard): Route[] {
  return [
    described(
      {
        method: 'GET',
        path: '/admin/idioma',
        tag: 'session',
        summary: 'Choose the language of the pages',
        description: 'Returns 303 and stores the choice in a cookie. JSON does not depend on the language.',
        query: z.object({ para: word(['pt', 'en'], 'Language code.'), voltar: text('Path to open after the login.') }),
      },
      guard.open((exchange) => {
        const language = toLanguage(exchange.query.get('para')) ?? languageOfRequest(exchange);
        redirect(exchange, safeReturnPath(exchange.query.get('voltar'), { login: true }), { 'Set-Cookie': languageCookie(language) });
      }),
    ),
  ];
}
