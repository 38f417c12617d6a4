import type { FormFields, FormLead, FormName, FormSummary } from '../../../domain/form-fields.ts';
import { Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { allOfThem, fault, flag, idOrNull, json, oneOrNull, reading, rowId, type StoredFields } from '../rows/fields.ts';
import { toLead } from '../rows/lead-rows.ts';

export const FORM: StoredFields<FormFields> = {
  origin: 'origem',
  formId: 'formulario_id',
  pageId: 'pagina_id',
  name: 'nome',
  questions: json('perguntas'),
  mapping: json('mapa'),
  mappedAt: 'mapeado_em',
  fetchedAt: 'buscado_em',
  askedAt: 'pedido_em',
  fault,
  isToFill: flag('a_preencher'),
};

const toForm = reading(FORM);

const toFormSummary = reading<FormSummary>({
  ...FORM,
  leads: 'leads',
  withoutContact: 'sem_contato',
  clientId: idOrNull('cliente_id'),
  clientName: 'cliente_nome',
});

const TO_SEE = `
select * from formularios
where a_preencher = 1
   or (origem = '${Origin.socialAds}' and pedido_em <= ? and (erro_codigo is not null or buscado_em is null or buscado_em < pedido_em))
order by origem, formulario_id`;

const NO_CONTACT = 'email is null and telefone is null and apagado_em is null';

const OF_FORM = 'origem = ? and formulario_id = ?';

const LEADS = `select * from lead_linhas where ${OF_FORM} and id > ? order by id limit ?`;

const LATEST_LEADS = `select * from lead_linhas where ${OF_FORM} order by id desc limit ?`;

type Leads = 'leads_por_formulario' | 'leads_sem_contato';

/** The next form of a platform, found by a seek: listing forms costs by their number, not by that of the leads. */
function nextForm(leads: Leads, origin: string, after: string): string {
  return `
  select formulario_id from lead_linhas indexed by ${leads}
  where origem = ${origin} and formulario_id > ${after} ${leads === 'leads_sem_contato' ? `and ${NO_CONTACT}` : ''}
  order by formulario_id limit 1`;
}

/** Every form that these leads refer to. */
function formsOf(leads: Leads): string {
  return `
recursive de_leads (origem, formulario_id) as (
  select o.column1, (${nextForm(leads, 'o.column1', "''")}) from (values ('${Origin.searchAds}'), ('${Origin.socialAds}')) o
  union all
  select d.origem, (${nextForm(leads, 'd.origem', 'd.formulario_id')}) from de_leads d where d.formulario_id is not null
)`;
}

const ALL_NAMED = `${formsOf('leads_por_formulario')}, nomes (origem, formulario_id) as (
  select origem, formulario_id from de_leads where formulario_id is not null union select origem, formulario_id from formularios
)`;

/** The forms with one id, whether or not anything is stored about them. */
const NAMED_BY_ID = `nomes (origem, formulario_id) as (select o.column1, ? from (values ('${Origin.searchAds}'), ('${Origin.socialAds}')) o)`;

const OF_NAME = 'origem = n.origem and formulario_id = n.formulario_id';

/** What is stored about these forms; the newest lead of each decides its client. */
function summaries(names: string): string {
  return `
with ${names}, somas as materialized (
  select n.origem, n.formulario_id,
    (select count(*) from lead_linhas indexed by leads_por_formulario where ${OF_NAME}) as leads,
    (select count(*) from lead_linhas indexed by leads_sem_contato where ${OF_NAME} and ${NO_CONTACT}) as sem_contato,
    (select id from lead_linhas indexed by leads_por_formulario where ${OF_NAME} order by id desc limit 1) as ultimo
  from nomes n
)
select somas.origem, somas.formulario_id, ifnull(f.pagina_id, l.plataforma/*!::json*/ ->> 'page_id') as pagina_id,
  ifnull(f.nome, l.plataforma/*!::json*/ ->> 'form_name') as nome, f.perguntas, ifnull(f.mapa, '{}') as mapa, f.mapeado_em, f.buscado_em, f.pedido_em,
  f.erro_codigo, f.erro_parametros, ifnull(f.a_preencher, 0) as a_preencher, somas.leads, somas.sem_contato, l.cliente_id, k.nome as cliente_nome
from somas
left join formularios f using (origem, formulario_id)
left join leads l on l.id = somas.ultimo
left join clientes k on k.id = l.cliente_id
where f.origem is not null or somas.ultimo is not null
order by somas.origem, somas.formulario_id`;
}

const WITHOUT_CONTACT = `
with ${formsOf('leads_sem_contato')}
select n.origem, n.formulario_id from de_leads n
join leads l on l.id = (select id from lead_linhas indexed by leads_por_formulario where ${OF_NAME} order by id desc limit 1)
where l.email is null and l.telefone is null and l.apagado_em is null and l.teste = 0 and l.criado_em >= ?`;

export const formsWithoutContact = allOfThem(WITHOUT_CONTACT, reading<FormName>({ origin: 'origem', formId: 'formulario_id' }));

const ALL = summaries(ALL_NAMED);
const OF_ID = summaries(NAMED_BY_ID);

export const formNamed = oneOrNull(`select * from formularios where ${OF_FORM}`, toForm);

/** The forms about which something is stored. */
export async function findForms(connection: Connection, forms: readonly FormName[]): Promise<readonly FormFields[]> {
  return await flatMapInOrder(forms, async ({ origin, formId }) => (await formNamed(connection, origin, formId)) ?? []);
}

export async function listForms(connection: Connection, formId?: string): Promise<readonly FormSummary[]> {
  const rows = formId === undefined ? await connection.all<object>(ALL) : await connection.all<object>(OF_ID, formId);
  return rows.map(toFormSummary);
}

export const formsToSee = allOfThem(TO_SEE, toForm);

export async function leadsOfForm(
  connection: Connection,
  { origin, formId }: FormName,
  after: string | null,
  limit: number,
): Promise<readonly FormLead[]> {
  const rows =
    after === null
      ? await connection.all<object>(LATEST_LEADS, origin, formId, limit)
      : await connection.all<object>(LEADS, origin, formId, rowId(after), limit);
  return rows.map(toLead);
}
