import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import { Origin } from '../../../domain/origin.ts';
import type { Delivery } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { accept } from './inbox.ts';

/** As large as many events together: on a full disk one page often still fits where no event does. */
const PROBE_BYTES = 65_536;

const PROBE = `
insert into sondagem (id, vezes, carga) values (1, 1, zeroblob(${PROBE_BYTES}))
on conflict (id) do update set vezes = vezes + 1, carga = excluded.carga`;

/** What an own form sends, under an identity that no sender has. */
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
 * A real write, synced like any other: a full disk or a read-only file system is found here and not by a sender. An event is accepted and
 * taken back, so that a damaged page on the way of every event is found too: it may be in a table or an index that no other write touches.
 */
export function probe(connection: Connection): void {
  connection.statement(PROBE).run();
  connection.rehearse(() => accept(connection, REHEARSED));
}

/** Gives at most so many free pages (4 KiB each) back to the file system. */
export function giveBackSpace(connection: Connection, pages: number): void {
  connection.driver.exec(`pragma incremental_vacuum(${pages})`);
}
