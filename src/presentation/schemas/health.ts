/** What the first page of the admin answers as JSON. */
import { z } from 'zod';
import { PLATFORMS } from '../../domain/conversion.ts';
import { FIRST_STEPS } from '../../domain/first-steps.ts';
import { count, isoTime, nullableText, origin, orMore, rowId } from './parts.ts';
import { accountNameFields } from './platforms.ts';
import { refusedCountSchema } from './refused.ts';

/** The figures of a finding, by its code. */
const FIGURES = {
  sem_worker: z.strictObject({ pendente: count }),
  fila_pausada: z.strictObject({ pausada_em: isoTime, pendente: count }),
  espera_longa: z.strictObject({ mais_antigo_ms: z.number() }),
  jobs_falharam: z.strictObject({ falhou: count, erro_codigo: nullableText, finalizado_em: isoTime.nullable() }),
  jobs_estacionados: z.strictObject({ estacionado: count }),
  requisicoes_recusadas: z.strictObject({
    causas: z.array(refusedCountSchema).describe('Of those that were not replayed, without what came without any signature.'),
  }),
  credencial_de_fonte_recusada: refusedCountSchema,
  reenvio_de_outro_tipo: z.strictObject({
    eventos: count,
    ou_mais: orMore,
    evento_id: rowId.describe('The newest of them.'),
    event_type: z.string(),
    tipo_conflito: z.string().describe('What the resend named instead.'),
    em: isoTime,
  }),
  fonte_nao_configurada: z.strictObject({ origem: origin, ultimo_evento_em: isoTime.nullable() }),
  fonte_silenciosa: z.strictObject({ origem: origin, ultimo_evento_em: isoTime, maior_pausa_ms: z.number().nullable() }),
  disco_quase_cheio: z.strictObject({ disco_livre_bytes: count, arquivo_bytes: count }),
  recepcao_recusada: z.strictObject({ em: isoTime, erro_codigo: z.string() }),
  log_danificado: z.strictObject({ ultima_gravacao_em: isoTime }),
  wal_grande: z.strictObject({ wal_bytes: count }),
  sem_backup: z.strictObject({ ultimo_backup_em: isoTime.nullable() }),
  sem_assinatura_permitida: z.strictObject({}),
  credencial_recusada: z.strictObject({ ...accountNameFields, desde: isoTime, erro_codigo: nullableText }),
  credencial_expira: z.strictObject({ ...accountNameFields, expira_em: isoTime }),
  conta_sem_resposta: z.strictObject({ ...accountNameFields, desde: isoTime }),
  conta_pausada: z.strictObject({ ...accountNameFields, pausada_ate: isoTime }),
  leads_faltavam: z.strictObject({ faltavam: count, formularios: count, comparado_em: isoTime }),
  comparacao_falhou: z.strictObject({ formularios: count, erro_codigo: z.string(), comparado_em: isoTime }),
  comparacao_atrasada: z.strictObject({ comparado_em: isoTime, intervalo_horas: count }),
  conversoes_sem_worker: z.strictObject({ esperando_desde: isoTime.nullable(), pendente: count }),
  conversoes_rejeitadas: z.strictObject({ total: count, ou_mais: orMore }),
  conversoes_retidas: z.strictObject({ total: count, ou_mais: orMore }),
  conversoes_sem_conta: z.strictObject({
    total: count,
    clientes: z.array(z.string()).describe('Ids of the clients whose conversions wait for an account.'),
  }),
  conversao_antiga: z.strictObject({ plataforma: z.enum(PLATFORMS), esperando_desde: isoTime }),
} as const;

const level = z
  .enum(['problema', 'atencao', 'nota'])
  .describe('problema: leads are not made, or will not be. atencao: it works, and probably is not meant so. nota: nothing is wrong.');

const findings = Object.entries(FIGURES).map(([code, figures]) =>
  z.strictObject({
    codigo: z.literal(code),
    nivel: level,
    dados: figures,
    endereco: z.string().describe('The page on which it is understood and mended.'),
  }),
);

export const healthSchema = z.strictObject({
  em: isoTime,
  situacao: z
    .enum(['ok', 'inicio', 'atencao', 'problema'])
    .describe('The worst of `achados`; notes do not count. `inicio`: nothing is wrong, and there is no lead yet.'),
  achados: z.array(z.union(findings)).describe('What is wrong, the worst first.'),
  primeiros_passos: z
    .array(z.strictObject({ passo: z.enum(FIRST_STEPS), feito: z.boolean().nullable().describe('Null: the program cannot see it.') }))
    .nullable()
    .describe('What is to be done until leads arrive; null once there is one.'),
  numeros: z.strictObject({
    pendente: count,
    mais_antigo_ms: z.number().nonnegative().nullable(),
    ultima_hora: z.strictObject({ concluido: count, falhou: count }),
    recebidos_24h: z.array(z.strictObject({ origem: origin, total: count, ou_mais: orMore })),
    recusadas_24h: count.describe('Requests refused in the last 24 hours and kept, replayed or not.'),
  }),
});
