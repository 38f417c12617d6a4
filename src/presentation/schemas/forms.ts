import { z } from 'zod';
import { MAPPED_FIELDS } from '../../domain/answer-field.ts';
import { SAID_BY_WORDS } from '../form-json.ts';
import { count, faultSentences, isoTime, nullableText, origin, rowId } from './parts.ts';

const field = z.enum(MAPPED_FIELDS);

const formShape = {
  origem: origin,
  formulario_id: z.string(),
  nome: nullableText,
  pagina_id: nullableText,
  cliente_id: rowId.nullable().describe('Whose its newest lead is.'),
  cliente: nullableText,
  leads: count,
  sem_contato: count.describe('Leads with neither an e-mail address nor a phone number.'),
  perguntas: count.nullable().describe('How many questions the platform told; null: none yet.'),
  perguntas_em: isoTime.nullable(),
  pedido_em: isoTime.nullable().describe('When the platform was asked for them last.'),
  erro_codigo: nullableText.describe('Why it did not tell them then.'),
  erro_mensagem: nullableText,
  erro_parametros: faultSentences,
  mapa: z.array(z.strictObject({ chave: z.string(), campo: field })).describe('What operators say about its answers.'),
  mapeado_em: isoTime.nullable(),
  a_preencher: z.boolean().describe('A worker is still to read its stored leads again.'),
};

export const listedFormsSchema = z.strictObject({
  itens: z.array(
    z
      .strictObject({
        ...formShape,
        chaves_sem_leitura: z.array(z.string()).describe('Keys of its newest leads without contact that nobody says anything about.'),
      })
      .meta({ id: 'ListedForm', description: 'A lead form of a platform.' }),
  ),
});

export const formViewSchema = z
  .strictObject({
    ...formShape,
    chaves: z.array(
      z.strictObject({
        chave: z.string(),
        pergunta: nullableText,
        tipo: nullableText.describe('The platform’s own word for what the question asks for.'),
        campo: field.nullable().describe('What its answers are read as; null: nothing.'),
        dito_por: z.enum(SAID_BY_WORDS).nullable(),
        respondida: count.describe('Leads that answered it, of those that were looked at.'),
        exemplos: z.array(z.string()),
      }),
    ),
    leads_examinados: count,
  })
  .meta({ id: 'Form', description: 'A lead form with how its answers are read. Examples are masked unless they were asked for.' });

export const mappingPreviewSchema = z
  .strictObject({
    leads: count.describe('Leads that were looked at.'),
    mudam: count,
    ganhos: z.record(z.string(), count).describe('Field → leads that would gain it.'),
    sem_contato_antes: count,
    sem_contato_depois: count,
    inaproveitaveis: z
      .array(z.strictObject({ chave: z.string(), campo: field, leads: count }))
      .describe('Answers that cannot be what they are mapped to; they stay answers.'),
    exemplos: z.array(z.strictObject({ lead_id: rowId, ganha: z.array(z.strictObject({ campo: field, valor: z.string() })) })),
    completo: z.boolean().describe('False: there was no time for all leads.'),
  })
  .meta({ id: 'MappingPreview', description: 'What a mapping would do to the stored leads.' });

export const formFilledSchema = z
  .strictObject({
    alterado: z.boolean().describe('False: the mapping was like this already.'),
    leads: count.describe('Leads that were looked at.'),
    mudaram: count,
    completo: z.boolean().describe('False: there was no time for all leads; a worker goes on.'),
  })
  .meta({ id: 'FormFilled', description: 'What saving a mapping did to the stored leads.' });
