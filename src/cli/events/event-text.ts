import type { EventTrail } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';
import { eventSummaryRecord } from '../../presentation/event-record.ts';
import { faultOfEvent, faultText } from '../../presentation/fault-text.ts';
import { isoTime } from '../../presentation/json.ts';
import { identityLabel } from '../../presentation/labels.ts';
import { leadRecord } from '../../presentation/lead-record.ts';
import type { Visibility } from '../../presentation/record.ts';
import { eventTimeline } from '../../presentation/timeline.ts';
import { bodyText } from '../body-text.ts';
import { conversionText } from '../conversions/conversion-text.ts';
import { leadChangesText } from '../leads/lead-text.ts';
import { recordBlock } from '../record-block.ts';
import { recordColumns } from '../table.ts';
import { timelineText } from '../timeline-text.ts';

export const EVENT_COLUMNS = recordColumns(eventSummaryRecord, [
  ['evento_id', 'event'],
  ['recebido_em', 'received'],
  ['origem', 'source', 3],
  ['event_type', 'type', 1],
  { header: 'identity', cell: (event) => say((m) => identityLabel(m, event)), priority: 2 },
  ['status', 'state'],
  ['lead_id', 'LEAD', 4],
  ['erro_codigo', 'error', 5],
]);

/** The history of an event, from the request to its lead and conversions, as paragraphs of text. */
export function eventTrailText(trail: EventTrail, visibility: Visibility): string {
  const { event, lead, conversions, changes } = trail;
  const paragraphs = [
    recordBlock({
      ...eventSummaryRecord.write(event),
      erro_mensagem: faultText(faultOfEvent(trail)),
      corpo_apagado_em: event.bodyDeletedAt === null ? null : isoTime(event.bodyDeletedAt),
    }),
    timelineText(eventTimeline(trail)),
    ...(lead === null ? [] : [`Lead\n${recordBlock(leadRecord.write(lead, visibility))}`]),
    ...(changes === null || changes.fields.length === 0 ? [] : [leadChangesText([changes], visibility)]),
    ...conversions.map(conversionText),
    ...(visibility.reveal ? [`${say((m) => m.labels.fields.body)}\n${bodyText(event.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}
