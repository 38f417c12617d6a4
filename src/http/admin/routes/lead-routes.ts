import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countRefusedMatches } from '../../../domain/refused-matches.ts';
import type { LeadDetail } from '../../../domain/report-ports.ts';
import { leadCsvChunks } from '../../../presentation/lead-csv.ts';
import { leadPage } from '../../../presentation/lead-record.ts';
import { maskLead, maskReasons } from '../../../presentation/masking.ts';
import { MASKED } from '../../../presentation/record.ts';
import { leadDetailRecord } from '../../../presentation/trail-record.ts';
import { isBrokenOff } from '../../broken-download.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { LEAD_EXPORT_PATH, leadExportValues, readLeadExport } from '../addresses/lead-export.ts';
import { type LeadFilter, leadList } from '../addresses/lists.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { FormState } from '../contract/posted-form.ts';
import { readValues, text, wholeNumber } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, operatorOnly, refuseSearchOfReader } from '../entrance/guard.ts';
import { frameOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { sendPage } from '../respond.ts';
import { findLead, findLeadById } from './find-lead.ts';
import { leadStageRoute } from './lead-stage-routes.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf } from './routes-of.ts';
import { stageChangeRoute } from './stage-change-route.ts';

const lookValues = revealValues.extend({
  aviso: text('What the page says was done.'),
  numero: wholeNumber('How many conversions the page says are sent again.'),
});

/** The leads: the list, one lead with its history, and all of a filter as CSV. */
export function leadRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { reveal, visit } = routesOf(deps, guard);
  return [
    visit(
      {
        method: 'GET',
        path: leadList.path,
        tag: 'leads',
        summary: 'Leads, newest first, personal data masked',
        description: 'A page ends after 2 MiB of leads, however many were asked for: continue while `proximo` is not null.',
        query: leadList.query,
        answer: leadPage,
        also: ['text/html'],
      },
      listLeads,
    ),
    reveal(
      {
        method: 'GET',
        path: LEAD_EXPORT_PATH,
        tag: 'leads',
        summary: 'All leads of a filter as CSV, personal data included',
        description: 'For operators only. Each export is written into the log of activity.',
        query: leadExportValues,
        also: ['text/csv'],
      },
      exportLeads,
    ),
    visit(
      {
        method: 'GET',
        path: `${leadList.path}/:id`,
        tag: 'leads',
        summary: 'One lead with its conversions, events and changes',
        query: lookValues,
        answer: leadDetailRecord,
        also: ['text/html'],
      },
      async (deps, exchange, visitor) => showLead(deps, exchange, visitor, await findLead(deps, exchange)),
    ),
    leadStageRoute(deps, guard, async (deps, exchange, visitor, state) => {
      await showLead(deps, exchange, visitor, await findLead(deps, exchange), { stage: state });
    }),
    stageChangeRoute(deps, guard, async (exchange, visitor, conversion, state) => {
      const detail = await findLeadById(deps, conversion.leadId);
      await showLead(deps, exchange, visitor, detail, { change: { conversionId: conversion.id, state } });
    }),
  ];
}

async function listLeads(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { reports, directory } = deps;
  const { filter, page: asked } = leadList.readPage(exchange.query);
  refuseSearchOfReader(visitor, filter);
  const isJson = wantsJson(exchange);
  const page = await reports.listLeads({ ...filter, ...asked, brief: !isJson });
  if (isJson) {
    return sendJson(exchange, 200, leadPage.write(page, MASKED));
  }
  const { leadsPage } = await loadPages();
  const masked = { ...page, items: page.items.map(maskLead) };
  const clients = await directory.listClients();
  const refused = await countRefusedMatches(deps.reports, filter.text);
  const frame = frameOf(deps, exchange, visitor);
  sendPage(exchange, 200, leadsPage({ frame, filter, page: masked, refused, clients, isFirst: asked.before === undefined }));
}

/** Forms of the page that are shown again with what is wrong. */
interface RefusedForms {
  readonly stage?: FormState;
  readonly change?: { readonly conversionId: string; readonly state: FormState };
}

async function showLead(
  deps: AdminDeps,
  exchange: Exchange,
  visitor: Visitor,
  found: LeadDetail,
  refused: RefusedForms = {},
): Promise<void> {
  const { mostrar } = readValues(lookValues, exchange.query);
  const reveal = mostrar === true;
  if (reveal) operatorOnly(visitor);
  if (reveal) await recordReveal(deps, exchange, `lead:${found.lead.id}`, 'page');
  const detail = visitor.role === 'reader' ? { ...found, conversions: found.conversions.map(maskReasons) } : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, leadDetailRecord.write(detail, { reveal }));
  const { leadPage } = await loadPages();
  const shown = reveal ? detail : maskDetail(detail);
  const frame = frameOf(deps, exchange, visitor);
  sendPage(
    exchange,
    (refused.stage ?? refused.change?.state)?.status ?? 200,
    leadPage({
      frame,
      detail: shown,
      revealed: reveal,
      refused: refused.stage,
      refusedChange: refused.change,
      stageClock: { now: deps.clock(), timeZone: deps.timeZone },
    }),
  );
}

function maskDetail(detail: LeadDetail): LeadDetail {
  return { ...detail, lead: maskLead(detail.lead) };
}

/** Page by page, at the pace of whoever reads: memory stays the same whatever the number of leads. */
async function exportLeads(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { reports, clock } = deps;
  const { filter, format } = readLeadExport(exchange.query);
  const { req, res } = exchange;
  await recordReveal(deps, exchange, 'leads', exportDetail(filter));
  const day = new Date(clock()).toISOString().slice(0, 10);
  exchange.begin(200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="leads-${day}.csv"` });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const isSheet = format === 'planilha';
  const chunks = leadCsvChunks(reports, { query: filter, delimiter: isSheet ? ';' : ',', byteOrderMark: isSheet });
  try {
    await pipeline(Readable.from(chunks), res);
  } catch (thrown) {
    if (!isBrokenOff(thrown)) throw thrown;
  }
}

/** What was searched for may be a name; the log is read by those who see personal data masked. */
function exportDetail(filter: LeadFilter): string {
  return `leads export ${JSON.stringify(filter.text === undefined ? filter : { ...filter, text: '***' })}`;
}
