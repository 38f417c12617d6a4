/** What the first page of the admin answers as JSON. */
import { z } from 'zod';
import { ORIGINS } from '../../domain/origin.ts';

const moment = z.iso.datetime().describe('ISO 8601, UTC');
const count = z.number().int().nonnegative();
const origin = z.enum(ORIGINS);

/** The figures of a finding, by its code. */
const FIGURES = {
  sem_worker: z.strictObject({ pendente: count }),
  fila_pausada: z.strictObject({ pausada_em: moment, pendente: count }),
  espera_longa: z.strictObject({ mais_antigo_ms: z.number() }),
  jobs_falharam: z.strictObject({ falhou: count, erro_codigo: z.string().nullable(), finalizado_em: moment.nullable() }),
  jobs_estacionados: z.strictObject({ estacionado: count }),
  requisicoes_recusadas: z.strictObject({
    causas: z.array(z.strictObject({ origem: origin, codigo: z.string(), total: count, mais_recente_em: moment })),
  }),
  fonte_nao_configurada: z.strictObject({ origem: origin, recebido_em: moment.nullable() }),
  fonte_silenciosa: z.strictObject({ origem: origin, recebido_em: moment, maior_pausa_ms: z.number().nullable() }),
  disco_quase_cheio: z.strictObject({ disco_livre_bytes: count, arquivo_bytes: count }),
  wal_grande: z.strictObject({ wal_bytes: count }),
  sem_backup: z.strictObject({ ultimo_backup_em: moment.nullable() }),
  sem_assinatura_permitida: z.strictObject({}),
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

/** GET /admin */
export const healthAnswer = z.strictObject({
  em: moment,
  situacao: z.enum(['ok', 'atencao', 'problema']).describe('The worst of `achados`; notes do not count.'),
  achados: z.array(z.union(findings)).describe('What is wrong, the worst first.'),
  numeros: z.strictObject({
    pendente: count,
    mais_antigo_ms: z.number().nonnegative().nullable(),
    ultima_hora: z.strictObject({ concluido: count, falhou: count }),
    recebidos_24h: z.array(z.strictObject({ origem: origin, total: count, ou_mais: z.boolean() })),
  }),
});
