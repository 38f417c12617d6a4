import type { Translated } from '../../base/language.ts';
import type { LeadView } from '../../domain/lead.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { readFullPage } from '../pages.ts';

/** How a lead is identified: by our own id, its id at the source, or its click id. */
export interface LeadName {
  readonly by: 'id' | 'identity' | 'clickId';
  readonly text: string;
}

type LeadReads = Pick<Reports, 'leadsById' | 'leadsNamed' | 'listLeads' | 'searchBacklog'>;

/** Hits of a search for `gbraid` and `wbraid`, which no index holds: if more leads match, they are not one person. */
const MOST_LOOKED_AT = 200;

/** The lead with this name, or why there is not exactly one. */
export async function findStageLead(reports: LeadReads, name: LeadName): Promise<LeadView | { readonly problem: Translated<string> }> {
  const leads = await leadsNamed(reports, name);
  const [lead, another] = leads;
  if (lead === undefined) {
    const unsearched = name.by === 'clickId' ? (await reports.searchBacklog()).leads : 0;
    const { by, text } = name;
    const shown = inEveryLanguage(
      ({ cli: { stages } }) => ({ id: text, identity: stages.withTheIdentity({ text }), clickId: stages.withClickId({ text }) })[by],
    );
    return { problem: inEveryLanguage((m) => m.cli.stages.noSuchLead({ shown, unsearched })) };
  }
  const { id, erasedAt, isTest } = lead;
  const ids = leads.map((one) => one.id).join(', ');
  if (another !== undefined) return { problem: inEveryLanguage((m) => m.cli.stages.severalLeads({ ids })) };
  if (erasedAt !== null) return { problem: inEveryLanguage((m) => m.cli.stages.erasedLead({ id })) };
  return isTest ? { problem: inEveryLanguage((m) => m.cli.stages.testLead({ id })) } : lead;
}

async function leadsNamed(reports: LeadReads, { by, text }: LeadName): Promise<readonly LeadView[]> {
  if (by === 'id') return /^[1-9]\d{0,17}$/.test(text) ? await reports.leadsById([text]) : [];
  const named = await reports.leadsNamed(text);
  if (by === 'identity') return named.filter((lead) => lead.identity === text);
  const hits = await readFullPage({ limit: MOST_LOOKED_AT }, (part) => reports.listLeads({ text, ...part }));
  const found = new Map([...named, ...hits.items].map((lead) => [lead.id, lead]));
  return [...found.values()].filter((lead) => [lead.searchClickId, lead.gbraid, lead.wbraid, lead.socialClickId].includes(text));
}
