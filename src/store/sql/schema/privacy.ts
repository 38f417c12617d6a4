/**
 * What people consented to, people who were erased, and how long data is kept (`privacy/`).
 *
 * - `consentimentos`: each thing that a person agreed to, refused or withdrew, from an event or an operator. `finalidade` null: every
 *   purpose. `ocorrida_em`: when, as stated; `vale_desde`: the same, or when the event was submitted. `ip_pessoa`: as stated; `ip`: the one that
 *   sent the event, also after the event's own is blanked.
 * - `apagamentos`: one row for each erasure. `procurado`: what is being erased (`sealedSought`); null once nothing of it is left. `locais`: what was
 *   changed in each place, as JSON. `plataformas`: how many conversions each platform has received, or may have, as JSON. `por_prazo`: no person was erased, but leads without activity became anonymous (`delete-expired.ts`).
 * - `apagados`: keyed fingerprints (HMAC-SHA256) of what identified the person. `evento_id`: the event that had this identity.
 * - `apagamento_chaves`: the keys of the fingerprints, of which each erasure has one (`chave`). A restored backup may bring a second one.
 * - `retencao_cliente`: the limits of clients, in days; null: as in the settings, 0: kept. `retencao_totais`: rows that were ever deleted.
 */
export const privacyTables = `
create table consentimentos (
  id integer primary key autoincrement,
  lead_id integer not null,
  evento_id integer,
  finalidade text, -- personal: a sender may put anything there
  decisao text not null check (decisao in ('concedido', 'negado', 'retirado')),
  ocorrida_em integer,
  vale_desde integer not null,
  texto text, -- personal
  ip_pessoa text, -- personal
  ip text, -- personal
  formulario_id text,
  registrado_em integer not null,
  registrado_por text,
  motivo text, -- personal
  check ((evento_id is null) = (registrado_por is not null))
) strict;
create index consentimentos_lead on consentimentos (lead_id, evento_id);
create index consentimentos_retirados on consentimentos (vale_desde) where decisao = 'retirado';
-- The one change: what could name a person who is erased is blanked in their own rows, and replaced by *** in those of others.
create trigger consentimentos_sem_update before update on consentimentos
when (new.id, new.lead_id, new.evento_id, new.decisao, new.ocorrida_em, new.vale_desde, new.formulario_id, new.registrado_em, new.registrado_por)
    is not (old.id, old.lead_id, old.evento_id, old.decisao, old.ocorrida_em, old.vale_desde, old.formulario_id, old.registrado_em, old.registrado_por)
  or (new.finalidade is not 'apagada:' || new.id or coalesce(new.texto, new.ip_pessoa, new.ip, new.motivo) is not null) and (
    instr(concat(new.finalidade, new.texto, new.motivo), '***') = 0
    or length(replace(concat(new.finalidade, new.texto, new.motivo), '***', ''))
      >= length(replace(concat(old.finalidade, old.texto, old.motivo), '***', '')))
begin
  select raise(abort, 'consentimentos is append-only');
end;
create trigger consentimentos_sem_delete before delete on consentimentos
begin
  select raise(abort, 'consentimentos is append-only');
end;

create table apagamentos (
  id integer primary key autoincrement,
  em integer not null,
  quem text not null,
  cliente_id integer,
  chave blob not null,
  concluido_em integer,
  procurado text,
  leads integer not null default 0,
  eventos integer not null default 0,
  locais text not null default '{}',
  plataformas text not null default '{}',
  por_prazo integer not null default 0 check (por_prazo in (0, 1)),
  check (procurado is null or concluido_em is null)
) strict;

create table apagados (
  impressao blob,
  apagamento_id integer,
  evento_id integer,
  primary key (impressao, apagamento_id)
) strict, without rowid;
create index apagados_apagamento on apagados (apagamento_id);

create table apagamento_chaves (
  chave blob primary key
) strict, without rowid;

create table retencao_cliente (
  cliente_id integer primary key references clientes (id),
  corpos_dias integer,
  leads_dias integer
) strict;

create table retencao_totais (
  tipo text primary key,
  total integer not null
) strict, without rowid;
`;
