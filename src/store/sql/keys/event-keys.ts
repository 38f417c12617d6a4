import type { IdentityKind } from '../../../domain/event-kind.ts';
import { ORIGINS, type Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder, flatMapInOrder } from '../in-order.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import type { KeyTable } from './key-table.ts';
import { textHash } from './text-hash.ts';

export const EVENT_KEYS: KeyTable = {
  table: 'evento_chaves',
  column: 'evento_id',
  size: 'select ifnull(max(id), 0) as total from eventos',
};

const IS_IDENTIFIED = 'select 1 from eventos where id = ? and origem = ? and especie = ? and identidade = ?';

/** The kinds of events that create leads. A kind is the one its type had on arrival: an event whose type was configured since may be a lead. */
export const MAY_BE_LEADS = ['lead', 'other'] as const;

const KINDS = Object.keys(EVENT_KIND_WORDS) as readonly IdentityKind[];

/** What identifies an event within its source. Omitted kind: a lead. */
interface Identified {
  readonly identity: string;
  readonly kind?: IdentityKind;
}

/** The events with this identity; several only if senders with different limits use it. */
export async function eventsIdentified(connection: Connection, origin: Origin, event: Identified): Promise<readonly number[]> {
  const found = await connection.keys(EVENT_KEYS).find(eventKey(origin, event));
  const { identity, kind = 'lead' } = event;
  return await filterInOrder(
    found,
    async (id) => (await connection.get(IS_IDENTIFIED, id, origin, EVENT_KIND_WORDS[kind], identity)) !== undefined,
  );
}

/** The events of all sources and kinds with this identity. */
export async function eventsNamed(connection: Connection, identity: string): Promise<readonly number[]> {
  return await flatMapInOrder(
    ORIGINS,
    async (origin) => await flatMapInOrder(KINDS, async (kind) => await eventsIdentified(connection, origin, { identity, kind })),
  );
}

/** Makes a new event known by its identity. */
export async function addEventKey(connection: Connection, origin: Origin, event: Identified, eventRow: number): Promise<void> {
  await connection.keys(EVENT_KEYS).add(eventKey(origin, event), eventRow);
}

/** The key of an event within its source. */
export function eventKey(origin: Origin, { identity, kind = 'lead' }: Identified): number {
  return textHash(`${origin} ${EVENT_KIND_WORDS[kind]} ${identity}`);
}
