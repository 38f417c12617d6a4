import type { Migration } from './migration.ts';

/** Since when a job meets faults of its platform (null: it does not), and how often it was tried in vain since then. */
export const platformFaults: Migration = {
  version: 21,
  name: 'platform-faults',
  summary: {
    en: 'keeps since when a platform does not answer for a job',
    pt: 'guarda desde quando uma plataforma não responde por um job',
  },
  sql: `
alter table fila_jobs add column plataforma_desde integer;
alter table fila_jobs add column plataforma_falhas integer not null default 0;
`,
};
