import type { LeadView } from '../../domain/lead.ts';
import { maskLeadFields } from '../../presentation/masking.ts';
import { type Column, renderTime } from '../render.ts';

/** Columns of the list of leads, personal data masked. */
export const LEAD_COLUMNS: readonly Column<LeadView>[] = [
  { header: 'LEAD', cell: (lead) => lead.id, whole: true },
  { header: 'CREATED', cell: (lead) => renderTime(lead.createdAt), whole: true },
  { header: 'SOURCE', cell: (lead) => lead.origin },
  { header: 'CLIENT', cell: (lead) => lead.clientName },
  { header: 'CAMPAIGN', cell: (lead) => lead.campaignName },
  { header: 'NAME', cell: (lead) => maskLeadFields(lead).name },
  { header: 'E-MAIL', cell: (lead) => maskLeadFields(lead).email },
  { header: 'PHONE', cell: (lead) => maskLeadFields(lead).phoneE164 },
  { header: 'TEST', cell: (lead) => (lead.isTest ? 'yes' : null) },
];
