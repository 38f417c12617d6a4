import type { Migration } from './migration.ts';

/** A comparison also counts leads whose events were here in trouble and got their answers by it. */
export const healedLeads: Migration = {
  version: 23,
  name: 'healed-leads',
  summary: {
    en: 'counts the leads that a comparison heals',
    pt: 'conta os leads que uma conferência recupera',
  },
  sql: 'alter table formularios_conferidos add column recuperados integer not null default 0;',
};
