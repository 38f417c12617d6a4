import { z } from 'zod';
import { count, isoTime, nullableText, origin, orMore } from './parts.ts';
import { accountSchema, formCheckSchema } from './platforms.ts';

const settingSchema = z.strictObject({ nome: z.string().describe('Name of the setting.'), definido: z.boolean() });

const sourceSchema = z
  .strictObject({
    origem: origin,
    url: z.string().describe('Where its events are posted, by the host that this request asked.'),
    configurada: z.boolean().describe('False: it answers 503 until its secret is set.'),
    segredo: settingSchema,
    segredo_anterior: settingSchema,
    rotacao: z
      .enum(['nenhuma', 'em_uso', 'concluida'])
      .describe('`em_uso`: senders still use the previous secret; `concluida`: none of the newest events does, it may be removed.'),
    segredo_anterior_usado_em: isoTime.nullable(),
    token_verificacao: settingSchema.nullable(),
    aceita_sem_assinatura: z.boolean(),
    ultimo_evento_em: isoTime.nullable(),
    ultima_credencial: nullableText,
    silencio_ms: count.nullable(),
    silencio: z
      .strictObject({ situacao: z.enum(['usual', 'incomum', 'desconhecido']), maior_usual_ms: count.nullable() })
      .describe(
        '`incomum`: longer than `maior_usual_ms`, the longest silence at the same time of day in the four weeks before, by more than three ' +
          'times that (and two hours), until the source sends again. `desconhecido`: too few events or days. What was fetched or imported here does not break a silence.',
      ),
    recebidos_24h: count,
    recebidos_24h_ou_mais: orMore,
    recusadas: count.describe('Refused requests of this source that are kept.'),
    contas: z.array(accountSchema).describe('What of the platform is connected; none of the own form.'),
    formularios: z.array(formCheckSchema).describe('The last comparison of each form with the platform.'),
  })
  .meta({
    id: 'Source',
    description: 'A source of events: whether it is set up, alive, and done with its rotation of secrets. Never a secret.',
  });

export const sourcesSchema = z.strictObject({
  em: isoTime,
  fontes: z.array(sourceSchema),
  comparacao_horas: count.describe('How often leads are compared with the platform; 0: never.'),
});
