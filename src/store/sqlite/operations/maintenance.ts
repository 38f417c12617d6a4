import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import { Origin } from '../../../domain/origin.ts';
import type { Delivery } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { accept } from './inbox.ts';

/** As large as many events: on a full disk there is often room for a page but not for an event. */
const PROBE_BYTES = 65_536;

const PROBE = `
insert into sondagem (id, vezes, carga) values (1, 1, zeroblob(${PROBE_BYTES}))
on conflict (id) do update set vezes = vezes + 1, carga = excluded.carga`;

/** A submission of a website form, with an identity that no sender uses. */
/** What an event stores right before COMMIT. */
const PACK_NO_KEYS = "insert into evento_chaves_novas (pares) values (x'')";

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
export function probe(connection: Connection): void {
  connection.statement(PROBE).run();
  connection.rehearse(() => {
    accept(connection, REHEARSED);
    connection.statement(PACK_NO_KEYS).run();
  });
}

/** Returns up to this many free pages (4 KiB each) to the file system. */
export function giveBackSpace(connection: Connection, pages: number): void {
  connection.driver.exec(`pragma incremental_vacuum(${pages})`);
}
