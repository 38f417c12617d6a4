import type { Migration } from './migration.ts';

/** When the request of an event first arrived and was refused; `recebido_em` is when its replay was stored, so ids follow it. */
export const firstRefusal: Migration = {
  version: 7,
  name: 'first-refusal',
  summary: {
    en: 'keeps when a replayed request was first refused',
    pt: 'guarda quando uma requisição reaproveitada foi recusada pela primeira vez',
  },
  sql: 'alter table webhook_eventos add column recusado_em integer',
};
