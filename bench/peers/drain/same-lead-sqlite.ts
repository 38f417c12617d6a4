import Database from 'better-sqlite3';
import { LEAD_FIELD_COLUMNS } from '../../../src/store/sql/rows/lead-rows.ts';
import { CONVERSION_COLUMNS, checkSameLeads, type EventJob, LEAD_ORIGIN, leadTables, readEvent } from './same-lead.ts';

const TABLES = leadTables({ newId: 'integer primary key', id: 'integer primary key', keyOnly: 'without rowid' });

const LEAD_COLUMNS = [
  ...['evento_id', 'origem', 'identidade', 'cliente_id', 'usuario_id', 'campanha_id', 'search_click_id_visto_em'],
  ...['social_click_id_visto_em', 'criado_em', 'atualizado_em', ...LEAD_FIELD_COLUMNS],
];
const TOLD_COLUMNS = ['lead_id', 'cliente_id', 'evento_id', 'criado_em', ...CONVERSION_COLUMNS];

/** Columns of a contact, in the order in which they are tried; the newest lead first. */
const FOUND_BY = ['search_click_id', 'social_click_id', 'email_normalizado', 'telefone_chave'] as const;
const FILLED = [...FOUND_BY, 'email', 'telefone', 'telefone_e164'];

const FIND_BY_CONTACT = `
select l.id from lead_contatos c cross join lead_linhas l on l.id = c.lead_id
where c.chave in (?, ?, ?, ?) and l.cliente_id = @cliente_id and l.teste = @teste
  and (${FOUND_BY.map((column) => `l.${column} = @${column}`).join(' or ')})
order by ${FOUND_BY.map((column) => `l.${column} is @${column} desc`).join(', ')}, l.id desc limit 1`;

const END_EVENT = `
insert into evento_fins (evento_id, lead_id, criou, processado_em) values (?, ?, ?, ?)
on conflict (evento_id) do update set lead_id = excluded.lead_id, processado_em = excluded.processado_em, erro_codigo = null`;

/** The leads in a SQLite database of their own, every commit synced (WAL, FULL). */
export class SameLeadDatabase {
  readonly #database: Database.Database;
  readonly #store: (job: EventJob) => void;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.pragma('journal_mode = wal');
    this.#database.pragma('synchronous = full');
    this.#database.pragma('foreign_keys = on');
    if (this.#database.prepare("select 1 from sqlite_schema where name = 'lead_linhas'").get() === undefined) this.#database.exec(TABLES);
    this.#store = storing(this.#database);
  }

  addEvents(jobs: readonly EventJob[]): void {
    const insert = this.#database.prepare('insert into eventos values (?, ?, ?, ?, ?, ?)');
    this.#database.transaction(() => {
      for (const job of jobs) insert.run(job.eventId, LEAD_ORIGIN, job.eventType, job.identity, job.receivedAt, job.body);
    })();
  }

  /** Creates the lead of a job in one transaction. */
  store(job: EventJob): void {
    this.#store(job);
  }

  async check(events: number): Promise<void> {
    await checkSameLeads(events, (sql) => this.#database.prepare<[], { count: number }>(sql).get()?.count ?? Number.NaN);
  }

  close(): void {
    this.#database.close();
  }
}

function storing(database: Database.Database): (job: EventJob) => void {
  const insertInto = (table: string, columns: readonly string[]) =>
    database.prepare(`insert or ignore into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`);
  const findCampaign = database.prepare('select cliente_id, usuario_id from campanhas where id = ?');
  const findByIdentity = database.prepare('select id from lead_linhas where origem = ? and identidade = ?');
  const findByContact = database.prepare(FIND_BY_CONTACT);
  const insertLead = insertInto('lead_linhas', LEAD_COLUMNS);
  const fillLead = database.prepare(
    `update lead_linhas set atualizado_em = @now, ${FILLED.map((column) => `${column} = coalesce(${column}, @${column})`).join(', ')} where id = @id`,
  );
  const insertContact = insertInto('lead_contatos', ['chave', 'lead_id']);
  const insertConversion = insertInto('conversoes', TOLD_COLUMNS);
  const endEvent = database.prepare(END_EVENT);
  const transaction = database.transaction((job: EventJob) => {
    const event = readEvent(job);
    const campaign = findCampaign.get(event.campaignId) as { cliente_id: number; usuario_id: number | null } | undefined;
    if (campaign === undefined) throw new Error(`there is no campaign ${event.campaignId}`);
    const { cliente_id, usuario_id } = campaign;
    const lead = event.conclude({
      clientId: String(cliente_id),
      userId: usuario_id === null ? null : String(usuario_id),
      campaignId: event.campaignId,
    });
    const { eventId, identity, clientId, now } = lead;
    const named = Object.fromEntries(LEAD_FIELD_COLUMNS.map((column, index) => [column, lead.fields[index]]));
    const keys = Array.from({ length: FOUND_BY.length }, (_, index) => lead.contactKeys[index] ?? null);
    const found = (findByIdentity.get(LEAD_ORIGIN, identity) ?? findByContact.get(...keys, { ...named, cliente_id: clientId })) as
      | { id: number }
      | undefined;
    if (found !== undefined) fillLead.run({ ...named, now, id: found.id });
    const leadId =
      found?.id ??
      insertLead.run(
        ...[
          eventId,
          LEAD_ORIGIN,
          identity,
          clientId,
          lead.userId,
          lead.campaignId,
          lead.searchClickSeenAt,
          lead.socialClickSeenAt,
          now,
          now,
        ],
        ...lead.fields,
      ).lastInsertRowid;
    for (const key of lead.contactKeys) insertContact.run(key, leadId);
    for (const conversion of lead.conversions) insertConversion.run(leadId, clientId, eventId, now, ...conversion);
    endEvent.run(eventId, leadId, found === undefined ? 1 : 0, now);
  });
  return (job) => transaction.immediate(job);
}
