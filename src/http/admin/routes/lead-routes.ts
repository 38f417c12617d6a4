import { leadJson, pageJson } from '../../../presentation/json.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { given, readLimit } from '../contract/query-values.ts';
import type { Guard } from '../entrance/guard.ts';

const LEADS_PER_PAGE = 50;

/** The leads as JSON, newest first, personal data masked. */
export function leadRoutes(deps: AdminDeps, guard: Guard): Route[] {
  return [{ method: 'GET', path: '/admin/leads', handler: guard.visit((exchange) => listLeads(deps, exchange)) }];
}

async function listLeads({ reports }: AdminDeps, exchange: Exchange): Promise<void> {
  const before = given(exchange.query, 'antes');
  const limit = readLimit(exchange.query, LEADS_PER_PAGE);
  const page = await reports.listLeads({ ...(before === undefined ? {} : { before }), limit });
  sendJson(
    exchange,
    200,
    pageJson(page, (lead) => leadJson(lead, { reveal: false })),
  );
}
