import pg from 'pg';
import { LEAD_FIELD_COLUMNS } from '../../../src/store/sql/rows/lead-rows.ts';
import { vacuum } from '../../services/postgres.ts';
import { CONVERSION_COLUMNS, checkSameLeads, type EventJob, LEAD_ORIGIN, type LeadToStore, leadTables, readEvent } from './same-lead.ts';

const TABLES = leadTables({ newId: 'bigint generated always as identity primary key', id: 'bigint primary key', keyOnly: '' });

const OWN_COLUMNS = [
  'evento_id',
  'identidade',
  'cliente_id',
  'usuario_id',
  'campanha_id',
  'search_click_id_visto_em',
  'social_click_id_visto_em',
];
const KEY_COLUMNS = ['chave_1', 'chave_2', 'chave_3', 'chave_4'];
const LEAD_COLUMNS = [...OWN_COLUMNS, ...LEAD_FIELD_COLUMNS, 'criado_em'];
const ASKED_COLUMNS = [...LEAD_COLUMNS, ...KEY_COLUMNS];
const TOLD_COLUMNS = ['evento_id', ...CONVERSION_COLUMNS];

/** Columns of other types than text. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...OWN_COLUMNS, ...KEY_COLUMNS, 'enviado_em', 'criado_em', 'ocorrida_em'].map((column) => [column, 'bigint'])),
  identidade: 'text',
  campanha_id: 'text',
  teste: 'smallint',
  valor: 'double precision',
};

const FIND_CAMPAIGNS = 'select id, cliente_id, usuario_id from campanhas where id = any($1::text[])';

/** Contacts in the order in which they are tried; the newest lead first. */
const FOUND_BY = ['search_click_id', 'social_click_id', 'email_normalizado', 'telefone_chave'];

/**
 * Stores leads of people who do not share an identity or a contact with each other: finds or creates each lead, adds its contacts and
 * conversions and ends its event. It is one statement, so it is one transaction and one round trip.
 *
 * `offset 0` and `any (array(…))` keep PostgreSQL from reading all leads of a client instead of those with the contact.
 */
const STORE_LEADS = `
with asked as materialized (
  select asked.*, coalesce(
    (select id from lead_linhas l where l.origem = '${LEAD_ORIGIN}' and l.identidade = asked.identidade),
    (select l.id from lead_contatos c cross join lateral (select * from lead_linhas where id = c.lead_id offset 0) l
     where c.chave in (${KEY_COLUMNS.join(', ')}) and l.cliente_id = asked.cliente_id and l.teste = asked.teste
       and (${FOUND_BY.map((column) => `l.${column} = asked.${column}`).join(' or ')})
     order by ${FOUND_BY.map((column) => `l.${column} is not distinct from asked.${column} desc`).join(', ')}, l.id desc limit 1)
  ) as achado
  from ${unnested(ASKED_COLUMNS, 0)} as asked (${ASKED_COLUMNS.join(', ')})
), created as (
  insert into lead_linhas (origem, atualizado_em, ${LEAD_COLUMNS.join(', ')})
  select '${LEAD_ORIGIN}', criado_em, ${LEAD_COLUMNS.join(', ')} from asked where achado is null
  on conflict (origem, identidade) do update set atualizado_em = excluded.atualizado_em
  returning id, identidade
), filled as (
  update lead_linhas l set atualizado_em = asked.criado_em, ${['email', 'telefone', 'telefone_e164', ...FOUND_BY]
    .map((column) => `${column} = coalesce(l.${column}, asked.${column})`)
    .join(', ')}
  from asked where l.id = asked.achado and l.id = any (array(select achado from asked where achado is not null))
), leads as (
  select asked.*, coalesce(asked.achado, created.id) as lead_id from asked left join created using (identidade)
), contacts as (
  insert into lead_contatos (chave, lead_id)
  select contact.chave, lead_id from leads cross join lateral (values ${KEY_COLUMNS.map((column) => `(${column})`).join(', ')}) contact (chave)
  where contact.chave is not null
  on conflict do nothing
), conversions as (
  insert into conversoes (lead_id, cliente_id, criado_em, ${TOLD_COLUMNS.join(', ')})
  select lead_id, cliente_id, criado_em, ${TOLD_COLUMNS.map((column) => `told.${column}`).join(', ')}
  from leads join ${unnested(TOLD_COLUMNS, ASKED_COLUMNS.length)} as told (${TOLD_COLUMNS.join(', ')}) on told.evento_id = leads.evento_id
  on conflict do nothing
)
insert into evento_fins (evento_id, lead_id, criou, processado_em)
select evento_id, lead_id, case when achado is null then 1 else 0 end, criado_em from leads
on conflict (evento_id) do update set lead_id = excluded.lead_id, processado_em = excluded.processado_em, erro_codigo = null`;

