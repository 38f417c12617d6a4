/** What the list of events and bulk changes of them answer. */
import { z } from 'zod';
import { eventSummarySchema } from './event-summary.ts';
import { count, faultSentences, isoTime, nullableText, orMore, pageOf, rowId } from './parts.ts';

const contactSchema = z.strictObject({
  lead_id: rowId,
  nome: nullableText,
  email: nullableText,
  telefone: nullableText,
  cliente: z.string(),
});

const listedEventSchema = eventSummarySchema
  .extend({ lead: contactSchema.nullable().describe('Whom it belongs to, masked; null while it has no lead.') })
  .meta({ id: 'ListedEvent', description: 'A received event with whom it belongs to.' });

const unsearched = count.describe('Events that the search does not find yet, because its index is behind; 0 without `busca`.');

export const eventPageSchema = pageOf(listedEventSchema).extend({
  fora_da_busca: unsearched,
  recusadas: count.describe('Refused requests that the search finds as well; 0 without `busca`. A stream does not tell it.').optional(),
});

const problemGroupSchema = z.strictObject({
  erro_codigo: z.string(),
  erro_alvo: nullableText.describe('What the errors of the group name; `-`: nothing; null: more things than are told apart.'),
  estacionado: z.boolean(),
  total: count,
  ou_mais: orMore,
  mais_recente: z.strictObject({ evento_id: rowId, em: isoTime, erro_mensagem: nullableText, erro_parametros: faultSentences }),
});

export const problemGroupsSchema = z.strictObject({ grupos: z.array(problemGroupSchema) });

/** What a bulk change would touch. */
export const bulkTotalSchema = z.strictObject({
  repetir: count.describe('Events that would run again.'),
  esquecer: count.describe('Events whose job would be deleted.'),
  ou_mais: orMore,
  fora_da_busca: unsearched,
});

/** What a bulk change touched. */
export const bulkDoneSchema = z.strictObject({ total: count });
