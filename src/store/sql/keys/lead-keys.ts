import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import type { KeyTable } from './key-table.ts';
import { textHash } from './text-hash.ts';

/** `likely(?)` hides the parameter from the planner: see `operations/leads.ts`. */
const IDENTIFIED_LEAD = `
select id, cliente_id, cliente_limite, evento_id from lead_linhas where id = ? and origem = likely(?) and identidade = likely(?)`;

/** An event of the platform joined a lead that was imported without its lead id, and is known by its own identity too. */
const JOINED_LEAD = `
select l.id, l.cliente_id, e.cliente_limite, l.evento_id
from lead_linhas l cross join evento_fins f on f.lead_id = l.id and f.criou = 0 cross join eventos e on e.id = f.evento_id
where l.id = ? and e.origem = likely(?) and e.especie = '${EVENT_KIND_WORDS.lead}' and e.identidade = likely(?) limit 1`;

/** A lead's identity is unique per origin, client and limit; it is found without these, because leads with one identity are few. */
export const LEAD_KEYS: KeyTable = {
  table: 'lead_chaves',
  column: 'lead_id',
  size: 'select ifnull(max(id), 0) as total from lead_linhas',
};

export function identityKey(origin: string, identity: string): number {
  return textHash(`${origin} ${identity}`);
}

interface IdentifiedRow {
  readonly id: number;
  readonly cliente_id: number;
  readonly cliente_limite: number | null;
  readonly evento_id: number;
}

/** The leads with an identity, one per client and limit. */
export async function leadsWithIdentity(connection: Connection, origin: string, identity: string): Promise<readonly IdentifiedRow[]> {
  const ids = await connection.keys(LEAD_KEYS).find(identityKey(origin, identity));
  const rowOf = async (sql: string, id: number): Promise<IdentifiedRow | undefined> => await connection.get(sql, id, origin, identity);
  return await flatMapInOrder(ids, async (id) => (await rowOf(IDENTIFIED_LEAD, id)) ?? (await rowOf(JOINED_LEAD, id)) ?? []);
}
