import { countRefusedMatches } from '../../../domain/refused-request.ts';
import type { LeadDetail } from '../../../domain/report-ports.ts';
import { stageChanged, stageRegistered } from '../../../presentation/conversion-record.ts';
import { leadCsvChunks } from '../../../presentation/lead-csv.ts';
import { leadPage } from '../../../presentation/lead-record.ts';
import { maskLead, maskReasons } from '../../../presentation/masking.ts';
import { MASKED } from '../../../presentation/record.ts';
import { leadDetailRecord } from '../../../presentation/trail-record.ts';
import { sendCsv } from '../../csv-download.ts';
import type { Route } from '../../exchange.ts';
import { conversionList, LEAD_EXPORT_PATH, type LeadFilter, leadExportValues, leadList, readLeadExport } from '../addresses/lists.ts';
import { refuseSearchOfReader } from '../entrance/guard.ts';
import { readListLook } from '../read/list-look.ts';
import { readAccesses } from '../read/person-accesses.ts';
import { PAGE } from '../requests/operation.ts';
import type { RefusedForm } from '../requests/posted-form.ts';
import { type Context, revealValues } from './context.ts';
import { addStage, CHANGE_FORM, changeStage, findConversion, findLead, findLeadById, STAGE_FORM } from './lead-stages.ts';
import { type Admin, routesOf } from './routes-of.ts';

/** The leads: the list, one lead with its history, and all leads of a filter as CSV. */
export function leadRoutes(admin: Admin): Route[] {
  const { change, reveal, visit } = routesOf(admin, 'leads');
  const ofConversions = routesOf(admin, 'conversions');
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
    visit(`${leadList.path}/:id`, 'Get a lead', { query: revealValues, answer: leadDetailRecord, also: PAGE }, async (context) =>
      showLead(context, await findLead(context)),
    ),
    change(
      `${leadList.path}/:id/etapa`,
      'Record a stage of a lead',
      {
        description:
          'Creates a conversion. If the stage is already recorded with other values, the result is `conflict` and nothing changes; correct the stage with `/admin/conversoes/{id}/etapa`.',
        form: STAGE_FORM,
        answer: stageRegistered,
      },
      addStage,
      async (context, state) => showLead(context, await findLead(context), { form: 'stage', state }),
    ),
    ofConversions.change(
      `${conversionList.path}/:id/etapa`,
      'Correct or withdraw a stage',
      {
        description:
          'For stages that an operator recorded. Omitted fields keep their values. The response shows what the platform receives: only the new values (`so_o_novo`), an adjustment (`ajuste`), or nothing, because its API has no way to take a conversion back (`nada`).',
        form: CHANGE_FORM,
        answer: stageChanged,
      },
      changeStage,
      async (context, state) => {
        const { id, leadId } = await findConversion(context);
        await showLead(context, await findLeadById(context, leadId), { form: `stage-${id}`, state });
      },
    ),
  ];
}

async function listLeads(context: Context): Promise<void> {
  const { store, visitor, wantsJson } = context;
  const { filter, page: asked } = leadList.readPage(context.exchange.query);
  refuseSearchOfReader(visitor, filter);
  const page = await store.listLeads({ ...filter, ...asked, brief: !wantsJson });
  if (wantsJson) return context.json(leadPage.write(page, MASKED));
  const stages = await store.latestStages(page.items.map(({ id }) => id));
  await context.page('LeadsPage', {
    filter,
    page: { ...page, items: page.items.map(maskLead) },
    stages: new Map(stages.map((stage) => [stage.leadId, stage])),
    refused: await countRefusedMatches(store, filter.text),
    clients: await store.listClients(),
    isFirst: asked.before === undefined,
    look: await readListLook(context, 'leads'),
  });
}

async function showLead(context: Context, found: LeadDetail, refused?: RefusedForm<string>): Promise<void> {
  const { deps, isReader } = context;
  const reveal = context.reveals;
  if (reveal) await context.recordReveal(`lead:${found.lead.id}`, 'page');
  const detail = isReader ? { ...found, conversions: found.conversions.map(maskReasons) } : found;
  if (context.wantsJson) return context.json(leadDetailRecord.write(detail, { reveal }));
  const shown = {
    detail: reveal ? detail : { ...detail, lead: maskLead(detail.lead) },
    revealed: reveal,
    accesses: isReader ? [] : await readAccesses(context.store, found),
    timeZone: deps.timeZone,
  };
  await context.page('LeadPage', shown, refused === undefined ? {} : { refused, here: `${leadList.path}/${found.lead.id}` });
}

/** Page by page, at the client's speed: memory use does not depend on the number of leads. */
async function exportLeads(context: Context): Promise<void> {
  const { store, deps, exchange } = context;
  const { filter, format } = readLeadExport(exchange.query);
  await context.recordReveal('leads', exportDetail(filter));
  const day = new Date(deps.clock()).toISOString().slice(0, 10);
  const isSheet = format === 'planilha';
  const chunks = leadCsvChunks(store, { query: filter, delimiter: isSheet ? ';' : ',', byteOrderMark: isSheet });
  await sendCsv(exchange, `leads-${day}.csv`, chunks);
}

/** A search text may be a name, and readers, who see personal data masked, can read the log. */
function exportDetail(filter: LeadFilter): string {
  return `leads export ${JSON.stringify(filter.text === undefined ? filter : { ...filter, text: '***' })}`;
}
