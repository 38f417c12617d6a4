import { z } from 'zod';
import type { Route } from '../../exchange.ts';
import { described } from '../contract/operation.ts';
import { text, word } from '../contract/values.ts';
import type { Guard } from '../entrance/guard.ts';
import { safeReturnPath } from '../entrance/return-path.ts';
import { languageCookie, languageOfRequest, toLanguage } from '../language.ts';
import { redirect } from '../respond.ts';

/** The switch of the language: remembers it, and shows the page it was pressed on again. */
export function languageRoutes(guard: Guard): Route[] {
  return [
    described(
      {
        method: 'GET',
        path: '/admin/idioma',
        tag: 'session',
        summary: 'Choose the language of the pages',
        description: 'Answers 303 with a cookie that remembers it. JSON is the same in every language.',
        query: z.object({ para: word(['pt', 'en'], 'The language.'), voltar: text('Where to go afterwards: a path of the admin.') }),
      },
      guard.open((exchange) => {
        const language = toLanguage(exchange.query.get('para')) ?? languageOfRequest(exchange);
        redirect(exchange, safeReturnPath(exchange.query.get('voltar'), { login: true }), { 'Set-Cookie': languageCookie(language) });
      }),
    ),
  ];
}
