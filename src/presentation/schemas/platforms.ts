import { z } from 'zod';
import { PLATFORMS } from '../../domain/conversion.ts';
import { ACCOUNT_KINDS } from '../../domain/platform-account.ts';
import { ACCOUNT_STATE_WORDS } from '../platform-json.ts';
import { count, faultSentences, isoTime, nullableText } from './parts.ts';

export const accountNameFields = {
  plataforma: z.enum(PLATFORMS),
  tipo: z.enum(ACCOUNT_KINDS).describe('`page`: leads are fetched with it; `dataset`, `ads_account`: conversions are sent to it.'),
  conta: z.string().describe('The id that the platform gave it; `*`: every page without a credential of its own.'),
} as const;

export const accountSchema = z
  .strictObject({
    ...accountNameFields,
    cliente_id: nullableText.describe('The client it belongs to; `all`: every client without an account of its own; null: no client.'),
    estado: z
      .enum(Object.values(ACCOUNT_STATE_WORDS) as [string, ...string[]])
      .describe(
        '`sem_uso`: nothing was asked of it yet. `pausada`: the platform throttles it. `sem_resposta`: the platform does not answer; it is asked again by one job at a time. `recusada`: the platform refuses the credential. `desconectada`: it has none any more.',
      ),
    credencial: z
      .strictObject({
        ambiente: nullableText.describe('The setting that holds it.'),
        guardada_em: isoTime.nullable().describe('When the one in the database was saved.'),
      })
      .describe('Where the credential comes from; never the credential.'),
    pausada_ate: isoTime.nullable(),
    recusada_desde: isoTime.nullable(),
    sem_resposta_desde: isoTime.nullable(),
    erro_codigo: nullableText,
    erro_mensagem: nullableText,
    erro_parametros: faultSentences,
    usada_em: isoTime.nullable(),
    expira_em: isoTime.nullable().describe('When its credential ends; null: never, or nobody knows.'),
  })
  .meta({ id: 'PlatformAccount', description: 'An account at a platform, and how it went with it.' });

export const formCheckSchema = z
  .strictObject({
    formulario_id: z.string(),
    pagina_id: nullableText,
    comparado_em: isoTime,
    guardado_ate: isoTime.describe('Everything the platform had up to here is stored.'),
    encontrados: count.describe('Leads the platform had.'),
    faltavam: count.describe('Those of them that were missing here. They have been stored by then.'),
    recuperados: count.describe(
      'Leads that were here without their answers, because their event had failed or waited, and ran again with them.',
    ),
    erro_codigo: nullableText,
    erro_mensagem: nullableText,
    erro_parametros: faultSentences,
  })
  .meta({ id: 'FormCheck', description: 'The last comparison of a form with its platform.' });
