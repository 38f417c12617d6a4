import { conversionViewJson, pageJson } from '../../../presentation/json.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { conversionListValues, readConversionList } from '../addresses/conversion-filter.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { described } from '../contract/operation.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { sendPage } from '../respond.ts';

/** The offline conversions, newest first. */
export function conversionRoutes(deps: AdminDeps, guard: Guard): Route[] {
  return [
    described(
      {
        method: 'GET',
        path: '/admin/conversoes',
        tag: 'conversions',
        summary: 'Offline conversions, newest first',
        description: '`pendente`: registered, and waiting until a connector sends it to the platform.',
        query: conversionListValues,
        answer: async () => (await import('../../../presentation/schemas/conversions.ts')).conversionPageSchema,
        also: ['text/html'],
      },
      guard.visit((exchange, visitor) => listConversions(deps, exchange, visitor)),
    ),
  ];
}

async function listConversions(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { filter, query } = readConversionList(exchange.query);
  const page = await deps.reports.listConversions(query);
  if (wantsJson(exchange)) return sendJson(exchange, 200, pageJson(page, conversionViewJson));
  const { conversionsPage } = await loadPages();
  const clients = await deps.directory.listClients();
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, conversionsPage({ frame, filter, page, clients, isFirst: query.before === undefined }));
}
