import { say } from '../../base/language.ts';
import type { EventTrail } from '../../domain/report-ports.ts';
import { eventSummaryJson } from '../../presentation/event-json.ts';
import { faultOfEvent, faultText } from '../../presentation/fault-text.ts';
import type { Visibility } from '../../presentation/json.ts';
import { leadJson } from '../../presentation/lead-json.ts';
import { maskMark } from '../../presentation/masking.ts';
import { conversionText } from '../conversions/conversion-text.ts';
import { counted } from '../render.ts';
import { bodyText } from './body-text.ts';
import { attemptStep, jobSteps, type Step, stepsText } from './job-steps.ts';
import { jsonBlock } from './json-block.ts';
import { leadChangesText } from './lead-changes-text.ts';

/** The way an event took, from the request to its lead and conversions, as paragraphs of text. */
export function eventTrailText(trail: EventTrail, visibility: Visibility): string {
  const { event, lead, conversions, changes } = trail;
  const paragraphs = [
    jsonBlock({ ...eventSummaryJson(event), erro_mensagem: faultText(faultOfEvent(trail)) }),
    stepsText(stepsOf(trail)),
    ...(lead === null ? [] : [`Lead\n${jsonBlock(leadJson(lead, visibility))}`]),
    ...(changes === null ? [] : [leadChangesText([changes], visibility)]),
    ...conversions.map(conversionText),
    ...(visibility.reveal ? [`${say({ en: 'Body', pt: 'Corpo' })}\n${bodyText(event.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

function stepsOf({ event, namedSecret, jobs, attempts }: EventTrail): readonly Step[] {
  const size = counted(event.body.byteLength, 'byte');
  const { remoteAddress, requestId } = event;
  const secret = namedSecret === null ? event.secret : `"${namedSecret.name}"`;
  const credential = secret === null ? event.credential : `${event.credential} ${secret}`;
  return [
    ...refusalStep(event),
    {
      at: event.receivedAt,
      what: say({ en: 'received', pt: 'recebido' }),
      detail: say({
        en: `${size} from ${remoteAddress}, ${credential}, request ${requestId}`,
        pt: `${size} de ${remoteAddress}, ${credential}, requisição ${requestId}`,
      }),
    },
    ...(event.resends === 0 ? [] : [resendStep(event)]),
    ...jobs.flatMap((job) => jobSteps(job, attempts, job.conversionId === null ? event.leadId : null)),
    ...attempts.map(attemptStep),
  ];
}

function refusalStep({ refusedAt }: EventTrail['event']): readonly Step[] {
  const detail = {
    en: 'the request first arrived then; it was replayed when it was received',
    pt: 'foi a primeira chegada da requisição; ela foi reaproveitada quando consta como recebida',
  };
  return refusedAt === null ? [] : [{ at: refusedAt, what: say({ en: 'refused', pt: 'recusada' }), detail: say(detail) }];
}

function resendStep(event: EventTrail['event']): Step {
  const { resends, conflicts, conflictType, lastResendAt } = event;
  const type = conflictType === null ? null : maskMark(conflictType);
  const detail = {
    en: `${counted(resends, 'time')}, this is the last${conflicts === 0 ? '' : `, ${conflicts} with other content (the first is kept)`}${type === null ? '' : `, with the type ${type}`}`,
    pt: `${counted(resends, 'vez', 'vezes')}, esta é a última${conflicts === 0 ? '' : `, ${conflicts} com outro conteúdo (vale o primeiro)`}${type === null ? '' : `, com o tipo ${type}`}`,
  };
  return { at: lastResendAt, what: say({ en: 'sent again', pt: 'reenviado' }), detail: say(detail) };
}
