import type { IdentityKind } from '../../../domain/event-kind.ts';
import { ORIGINS, type Origin } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import { EVENT_KIND_WORDS } from '../rows/event-rows.ts';
import { KeyIndex } from './key-index.ts';
import { textHash } from './text-hash.ts';

export const EVENT_KEYS = new KeyIndex({
  table: 'evento_chaves',
  column: 'evento_id',
  size: 'select ifnull(max(id), 0) as total from eventos',
});

const IS_IDENTIFIED = 'select 1 from eventos where id = ? and origem = ? and especie = ? and identidade = ?';

const KINDS = Object.keys(EVENT_KIND_WORDS) as readonly IdentityKind[];

/** What identifies an event within its source. Omitted kind: a lead. */
interface Identified {
  readonly identity: string;
  readonly kind?: IdentityKind;
}

/** The events with this identity; several only if senders with different limits use it. */
export function eventsIdentified(connection: Connection, origin: Origin, { identity, kind = 'lead' }: Identified): readonly number[] {
  const word = EVENT_KIND_WORDS[kind];
  const found = EVENT_KEYS.find(connection, hashOf(origin, word, identity));
  return found.filter((id) => connection.get(IS_IDENTIFIED, id, origin, word, identity) !== undefined);
}

/** The events of all sources and kinds with this identity. */
export function eventsNamed(connection: Connection, identity: string): readonly number[] {
  return ORIGINS.flatMap((origin) => KINDS.flatMap((kind) => eventsIdentified(connection, origin, { identity, kind })));
}

/** Makes a new event known by its identity. */
export function addEventKey(connection: Connection, origin: Origin, { identity, kind = 'lead' }: Identified, eventRow: number): void {
  EVENT_KEYS.add(connection, hashOf(origin, EVENT_KIND_WORDS[kind], identity), eventRow);
}

function hashOf(origin: Origin, kind: string, identity: string): number {
  return textHash(`${origin} ${kind} ${identity}`);
}
