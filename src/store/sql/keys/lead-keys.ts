import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import type { KeyTable } from './key-table.ts';
import { textHash } from './text-hash.ts';

/** `likely(?)` hides the parameter from the planner: see `operations/leads.ts`. */
const IDENTIFIED_LEAD = `
select id, cliente_id, cliente_limite, evento_id from lead_linhas where id = ? and origem = likely(?) and identidade = likely(?)`;

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
  return await flatMapInOrder(ids, async (id) => (await connection.get<IdentifiedRow>(IDENTIFIED_LEAD, id, origin, identity)) ?? []);
}
