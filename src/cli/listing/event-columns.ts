import type { EventSummary } from '../../domain/webhook-event.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { maskIdentity, maskMark } from '../../presentation/masking.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of every list of events. */
export const EVENT_COLUMNS: readonly Column<EventSummary>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.event), cell: (event) => event.id, whole: true },
  timeColumn(
    inEveryLanguage((m) => m.cli.columns.received),
    (event) => event.receivedAt,
  ),
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: (event) => event.origin, whole: true, priority: 3 },
  { header: inEveryLanguage((m) => m.cli.columns.type), cell: (event) => maskMark(event.eventType), priority: 1 },
  { header: inEveryLanguage((m) => m.cli.columns.identity), cell: (event) => maskIdentity(event), priority: 2 },
  { header: 'STATUS', cell: (event) => event.status, whole: true },
  { header: 'LEAD', cell: (event) => event.leadId, whole: true, priority: 4 },
  { header: inEveryLanguage((m) => m.cli.columns.error), cell: (event) => event.errorCode, whole: true, priority: 5 },
];
