import type { Connection } from '../connection.ts';

/** As large as many events together: on a full disk one page often still fits where no event does. */
const PROBE_BYTES = 65_536;

const PROBE = `
insert into sondagem (id, vezes, carga) values (1, 1, zeroblob(${PROBE_BYTES}))
on conflict (id) do update set vezes = vezes + 1, carga = excluded.carga`;

/** A real write, synced like any other: a full disk or a read-only file system is found here and not by a sender. */
export function probe(connection: Connection): void {
  connection.statement(PROBE).run();
}

/** Gives at most so many free pages (4 KiB each) back to the file system. */
export function giveBackSpace(connection: Connection, pages: number): void {
  connection.driver.exec(`pragma incremental_vacuum(${pages})`);
}