function unnested(columns: readonly string[], before: number): string {
  return `unnest(${columns.map((column, index) => `$${before + index + 1}::${TYPES[column] ?? 'text'}[]`).join(', ')})`;
}

/** Runs a statement; the name is for a connection that can keep it prepared. */
export type RunQuery = (query: {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}) => Promise<{ rows: unknown[] }>;

/**
 * Creates the leads of jobs, in the order of the jobs. Call it in a transaction unless there is only one job. Leads of one person that two
 * workers create at the same time become two leads, unlike in lead-intake; preventing that would need a lock for each person.
 */
export async function storeSameLeads(run: RunQuery, jobs: readonly EventJob[]): Promise<void> {
  const events = jobs.map(readEvent);
  const campaignIds = [...new Set(events.map(({ campaignId }) => campaignId))];
  const { rows } = await run({ name: 'find_campaigns', text: FIND_CAMPAIGNS, values: [campaignIds] });
  const campaigns = new Map((rows as { id: string; cliente_id: string; usuario_id: string | null }[]).map((row) => [row.id, row]));
  const leads = events.map(({ campaignId, conclude }) => {
    const campaign = campaigns.get(campaignId);
    if (campaign === undefined) throw new Error(`there is no campaign ${campaignId}`);
    return conclude({ clientId: campaign.cliente_id, userId: campaign.usuario_id, campaignId });
  });
  for (const strangers of groupsOfStrangers(leads)) await run({ name: 'store_leads', text: STORE_LEADS, values: parameters(strangers) });
}

/** Groups in which nobody shares an identity or a contact with anybody else: a later lead must find the earlier one. */
function groupsOfStrangers(leads: readonly LeadToStore[]): readonly (readonly LeadToStore[])[] {
  const groups: LeadToStore[][] = [];
  const seen = new Set<string | number>();
  for (const lead of leads) {
    const marks = [lead.identity, ...lead.contactKeys];
    const group = groups.at(-1);
    if (group === undefined || marks.some((mark) => seen.has(mark))) {
      groups.push([lead]);
      seen.clear();
    } else group.push(lead);
    for (const mark of marks) seen.add(mark);
  }
  return groups;
}

/** One array for each column. */
function parameters(leads: readonly LeadToStore[]): unknown[] {
  const asked = leads.map((lead) => [
    ...[lead.eventId, lead.identity, lead.clientId, lead.userId, lead.campaignId, lead.searchClickSeenAt, lead.socialClickSeenAt],
    ...lead.fields,
    lead.now,
    ...KEY_COLUMNS.map((_, index) => lead.contactKeys[index] ?? null),
  ]);
  const told = leads.flatMap(({ eventId, conversions }) => conversions.map((conversion) => [eventId, ...conversion]));
  return [...columnsOf(asked, ASKED_COLUMNS.length), ...columnsOf(told, TOLD_COLUMNS.length)];
}

function columnsOf(rows: readonly (readonly unknown[])[], count: number): unknown[][] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column]));
}

/**
 * Connections for handlers of single jobs. A prepared statement is planned once: by its own rules PostgreSQL would plan it for each lead, a
 * third of its time. Without sequential scans, because the plan is made while the tables are empty, and would read all leads for each new one.
 */
export function leadPool(connections: number): pg.Pool {
  const options = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
  const pool = new pg.Pool({ connectionString: process.env['POSTGRES_URL'], max: connections, options });
  return pool.on('error', console.error);
}

/** Creates the tables, stores the events of jobs, and adds the jobs with `add`. */
export async function fillPostgres(pool: pg.Pool, jobs: readonly EventJob[], add: () => Promise<void>): Promise<void> {
  await pool.query(TABLES);
  await pool.query(
    `insert into eventos (id, origem, event_type, identidade, recebido_em, corpo)
     select id, '${LEAD_ORIGIN}', event_type, identidade, recebido_em, corpo
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as event (id, event_type, identidade, recebido_em, corpo)`,
    columnsOf(
      jobs.map((job) => [job.eventId, job.eventType, job.identity, job.receivedAt, job.body]),
      5,
    ),
  );
  await add();
  await vacuum(process.env['POSTGRES_URL'] ?? '');
}

export async function checkPostgres(pool: pg.Pool, events: number): Promise<void> {
  await checkSameLeads(events, async (sql) => Number((await pool.query<{ count: string }>(sql)).rows[0]?.count));
}
