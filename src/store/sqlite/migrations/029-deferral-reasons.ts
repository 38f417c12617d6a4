import type { Migration } from './migration.ts';

/** Only deferrals for the same reason, without a long time between them, count together. */
export const deferralReasons: Migration = {
  version: 29,
  name: 'deferral-reasons',
  summary: {
    en: 'keeps why and when a platform last put a conversion off',
    pt: 'guarda por que e quando uma plataforma adiou uma conversão pela última vez',
  },
  sql: `
alter table conversoes_envio add column adiada_em integer;
alter table conversoes_envio add column adiada_motivo text;`,
};
