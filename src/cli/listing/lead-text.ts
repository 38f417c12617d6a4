import type { LeadView } from '../../domain/lead.ts';
import { say } from '../../messages/messages.ts';
import { maskLeadFields } from '../../presentation/masking.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of the list of leads, personal data masked. */
export const LEAD_COLUMNS: readonly Column<LeadView>[] = [
  { header: 'LEAD', cell: (lead) => lead.id, whole: true },
  timeColumn({ en: 'SUBMITTED', pt: 'ENVIADO' }, (lead) => lead.submittedAt ?? lead.createdAt),
  { ...timeColumn<LeadView>({ en: 'CREATED', pt: 'CRIADO' }, (lead) => lead.createdAt), priority: 3 },
  { header: { en: 'SOURCE', pt: 'ORIGEM' }, cell: (lead) => lead.origin, whole: true, priority: 3 },
  { header: { en: 'CLIENT', pt: 'CLIENTE' }, cell: (lead) => lead.clientName, priority: 4 },
  { header: { en: 'CAMPAIGN', pt: 'CAMPANHA' }, cell: (lead) => lead.campaignName, priority: 5 },
  { header: { en: 'NAME', pt: 'NOME' }, cell: (lead) => maskLeadFields(lead).name },
  { header: 'E-MAIL', cell: (lead) => maskLeadFields(lead).email, priority: 2 },
  { header: { en: 'PHONE', pt: 'TELEFONE' }, cell: (lead) => maskLeadFields(lead).phoneE164, whole: true, priority: 6 },
  { header: { en: 'TEST', pt: 'TESTE' }, cell: (lead) => (lead.isTest ? say((m) => m.labels.yes) : null), priority: 1 },
];
