/** What the addresses of failed and parked jobs answer. */
import { z } from 'zod';
import { jobSchema } from './jobs.ts';
import { count, nullableText, origin, pageOf } from './parts.ts';

const failedJobSchema = jobSchema
  .extend({ origem: origin, event_type: z.string() })
  .meta({ id: 'FailedJob', description: 'A failed or parked job with what its event is.' });

export const failedJobPageSchema = pageOf(failedJobSchema);

export const failureGroupsSchema = z.strictObject({
  grupos: z.array(
    z.strictObject({
      erro_codigo: nullableText.describe('Null: all other jobs.'),
      erro_alvo: nullableText.describe('What the errors of the group name; `-`: nothing.'),
      estacionado: z.boolean(),
      total: count,
      mais_recente: failedJobSchema.nullable(),
    }),
  ),
});

export const jobTotalSchema = z.strictObject({ total: count });
