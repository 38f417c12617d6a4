import type { LeadView } from '../../../domain/lead.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { maskLeadFields } from '../../../presentation/masking.ts';

/** The leads that a page of a list refers to, by id, personal data masked. */
export async function leadsById(store: Pick<Reports, 'leadsById'>, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, LeadView>> {
  const leads = ids.size === 0 ? [] : await store.leadsById([...ids]);
  return new Map(leads.map((lead) => [lead.id, maskLeadFields(lead)]));
}
