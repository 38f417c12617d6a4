import type { Translated } from '../../base/language.ts';
import type { LeadView } from '../../domain/lead.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { readFullPage } from '../listing/list-filters.ts';

/** What names a lead: our own id, what it is known by at its source, or the click it came by. */
export interface LeadName {
  readonly by: 'id' | 'identity' | 'clickId';
  readonly text: string;
}

/** More leads than this with one word are no person. */
const MOST_LOOKED_AT = 200;

/** The one lead of that name, or why there is none to name. */
export async function findStageLead(
  reports: Pick<Reports, 'leadsById' | 'listLeads'>,
  name: LeadName,
): Promise<LeadView | { readonly problem: Translated<string> }> {
  const leads = await leadsNamed(reports, name);
  const [lead, another] = leads;
  if (lead === undefined) return { problem: inEveryLanguage((m) => m.cli.stages.thereIsNoLead({ shown: shown(name) })) };
  if (another !== undefined) {
    const ids = leads.map(({ id }) => id).join(', ');
    return { problem: inEveryLanguage((m) => m.cli.stages.severalLeadsNameOne({ ids })) };
  }
  if (lead.isTest) {
    return { problem: inEveryLanguage((m) => m.cli.stages.leadTestPlatformTests({ id: lead.id })) };
  }
  return lead;
}

async function leadsNamed(reports: Pick<Reports, 'leadsById' | 'listLeads'>, { by, text }: LeadName): Promise<readonly LeadView[]> {
  if (by === 'id') return /^[1-9]\d{0,17}$/.test(text) ? await reports.leadsById([text]) : [];
  const page = await readFullPage(MOST_LOOKED_AT, undefined, (part) => reports.listLeads({ text, ...part }));
  return page.items.filter((lead) =>
    by === 'identity' ? lead.identity === text : [lead.searchClickId, lead.gbraid, lead.wbraid, lead.socialClickId].includes(text),
  );
}

function shown({ by, text }: LeadName): Translated<string> {
  switch (by) {
    case 'id':
      return inEveryLanguage(() => text);
    case 'identity':
      return inEveryLanguage((m) => m.cli.stages.withTheIdentity({ text }));
    case 'clickId':
      return inEveryLanguage((m) => m.cli.stages.withTheClickId({ text }));
  }
}
