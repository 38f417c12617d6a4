import type { Route } from '../../exchange.ts';
import type { Guard } from '../entrance/guard.ts';
import { safeReturnPath } from '../entrance/return-path.ts';
import { languageCookie, languageOfRequest, toLanguage } from '../language.ts';
import { redirect } from '../respond.ts';

/** The switch of the language: remembers it, and shows the page it was pressed on again. */
export function languageRoutes(guard: Guard): Route[] {
  return [
    {
      method: 'GET',
      path: '/admin/idioma',
      handler: guard.open((exchange) => {
        const language = toLanguage(exchange.query.get('para')) ?? languageOfRequest(exchange);
        redirect(exchange, safeReturnPath(exchange.query.get('voltar'), { login: true }), { 'Set-Cookie': languageCookie(language) });
      }),
    },
  ];
}
