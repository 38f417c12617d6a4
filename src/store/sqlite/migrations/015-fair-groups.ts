import type { Migration } from './migration.ts';

/** Jobs that wait are found by the group they belong to, so that a long backlog of one does not delay the others. */
export const fairGroups: Migration = {
  version: 15,
  name: 'fair-groups',
  summary: {
    en: 'lets sources and campaigns take turns when many jobs wait',
    pt: 'alterna origens e campanhas quando há muitos jobs esperando',
  },
  sql: `
alter table fila_jobs add column grupo integer not null default 0;
create index fila_jobs_grupos on fila_jobs (fila, grupo, disponivel_em, id) where estado = 'pendente' and disponivel_em is not null`,
};
