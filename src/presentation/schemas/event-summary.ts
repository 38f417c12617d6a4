import { z } from 'zod';
import { EVENT_STATUSES } from '../../domain/webhook-event.ts';
import { count, faultSentences, isoTime, nullableText, origin, rowId } from './parts.ts';

export const eventSummarySchema = z
  .strictObject({
    evento_id: rowId,
    origem: origin,
    event_type: z.string(),
    identidade: z.string().describe('In lists an e-mail address or a phone number is masked.'),
    status: z.enum(EVENT_STATUSES),
    erro_codigo: nullableText,
    erro_mensagem: nullableText,
    erro_parametros: faultSentences,
    lead_id: rowId.nullable(),
    recebido_em: isoTime.describe('When it was stored.'),
    recusado_em: isoTime.nullable().describe('When its request first arrived and was refused; it was replayed later.'),
    processado_em: isoTime.nullable(),
    reenvios: count,
    conflitos: count,
    tipo_conflito: nullableText.describe('The type of the newest resend that named another one.'),
  })
  .meta({ id: 'EventSummary', description: 'A received event in short.' });
