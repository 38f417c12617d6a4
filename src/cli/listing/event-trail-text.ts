import type { EventTrail } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';
import { eventSummaryRecord } from '../../presentation/event-record.ts';
import { faultOfEvent, faultText } from '../../presentation/fault-text.ts';
import { leadRecord } from '../../presentation/lead-record.ts';
import type { Visibility } from '../../presentation/record.ts';
import { eventTimeline } from '../../presentation/timeline.ts';
import { conversionText } from '../conversions/conversion-text.ts';
import { bodyText } from './body-text.ts';
import { jsonBlock } from './json-block.ts';
import { leadChangesText } from './lead-changes-text.ts';
import { timelineText } from './timeline-text.ts';

/** The way an event took, from the request to its lead and conversions, as paragraphs of text. */
export function eventTrailText(trail: EventTrail, visibility: Visibility): string {
  const { event, lead, conversions, changes } = trail;
  const paragraphs = [
    jsonBlock({ ...eventSummaryRecord.write(event), erro_mensagem: faultText(faultOfEvent(trail)) }),
    timelineText(eventTimeline(trail)),
    ...(lead === null ? [] : [`Lead\n${jsonBlock(leadRecord.write(lead, visibility))}`]),
    ...(changes === null ? [] : [leadChangesText([changes], visibility)]),
    ...conversions.map(conversionText),
    ...(visibility.reveal ? [`${say((m) => m.cli.listing.body)}\n${bodyText(event.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}
