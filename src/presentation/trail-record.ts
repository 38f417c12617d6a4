/** Events, leads and conversions with everything related to them. */

import type { ConversionTrail, EventTrail, LeadDetail } from '../domain/report-ports.ts';
import { CREDENTIALS } from '../domain/webhook-event.ts';
import { conversionRecord, conversionViewRecord } from './conversion-record.ts';
import { eventSummaryRecord } from './event-record.ts';
import { faultFields } from './fault-record.ts';
import { faultOfEvent } from './fault-text.ts';
import { attemptRecord, jobRecord } from './job-record.ts';
import { leadChangeRecord, leadRecord } from './lead-record.ts';
import { namedSecretRecord } from './named-secret-record.ts';
import { count, headers, list, oneOf, record, text, time, type Visibility, within } from './record.ts';
import { eventTimeline, stepRecord } from './timeline.ts';

export const credential = oneOf(CREDENTIALS);

type Visible = Uint8Array | null;

/** Bytes as text, and as base64, which preserves every byte; `null` unless personal data is shown. */
function shown(bytes: Visible, { reveal }: Visibility, as: 'utf8' | 'base64'): string | null {
  return reveal && bytes !== null ? Buffer.from(bytes).toString(as) : null;
}

const eventRecord = record<EventTrail, Visibility>()(
  {
    ...within(eventSummaryRecord, ({ event }: EventTrail) => event),
    identidade: text.of(
      ({ event }, { reveal }) => (reveal ? event.identity : eventSummaryRecord.write(event).identidade),
      'Email addresses and phone numbers are masked in lists.',
    ),
    ...faultFields<EventTrail>(faultOfEvent),
    credencial: credential.of(({ event }) => event.credential),
    segredo: text.nullable.of(
      ({ event }) => event.secret,
      'Fingerprint of the secret that verified it; null: none, or the token is read-only.',
    ),
    segredo_nomeado: namedSecretRecord.nullable.of('namedSecret', 'The sender secret that verified it; null: none.'),
    requisicao_id: text.of(({ event }) => event.requestId),
    ip: text.of(({ event }) => event.remoteAddress),
    cabecalhos: headers.of(({ event }) => event.headers),
    ultimo_reenvio_em: time.nullable.of(({ event }) => event.lastResendAt),
    corpo: text.nullable.of(
      ({ event }, visibility) => shown(event.body, visibility, 'utf8'),
      'The body as text; null unless personal data is requested.',
    ),
    corpo_base64: text.nullable.of(({ event }, visibility) => shown(event.body, visibility, 'base64'), 'The exact bytes of the body.'),
    corpo_bytes: count.of(({ event }) => event.body.byteLength),
    corpo_apagado_em: time.nullable.of(
      ({ event }) => event.bodyDeletedAt,
      'When the body, headers and address were too old to be kept and were deleted; null: they are stored.',
    ),
    conflito_base64: text.nullable.of(
      ({ event }, visibility) => shown(event.conflictBody, visibility, 'base64'),
      'The newest resend with a different body.',
    ),
    lote_base64: text.nullable.of(
      ({ event }, visibility) => shown(event.batchBody, visibility, 'base64'),
      'The whole request, if it contained several events.',
    ),
  },
  'Event',
  'A received event with all stored data.',
);

export const eventTrailRecord = record<EventTrail, Visibility>()(
  {
    evento: eventRecord.of((trail) => trail),
    jobs: list(jobRecord).of('jobs'),
    tentativas: list(attemptRecord).of('attempts'),
    caminho: list(stepRecord).of(eventTimeline, 'The steps in chronological order; pending steps are last.'),
    lead: leadRecord.nullable.of('lead'),
    conversoes: list(conversionRecord).of('conversions'),
    mudancas: leadChangeRecord.nullable.of('changes', 'Changes to an existing lead.'),
  },
  'EventTrail',
  'The history of an event: its jobs, attempts, lead and conversions.',
);

export const leadDetailRecord = record<LeadDetail, Visibility>()(
  {
    lead: leadRecord.of('lead'),
    conversoes: list(conversionRecord).of('conversions'),
    eventos: list(eventSummaryRecord).of('events', 'Newest first, at most 500.'),
    mudancas: list(leadChangeRecord).of('changes', 'Newest first, at most 500.'),
  },
  'LeadDetail',
  'A lead with its conversions, events and changes.',
);

/** One conversion with the history of its jobs. */
export const conversionTrailRecord = record<ConversionTrail>()({
  conversao: conversionViewRecord.of('conversion'),
  jobs: list(jobRecord).of('jobs'),
  tentativas: list(attemptRecord).of('attempts'),
});
