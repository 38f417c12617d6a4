import { DEFAULT_QUEUE } from '../../domain/job.ts';
import { Origin } from '../../domain/origin.ts';
import type { Delivery } from '../../domain/webhook-event.ts';
import { accept } from '../sql/operations/inbox.ts';
import type { SqliteConnection } from './connection.ts';

/** As large as many events: on a full disk there is often room for a page but not for an event. */
const PROBE_BYTES = 65_536;

const PROBE = `
insert into sondagem (id, vezes, carga) values (1, 1, zeroblob(${PROBE_BYTES}))
on conflict (id) do update set vezes = vezes + 1, carga = excluded.carga`;

/** What an event stores right before COMMIT. */
const PACK_NO_KEYS = "insert into evento_chaves_novas (pares) values (x'')";

/** A submission of a website form, with an identity that no sender uses. */
const REHEARSED: Delivery = {
  origin: Origin.ownForm,
  body: Buffer.from('{}'),
  headers: '[]',
  remoteAddress: '',
  requestId: '',
  credential: 'hmac',
  receivedAt: 0,
  queue: DEFAULT_QUEUE,
  events: [{ eventType: 'lead', identity: '\u0000sondagem' }],
};

/**
 * A real, synced write: it detects a full disk or a read-only file system before a sender does. It also accepts an event and rolls it back,
 * to detect a damaged page that every event needs: such a page may be in a table or index that no other write touches.
 */
export async function probe(connection: SqliteConnection): Promise<void> {
  await connection.run(PROBE);
  await connection.rehearse(async () => {
    await accept(connection, REHEARSED);
    await connection.run(PACK_NO_KEYS);
  });
}

/** Returns up to this many free pages (4 KiB each) to the file system. */
export function giveBackSpace(connection: SqliteConnection, pages: number): void {
  connection.driver.exec(`pragma incremental_vacuum(${pages})`);
}
