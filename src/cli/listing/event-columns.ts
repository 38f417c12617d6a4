import type { EventSummary } from '../../domain/webhook-event.ts';
import { maskIdentity, maskMark } from '../../presentation/masking.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** Columns of every list of events. */
export const EVENT_COLUMNS: readonly Column<EventSummary>[] = [
  { header: { en: 'EVENT', pt: 'EVENTO' }, cell: (event) => event.id, whole: true },
  timeColumn({ en: 'RECEIVED', pt: 'RECEBIDO' }, (event) => event.receivedAt),
  { header: { en: 'SOURCE', pt: 'ORIGEM' }, cell: (event) => event.origin, whole: true, priority: 3 },
  { header: { en: 'TYPE', pt: 'TIPO' }, cell: (event) => maskMark(event.eventType), priority: 1 },
  { header: { en: 'IDENTITY', pt: 'IDENTIDADE' }, cell: (event) => maskIdentity(event), priority: 2 },
  { header: 'STATUS', cell: (event) => event.status, whole: true },
  { header: 'LEAD', cell: (event) => event.leadId, whole: true, priority: 4 },
  { header: { en: 'ERROR', pt: 'ERRO' }, cell: (event) => event.errorCode, whole: true, priority: 5 },
];
