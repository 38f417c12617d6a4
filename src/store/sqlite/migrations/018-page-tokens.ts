import type { Migration } from './migration.ts';

/** A page token is made with another token; `credencial` is the fingerprint of that one, without which it is not used. */
export const pageTokens: Migration = {
  version: 18,
  name: 'page-tokens',
  summary: {
    en: 'makes room for the page tokens that are made with the token of a system user',
    pt: 'abre espaço para os tokens de página obtidos com o token de um usuário do sistema',
  },
  sql: `
create table tokens_de_pagina (
  pagina text primary key,
  credencial text not null,
  lacrado blob not null
) strict, without rowid;
`,
};
