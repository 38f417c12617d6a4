import type { Migration } from './migration.ts';

/** `chave` is the SHA-256 of what the cookie holds, `credencial` a fingerprint of the token that was given at the login. */
export const sessions: Migration = {
  version: 12,
  name: 'sessions',
  summary: {
    en: 'makes room for sessions of the web, so that a restart logs nobody out',
    pt: 'abre espaço para as sessões da web, para que reiniciar não desconecte ninguém',
  },
  sql: `
create table sessoes (
  chave text primary key,
  papel text not null check (papel in ('operador', 'leitor')),
  credencial text not null,
  endereco text not null,
  navegador text not null,
  criada_em integer not null,
  usada_em integer not null
) strict, without rowid;
`,
};
