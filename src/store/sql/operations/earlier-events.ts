import { JobState } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { MAY_BE_LEADS } from '../keys/event-keys.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { IS_NOT_STORED } from '../rows/job-rows.ts';
import type { HeldJob } from './jobs.ts';

/** Of the jobs that are due, so many are looked at: they come nearly in the order of their events. As many of those that could not be stored. */
const LOOKED_AT = 20;

const WAITING = `
select e.event_type as type, min(e.id) as earliest from (
  select id from (
    select id from fila_vivos indexed by fila_vivos_pendentes
    where fila = ? and estado = '${JobState.pending}' and disponivel_em <= ? order by disponivel_em, id limit ${LOOKED_AT}) due
  where id < ?
  union all
  select id from (
    select id from fila_vivos indexed by fila_vivos_nao_gravados
    where fila = ? and ${IS_NOT_STORED} and estado = '${JobState.pending}' and id < ? order by id limit ${LOOKED_AT}) not_stored
  union all
  select id from fila_vivos indexed by fila_vivos_reservas
  where estado = '${JobState.running}' and id < ? and not (id in (select value from json_each(?)))) waiting
join eventos e on e.id = waiting.id and e.especie in (${MAY_BE_LEADS.map((kind) => `'${EVENT_KIND_WORDS[kind]}'`).join(', ')})
group by e.event_type`;

const TYPES = 'select id, event_type as type from eventos where id in (select value from json_each(?))';

interface Waiting {
  readonly type: string | null;
  readonly earliest: number;
}

/**
 * The events outside a batch that arrived before its events and have yet to be processed: one may create the lead of a sale of the batch. Jobs
 * of several groups are claimed in rotation, and by several workers, and a lead that could not be stored runs again later, so a sale can come
 * before its lead. Read only if a sale finds no lead.
 */
export class EarlierEvents {
  readonly #connection: Connection;
  readonly #batch: readonly HeldJob[];
  readonly #dueBy: number;
  #waiting: Promise<readonly Waiting[]> | undefined;
  #types: Promise<ReadonlyMap<number, string | null>> | undefined;

  /** @param dueBy events that are due until then count, UTC ms */
  constructor(connection: Connection, batch: readonly HeldJob[], dueBy: number) {
    this.#connection = connection;
    this.#batch = batch;
    this.#dueBy = dueBy;
  }

  /** Events of the same type do not wait for each other: a backlog of sales alone is processed at full speed, by several workers too. */
  async mayCreateLeadOf(event: number): Promise<boolean> {
    this.#waiting ??= this.#readWaiting();
    const before = (await this.#waiting).filter(({ earliest }) => earliest < event);
    if (before.length === 0) return false;
    this.#types ??= this.#readTypes();
    const own = (await this.#types).get(event);
    return before.some(({ type }) => type !== own);
  }

  async #readWaiting(): Promise<readonly Waiting[]> {
    const rows = this.#batch.map(({ row }) => row);
    const last = Math.max(...rows);
    const queue = this.#batch[0]?.queue ?? '';
    return await this.#connection.all<Waiting>(WAITING, queue, this.#dueBy, last, queue, last, last, JSON.stringify(rows));
  }

  async #readTypes(): Promise<ReadonlyMap<number, string | null>> {
    const rows = this.#batch.map(({ eventRow }) => eventRow);
    const types = await this.#connection.all<{ readonly id: number; readonly type: string | null }>(TYPES, JSON.stringify(rows));
    return new Map(types.map(({ id, type }) => [id, type]));
  }
}
