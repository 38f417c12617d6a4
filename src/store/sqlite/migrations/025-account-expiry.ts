import type { Migration } from './migration.ts';

/** When the credential of an account ends, as the platform said last; null: never, or nobody knows. */
export const accountExpiry: Migration = {
  version: 25,
  name: 'account-expiry',
  summary: {
    en: 'keeps when the token of an account ends',
    pt: 'guarda quando o token de uma conta termina',
  },
  sql: 'alter table contas_plataforma add column expira_em integer',
};
