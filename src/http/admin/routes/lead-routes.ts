import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConversionOutbox } from '../../../domain/delivery-ports.ts';
import type { Directory, QueueControl } from '../../../domain/ports.ts';
import { countRefusedMatches } from '../../../domain/refused-request.ts';
import type { LeadDetail, Reports } from '../../../domain/report-ports.ts';
import type { SavedViews } from '../../../domain/saved-view.ts';
import { leadCsvChunks } from '../../../presentation/lead-csv.ts';
import { leadPage } from '../../../presentation/lead-record.ts';
import { maskLead, maskReasons } from '../../../presentation/masking.ts';
import { MASKED } from '../../../presentation/record.ts';
import { leadDetailRecord } from '../../../presentation/trail-record.ts';
import { isBrokenOff } from '../../broken-download.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { LEAD_EXPORT_PATH, type LeadFilter, leadExportValues, leadList, readLeadExport } from '../addresses/lists.ts';
import { type Guard, operatorOnly, refuseSearchOfReader } from '../entrance/guard.ts';
import { readListLook } from '../read/list-look.ts';
import { readAccesses } from '../read/person-accesses.ts';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import type { FormState } from '../requests/posted-form.ts';
import { readValues } from '../requests/values.ts';
import type { Program, Visitor } from '../requests/visitor.ts';
import { findLead, findLeadById, leadStageRoute, stageChangeRoute } from './lead-stage-routes.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf, showPage } from './routes-of.ts';

export interface LeadDeps extends Program {
  readonly store: Reports & Directory & QueueControl & ConversionOutbox & SavedViews;
  /** The time zone (IANA) for times that users type without an offset, the same as on the command line. */
  readonly timeZone: string;
}

/** The leads: the list, one lead with its history, and all leads of a filter as CSV. */
export function leadRoutes(deps: LeadDeps, guard: Guard): Route[] {
  const { reveal, visit } = routesOf(deps, guard, 'leads');
  return [
    visit(
      leadList.path,
      'List leads',
      {
        description: 'Newest first, with personal data masked. A page ends after 2 MiB of leads: continue while `proximo` is not null.',
        query: leadList.query,
        answer: leadPage,
        also: PAGE,
      },
      listLeads,
    ),
    reveal(
      LEAD_EXPORT_PATH,
      'Export leads as CSV',
      { description: 'Includes personal data.', query: leadExportValues, also: ['text/csv'] },
      exportLeads,
    ),
    visit(
      `${leadList.path}/:id`,
      'Get a lead',
      { query: revealValues, answer: leadDetailRecord, also: PAGE },
      async (deps, exchange, visitor) => showLead(deps, exchange, visitor, await findLead(deps, exchange)),
    ),
    leadStageRoute(deps, guard, async (exchange, visitor, state) => {
      await showLead(deps, exchange, visitor, await findLead(deps, exchange), { stage: state });
    }),
    stageChangeRoute(deps, guard, async (exchange, visitor, conversion, state) => {
      const detail = await findLeadById(deps, conversion.leadId);
      await showLead(deps, exchange, visitor, detail, { change: { conversionId: conversion.id, state } });
    }),
  ];
}

async function listLeads(deps: LeadDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { store } = deps;
  const { filter, page: asked } = leadList.readPage(exchange.query);
  refuseSearchOfReader(visitor, filter);
  const isJson = wantsJson(exchange);
  const page = await store.listLeads({ ...filter, ...asked, brief: !isJson });
  if (isJson) {
    return sendJson(exchange, 200, leadPage.write(page, MASKED));
  }
  const masked = { ...page, items: page.items.map(maskLead) };
  const clients = await store.listClients();
  const refused = await countRefusedMatches(deps.store, filter.text);
  const stages = new Map((await store.latestStages(page.items.map(({ id }) => id))).map((stage) => [stage.leadId, stage]));
  const look = await readListLook(deps, exchange, visitor, 'leads');
  const isFirst = asked.before === undefined;
  await showPage(deps, exchange, visitor, 'LeadsPage', { filter, page: masked, stages, refused, clients, isFirst, look });
}

/** Forms of the page that are shown again with their errors. */
interface RefusedForms {
  readonly stage?: FormState;
  readonly change?: { readonly conversionId: string; readonly state: FormState };
}

async function showLead(
  deps: LeadDeps,
  exchange: Exchange,
  visitor: Visitor,
  found: LeadDetail,
  refused: RefusedForms = {},
): Promise<void> {
  const { mostrar } = readValues(revealValues, exchange.query);
  const reveal = mostrar === true;
  if (reveal) operatorOnly(visitor);
  if (reveal) await recordReveal(deps, exchange, `lead:${found.lead.id}`, 'page');
  const detail = visitor.role === 'reader' ? { ...found, conversions: found.conversions.map(maskReasons) } : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, leadDetailRecord.write(detail, { reveal }));
  const shown = {
    detail: reveal ? detail : maskDetail(detail),
    revealed: reveal,
    accesses: visitor.role === 'reader' ? [] : await readAccesses(deps, found),
    refused: refused.stage,
    refusedChange: refused.change,
    stageClock: { now: deps.clock(), timeZone: deps.timeZone },
  };
  const status = (refused.stage ?? refused.change?.state)?.status;
  await showPage(
    deps,
    exchange,
    visitor,
    'LeadPage',
    shown,
    status === undefined ? {} : { status, here: `${leadList.path}/${found.lead.id}` },
  );
}

function maskDetail(detail: LeadDetail): LeadDetail {
  return { ...detail, lead: maskLead(detail.lead) };
}

/** Page by page, at the client's speed: memory use does not depend on the number of leads. */
async function exportLeads(deps: LeadDeps, exchange: Exchange): Promise<void> {
  const { store, clock } = deps;
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
  const chunks = leadCsvChunks(store, { query: filter, delimiter: isSheet ? ';' : ',', byteOrderMark: isSheet });
  try {
    await pipeline(Readable.from(chunks), res);
  } catch (thrown) {
    if (!isBrokenOff(thrown)) throw thrown;
  }
}

/** A search text may be a name, and readers, who see personal data masked, can read the log. */
function exportDetail(filter: LeadFilter): string {
  return `leads export ${JSON.stringify(filter.text === undefined ? filter : { ...filter, text: '***' })}`;
}
