import type { Migration } from './migration.ts';

/** While a platform does not answer for an account, one job at a time asks it; all processes and restarts know since when. */
export const awayAccounts: Migration = {
  version: 27,
  name: 'away-accounts',
  summary: {
    en: 'keeps since when a platform does not answer for an account',
    pt: 'guarda desde quando uma plataforma não responde por uma conta',
  },
  sql: 'alter table contas_plataforma add column fora_desde integer;',
};
