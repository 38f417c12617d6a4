import { conversionPage, conversionsRetried } from '../../../presentation/conversion-record.ts';
import { maskReasons } from '../../../presentation/masking.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { CONVERSION_SELECTION, readNamedConversions } from '../addresses/conversion-selection.ts';
import { conversionList } from '../addresses/lists.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { text, wholeNumber } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { isBrowser, wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';
import { routesOf } from './routes-of.ts';

const conversionPageValues = conversionList.query.extend({
  aviso: text('What the page says was done.'),
  numero: wholeNumber('How many conversions the page says are sent again.'),
});

/** The offline conversions, the last one registered first, and sending some of them again. */
export function conversionRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard);
  return [
    visit(
      {
        method: 'GET',
        path: conversionList.path,
        tag: 'conversions',
        summary: 'Offline conversions, newest first',
        description:
          '`pendente`: registered, and waiting until a connector sends it to the platform; with an error code it was tried, and is tried again. `rejeitada`: the platform did not take it, or it may not be sent; the code says why.',
        query: conversionPageValues,
        answer: conversionPage,
        also: ['text/html'],
      },
      listConversions,
    ),
    change(
      {
        method: 'POST',
        path: `${conversionList.path}/repetir`,
        tag: 'conversions',
        summary: 'Sends rejected conversions again, and those that wait for a later time now',
        description: 'Those that were sent, or are due, are left alone.',
        form: CONVERSION_SELECTION,
        answer: conversionsRetried,
      },
      retryConversions,
    ),
  ];
}

async function listConversions(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, page: asked } = conversionList.readPage(exchange.query);
  const found = await deps.reports.listConversions({ ...filter, ...asked });
  const page = visitor.role === 'reader' ? { ...found, items: found.items.map(maskReasons) } : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, conversionPage.write(page));
  const { conversionsPage } = await loadPages();
  const clients = await deps.directory.listClients();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, conversionsPage({ frame, filter, page, clients, isFirst: asked.before === undefined, before: asked.before }));
}

async function retryConversions({ outbox, clock }: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { ids, back } = readNamedConversions(form);
  const touched = await outbox.retryConversions(ids, operatorOf(exchange, clock));
  if (!isBrowser(exchange)) return sendJson(exchange, 200, conversionsRetried.write(touched));
  redirect(exchange, `${back}${back.includes('?') ? '&' : '?'}aviso=reenviadas&numero=${touched.length}`);
}
