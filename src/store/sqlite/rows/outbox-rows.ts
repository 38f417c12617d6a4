/** Of the platform that is the next parameter: conversions up to here were queued, or did not have to be. */
export const OUTBOX_CURSOR = 'ifnull((select ate from conversoes_enfileiradas where plataforma = ?), 0)';

/** Of a conversion `c`. */
export const HAS_NO_LIVE_JOB = `not exists (
  select 1 from fila_jobs j where j.conversao_id = c.id and j.finalizado_em is null and j.conversao_id is not null)`;
