import { z } from 'zod';
import { ROTATION_STATES, SENDER_KINDS } from '../../domain/secret-rotation.ts';
import { count, isoTime, nullableText, origin, orMore } from './parts.ts';
import { accountSchema, formCheckSchema } from './platforms.ts';

const settingSchema = z.strictObject({ nome: z.string().describe('Name of the setting.'), definido: z.boolean() });

const secretSchema = settingSchema.extend({
  impressao_digital: nullableText.describe('Names the secret without saying it; null: not set, or a reader asks.'),
});

const rotationShape = {
  rotacao: z
    .enum(ROTATION_STATES)
    .describe(
      '`em_uso`: the previous secret was used in the last 7 days, or the current one has not been used yet. `a_conferir`: neither, but some senders ' +
        'that used the previous one have not used the current one. `concluida`: the previous one can be removed.',
    ),
  segredo_atual_desde: isoTime
    .nullable()
    .describe('Since when the current secret is the current one; null: no `serve` has started with it.'),
  segredo_atual_usado_em: isoTime.nullable(),
  segredo_anterior_usado_em: isoTime.nullable(),
  segredo_anterior_sem_uso_suficiente_em: isoTime.nullable().describe('When the previous secret will have been unused for 7 days.'),
  remetentes_segredo_anterior: z
    .array(
      z.strictObject({
        tipo: z.enum(SENDER_KINDS),
        remetente: z.string(),
        ip: z.string(),
        visto_em: isoTime,
        com_segredo_atual_em: isoTime
          .nullable()
          .describe('When it last used the current secret; null: not yet. Before `visto_em`: it has used the previous one again.'),
      }),
    )
    .describe('Who used the previous secret; first those that have not used the current one since.'),
};

const sourceSchema = z
  .strictObject({
    origem: origin,
    url: z.string().describe('Where its events are posted, by the host that this request asked.'),
    configurada: z.boolean().describe('False: it answers 503 until it has a secret.'),
    segredos_nomeados: count.describe('Valid secrets of single senders, beside those of the settings.'),
    segredo: secretSchema,
    segredo_anterior: secretSchema,
    ...rotationShape,
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
    recusadas_abertas: count.describe('Those of them that were not replayed, without what came without any signature.'),
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
