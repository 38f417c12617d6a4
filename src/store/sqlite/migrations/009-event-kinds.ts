import type { Migration } from './migration.ts';

const TYPE = "lower(replace(replace(replace(replace(event_type, '_', ''), '-', ''), '.', ''), ' ', ''))";

/** Of the types the program knew by itself when this step was written; all others were told apart by their identity alone. */
const KIND = `
  case
    when origem = 'formulario_proprio' then 'lead'
    when ${TYPE} = 'leadupdated' then 'atualizacao'
    when ${TYPE} in ('conversion', 'conversao', 'offlineconversion', 'leadqualified', 'sale', 'venda') then 'conversao'
    else 'lead'
  end`;

const COLUMNS = `
  id, origem, event_type, identidade, status, corpo, lote_id, cabecalhos, ip, requisicao_id, credencial, erro_codigo, erro_mensagem, lead_id,
  recebido_em, processado_em, reenvios, ultimo_reenvio_em, conflitos, corpo_conflito, recusado_em`;

/**
 * The kind of an event is part of its identity: a sender numbers its leads and its sales apart. SQLite changes a `unique` of a table only by
 * building the table anew. `tipo_conflito`: the type of the newest resend that named another one than the event, and when.
 */
export const eventKinds: Migration = {
  version: 9,
  name: 'event-kinds',
  summary: {
    en: 'tells leads, updates and conversions with the same id apart',
    pt: 'separa leads, atualizações e conversões com o mesmo id',
  },
  rebuildsTables: true,
  sql: `
create table webhook_eventos_novos (
  id integer primary key autoincrement,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  event_type text not null,
  identidade text not null,
  especie text not null default 'lead' check (especie in ('lead', 'atualizacao', 'conversao', 'outro')),
  status text not null default 'recebido' check (status in ('recebido', 'processado', 'erro')),
  corpo blob not null,
  lote_id integer references webhook_lotes (id),
  cabecalhos text not null,
  ip text not null,
  requisicao_id text not null,
  credencial text not null,
  erro_codigo text,
  erro_mensagem text,
  lead_id integer,
  recebido_em integer not null,
  processado_em integer,
  reenvios integer not null default 0,
  ultimo_reenvio_em integer,
  conflitos integer not null default 0,
  corpo_conflito blob,
  recusado_em integer,
  tipo_conflito text,
  tipo_conflito_em integer,
  unique (origem, identidade, especie)
) strict;
insert into webhook_eventos_novos (${COLUMNS}, especie)
  select ${COLUMNS}, ${KIND} from webhook_eventos order by id;
delete from sqlite_sequence where name = 'webhook_eventos_novos';
insert into sqlite_sequence (name, seq) select 'webhook_eventos_novos', seq from sqlite_sequence where name = 'webhook_eventos';
drop table webhook_eventos;
alter table webhook_eventos_novos rename to webhook_eventos;
create index webhook_eventos_erro on webhook_eventos (erro_codigo, id) where erro_codigo is not null;
create index webhook_eventos_lead on webhook_eventos (lead_id) where lead_id is not null;
create index webhook_eventos_recebido on webhook_eventos (recebido_em);
create index webhook_eventos_origem on webhook_eventos (origem, status, id);
create index webhook_eventos_tipo on webhook_eventos (event_type, status, id);
create index webhook_eventos_tipo_conflito on webhook_eventos (tipo_conflito_em) where tipo_conflito_em is not null;
`,
};
