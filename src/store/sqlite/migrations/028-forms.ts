import type { Migration } from './migration.ts';

/** Own forms name no form, so their leads cost nothing in the index. */
export const forms: Migration = {
  version: 28,
  name: 'forms',
  summary: {
    en: 'makes room for the questions of lead forms and for what operators say about their answers',
    pt: 'abre espaço para as perguntas dos formulários e para o que os operadores dizem das respostas',
  },
  sql: `
create table formularios (
  origem text not null,
  formulario_id text not null,
  pagina_id text,
  nome text,
  perguntas text,
  mapa text not null default '{}',
  buscado_em integer,
  pedido_em integer,
  erro_codigo text,
  erro_mensagem text,
  a_preencher integer not null default 0 check (a_preencher in (0, 1)),
  primary key (origem, formulario_id)
) strict, without rowid;

create index leads_por_formulario on leads (origem, plataforma ->> '$.form_id') where origem <> 'formulario_proprio';
`,
};
