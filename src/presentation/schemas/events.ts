/** The JSON of received events, as `presentation/json.ts` makes it. */
import { z } from 'zod';
import { ORIGINS } from '../../domain/origin.ts';
import { EVENT_STATUSES } from '../../domain/webhook-event.ts';

const moment = z.iso.datetime();

/** An event as lists show it. */
const eventSummary = {
  evento_id: z.string(),
  origem: z.enum(ORIGINS),
  event_type: z.string(),
  identidade: z.string().describe('Masked when it is an e-mail address or a phone number.'),
  status: z.enum(EVENT_STATUSES),
  erro_codigo: z.string().nullable(),
  erro_mensagem: z.string().nullable(),
  lead_id: z.string().nullable(),
  recebido_em: moment,
  processado_em: moment.nullable(),
  reenvios: z.int(),
  conflitos: z.int(),
} as const;

const contact = z.strictObject({
  lead_id: z.string(),
  nome: z.string().nullable(),
  email: z.string().nullable(),
  telefone: z.string().nullable(),
  cliente: z.string(),
});

const listedEvent = z.strictObject({
  ...eventSummary,
  lead: contact.nullable().describe('Whom it belongs to, masked; null while it has no lead.'),
});

export const eventPageSchema = z.strictObject({
  itens: z.array(listedEvent),
  proximo: z.string().nullable().describe('Goes back as `antes`; null on the last page.'),
});

const problemGroup = z.strictObject({
  erro_codigo: z.string(),
  estacionado: z.boolean(),
  total: z.int(),
  ao_menos: z.boolean().describe('True: there are more than were counted.'),
  mais_recente: z.strictObject({ evento_id: z.string(), em: moment, erro_mensagem: z.string().nullable() }),
});

export const problemGroupsSchema = z.strictObject({ grupos: z.array(problemGroup) });

/** What a bulk change would touch. */
export const bulkTotalSchema = z.strictObject({
  repetir: z.int().describe('Events that would run again.'),
  esquecer: z.int().describe('Events whose job would be deleted.'),
  ao_menos: z.boolean().describe('True: there are more than were counted.'),
});

/** What a bulk change touched. */
export const bulkDoneSchema = z.strictObject({ total: z.int() });
