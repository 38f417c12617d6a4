import { say } from '../../base/language.ts';
import type { EventTrail } from '../../domain/report-ports.ts';
import { eventSummaryJson } from '../../presentation/event-json.ts';
import { faultOfEvent, faultText } from '../../presentation/fault-text.ts';
import type { Visibility } from '../../presentation/json.ts';
import { leadJson } from '../../presentation/lead-json.ts';
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
    jsonBlock({ ...eventSummaryJson(event), erro_mensagem: faultText(faultOfEvent(trail)) }),
    timelineText(eventTimeline(trail)),
    ...(lead === null ? [] : [`Lead\n${jsonBlock(leadJson(lead, visibility))}`]),
    ...(changes === null ? [] : [leadChangesText([changes], visibility)]),
    ...conversions.map(conversionText),
    ...(visibility.reveal ? [`${say({ en: 'Body', pt: 'Corpo' })}\n${bodyText(event.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}
