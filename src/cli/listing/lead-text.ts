import type { LeadView } from '../../domain/lead.ts';
import { maskLeadFields } from '../../presentation/masking.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of the list of leads, personal data masked. */
export const LEAD_COLUMNS: readonly Column<LeadView>[] = [
  { header: 'LEAD', cell: (lead) => lead.id, whole: true },
  timeColumn('CREATED', (lead) => lead.createdAt),
  { header: 'SOURCE', cell: (lead) => lead.origin, whole: true, priority: 3 },
  { header: 'CLIENT', cell: (lead) => lead.clientName, priority: 4 },
  { header: 'CAMPAIGN', cell: (lead) => lead.campaignName, priority: 5 },
  { header: 'NAME', cell: (lead) => maskLeadFields(lead).name },
  { header: 'E-MAIL', cell: (lead) => maskLeadFields(lead).email, priority: 2 },
  { header: 'PHONE', cell: (lead) => maskLeadFields(lead).phoneE164, whole: true, priority: 6 },
  { header: 'TEST', cell: (lead) => (lead.isTest ? 'yes' : null), priority: 1 },
];
