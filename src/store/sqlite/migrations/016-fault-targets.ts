import type { Migration } from './migration.ts';

/** Failures are told apart by what their error names: `''` names nothing. The indexes find the targets of a code by one jump each. */
export const faultTargets: Migration = {
  version: 16,
  name: 'fault-targets',
  summary: { en: 'keeps what each error names', pt: 'guarda o que cada erro cita' },
  sql: `
alter table fila_jobs add column erro_alvo text not null default '';
alter table webhook_eventos add column erro_alvo text not null default '';
create index fila_jobs_falhas_alvo on fila_jobs (erro_codigo, erro_alvo, id) where estado = 'falhou' and substituido = 0;
create index webhook_eventos_erro_alvo on webhook_eventos (erro_codigo, erro_alvo, id) where erro_codigo is not null;
`,
};
