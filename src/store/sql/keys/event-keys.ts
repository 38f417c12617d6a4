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
export async function eventsIdentified(
  connection: Connection,
  origin: Origin,
  { identity, kind = 'lead' }: Identified,
): Promise<readonly number[]> {
  const word = EVENT_KIND_WORDS[kind];
  const found = await connection.keys(EVENT_KEYS).find(hashOf(origin, word, identity));
  return await filterInOrder(found, async (id) => (await connection.get(IS_IDENTIFIED, id, origin, word, identity)) !== undefined);
}

/** The events of all sources and kinds with this identity. */
export async function eventsNamed(connection: Connection, identity: string): Promise<readonly number[]> {
  return await flatMapInOrder(
    ORIGINS,
    async (origin) => await flatMapInOrder(KINDS, async (kind) => await eventsIdentified(connection, origin, { identity, kind })),
  );
}

/** Makes a new event known by its identity. */
export async function addEventKey(
  connection: Connection,
  origin: Origin,
  { identity, kind = 'lead' }: Identified,
  eventRow: number,
): Promise<void> {
  await connection.keys(EVENT_KEYS).add(hashOf(origin, EVENT_KIND_WORDS[kind], identity), eventRow);
}

/** The key of an event within its source. */
export function eventKey(origin: Origin, { identity, kind = 'lead' }: Identified): number {
  return hashOf(origin, EVENT_KIND_WORDS[kind], identity);
}

function hashOf(origin: Origin, kind: string, identity: string): number {
  return textHash(`${origin} ${kind} ${identity}`);
}
