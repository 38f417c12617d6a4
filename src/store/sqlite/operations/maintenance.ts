import type { Connection } from '../connection.ts';

const PROBE = 'insert into sondagem (id, vezes) values (1, 1) on conflict (id) do update set vezes = vezes + 1';

/** A real write, synced like any other: a full disk or a read-only file system is found here and not by a sender. */
export function probe(connection: Connection): void {
  connection.statement(PROBE).run();
}

/** Gives at most so many free pages (4 KiB each) back to the file system. */
export function giveBackSpace(connection: Connection, pages: number): void {
  connection.driver.exec(`pragma incremental_vacuum(${pages})`);
}
