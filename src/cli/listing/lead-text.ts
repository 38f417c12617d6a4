import type { LeadView } from '../../domain/lead.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { maskLeadFields } from '../../presentation/masking.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of the list of leads, personal data masked. */
export const LEAD_COLUMNS: readonly Column<LeadView>[] = [
  { header: 'LEAD', cell: (lead) => lead.id, whole: true },
  timeColumn(
    inEveryLanguage((m) => m.cli.columns.submitted),
    (lead) => lead.submittedAt ?? lead.createdAt,
  ),
  {
    ...timeColumn<LeadView>(
      inEveryLanguage((m) => m.cli.columns.created),
      (lead) => lead.createdAt,
    ),
    priority: 3,
  },
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: (lead) => lead.origin, whole: true, priority: 3 },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: (lead) => lead.clientName, priority: 4 },
  { header: inEveryLanguage((m) => m.cli.columns.campaign), cell: (lead) => lead.campaignName, priority: 5 },
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: (lead) => maskLeadFields(lead).name },
  { header: 'E-MAIL', cell: (lead) => maskLeadFields(lead).email, priority: 2 },
  { header: inEveryLanguage((m) => m.cli.columns.phone), cell: (lead) => maskLeadFields(lead).phoneE164, whole: true, priority: 6 },
  { header: inEveryLanguage((m) => m.cli.columns.test), cell: (lead) => (lead.isTest ? say((m) => m.labels.yes) : null), priority: 1 },
];
