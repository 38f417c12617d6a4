import type { Migration } from './migration.ts';

/** A platform that puts a conversion off (its click is too recent) is asked again for a limited time, which restarts must not prolong. */
export const deferredConversions: Migration = {
  version: 19,
  name: 'deferred-conversions',
  summary: {
    en: 'keeps since when a platform puts a conversion off',
    pt: 'guarda desde quando uma plataforma adia uma conversão',
  },
  sql: 'alter table conversoes_envio add column adiada_desde integer;',
};
