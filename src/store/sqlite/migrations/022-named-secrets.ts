import type { Migration } from './migration.ts';

/**
 * `impressao` is the fingerprint that events and `segredos_usos` name a secret by. A removed secret keeps its row without `lacrado`: events came by it.
 * `cliente_limite`: the only client that what came by a secret may create leads for; it stays with the event whatever becomes of the secret.
 */
export const namedSecrets: Migration = {
  version: 22,
  name: 'named-secrets',
  summary: {
    en: 'makes room for secrets of sources that are limited to a client',
    pt: 'abre espaço para segredos de fontes limitados a um cliente',
  },
  sql: `
create table segredos_nomeados (
  id integer primary key,
  nome text not null,
  origem text not null,
  cliente_id integer,
  impressao text not null,
  lacrado blob,
  criado_em integer not null,
  removido_em integer,
  check ((lacrado is null) = (removido_em is not null))
) strict;
create unique index segredos_nomeados_nome on segredos_nomeados (nome) where removido_em is null;
create unique index segredos_nomeados_impressao on segredos_nomeados (origem, impressao) where removido_em is null;

alter table webhook_eventos add column cliente_limite integer;
alter table requisicoes_recusadas add column segredo text;
alter table requisicoes_recusadas add column cliente_limite integer;
`,
};
