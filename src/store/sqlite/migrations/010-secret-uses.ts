import type { Migration } from './migration.ts';

/**
 * Secrets are named by their fingerprint. `segredos_atuais` has a row for each time that another secret became the current one of a source;
 * `segredos_usos` has one for each sender that used a secret, kept by `tally.ts` in the commit that stores its events.
 */
export const secretUses: Migration = {
  version: 10,
  name: 'secret-uses',
  summary: {
    en: 'keeps which secret verified each event, since when each is current, and who used it',
    pt: 'guarda qual segredo verificou cada evento, desde quando cada um é o atual e quem o usou',
  },
  sql: `
alter table webhook_eventos add column segredo text;

create table segredos_atuais (
  id integer primary key,
  origem text not null,
  segredo text not null,
  desde integer not null
) strict;
create index segredos_atuais_origem on segredos_atuais (origem, id);

create table segredos_usos (
  origem text not null,
  segredo text not null,
  tipo text not null,
  remetente text not null,
  ip text not null,
  visto_em integer not null,
  primary key (origem, segredo, tipo, remetente)
) strict, without rowid;
`,
};
