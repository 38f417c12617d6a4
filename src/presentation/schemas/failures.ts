/** The JSON of failed and parked jobs, as `presentation/json.ts` makes it. */
import { z } from 'zod';
import { ORIGINS } from '../../domain/origin.ts';

const moment = z.iso.datetime();

const failedJob = z.strictObject({
  job_id: z.string(),
  fila: z.string(),
  tipo: z.string(),
  evento_id: z.string(),
  estado: z.enum(['pendente', 'processando', 'concluido', 'falhou']),
  tentativas: z.int(),
  disponivel_em: moment.nullable(),
  motivo_espera: z.string().nullable(),
  reservado_por: z.string().nullable(),
  reservado_ate: moment.nullable(),
  criado_em: moment,
  iniciado_em: moment.nullable(),
  finalizado_em: moment.nullable(),
  erro_codigo: z.string().nullable(),
  erro_mensagem: z.string().nullable(),
  origem: z.enum(ORIGINS),
  event_type: z.string(),
});

export const failedJobPageSchema = z.strictObject({ itens: z.array(failedJob), proximo: z.string().nullable() });

export const failureGroupsSchema = z.strictObject({
  grupos: z.array(
    z.strictObject({
      erro_codigo: z.string().nullable().describe('Null: the jobs of all older codes.'),
      estacionado: z.boolean(),
      total: z.int(),
      mais_recente: failedJob.nullable(),
    }),
  ),
});

export const jobTotalSchema = z.strictObject({ total: z.int() });

export const jobsChangedSchema = z.strictObject({ jobs: z.array(z.string()), total: z.int() });
