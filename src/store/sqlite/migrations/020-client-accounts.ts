import type { Migration } from './migration.ts';

/**
 * Accounts at the platforms belong to clients: an account to one client, and a client has at most one at each platform that its conversions go to.
 * `conversoes_envio.conta` is the account that took the request. The partial index finds the conversions that wait for an account, by client.
 */
export const clientAccounts: Migration = {
  version: 20,
  name: 'client-accounts',
  summary: {
    en: 'lets each client have its own accounts at the platforms',
    pt: 'permite que cada cliente tenha as próprias contas nas plataformas',
  },
  sql: `
create table contas_cliente (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('page', 'dataset', 'ads_account')),
  conta text not null,
  cliente_id integer not null references clientes (id),
  credencial text not null check (credencial in ('banco', 'ambiente')),
  conta_login text,
  acoes text not null,
  conectada_em integer not null,
  primary key (plataforma, tipo, conta)
) strict, without rowid;
create unique index contas_cliente_conversoes on contas_cliente (cliente_id, plataforma) where tipo <> 'page';
create index contas_cliente_cliente on contas_cliente (cliente_id);

create table consentimento_cliente (
  cliente_id integer primary key references clientes (id),
  modo text not null check (modo in ('unless_denied', 'required')),
  chaves text not null
) strict;

alter table conversoes_envio add column conta text;

create index fila_jobs_sem_conta on fila_jobs (grupo)
  where estado = 'pendente' and disponivel_em is null and motivo_espera = 'client_not_connected';
`,
};
