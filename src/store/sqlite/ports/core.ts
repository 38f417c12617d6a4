import { AppError } from '../../../base/app-error.ts';
import { SqliteChangeFeed } from '../change-feed.ts';
import { type Connection, openReadConnection, openWriteConnection } from '../connection.ts';
import { toStoreError } from '../errors.ts';
import { DirectoryQueries } from '../queries/directory.ts';
import { ReportQueries } from '../queries/reports.ts';
import { type WriteOperations, writeOperations } from '../write-operations.ts';
import { Writer } from '../writer.ts';

export interface SqliteStoreOptions {
  /** False: a database that does not exist is `store_unusable` instead of being made. Left out: true. */
  readonly create?: boolean;
  /** How long a write waits for another process before it is refused with `store_busy`, in ms; 5 s when left out. */
  readonly lockPatienceMs?: number;
}

/** What the ports of the store share: one connection that writes, one that reads, and what runs on them. */
export class SqliteCore {
  readonly writer: Writer<WriteOperations>;
  readonly reports: ReportQueries;
  readonly directory: DirectoryQueries;
  readonly changes: SqliteChangeFeed;
  readonly #write: Connection;
  readonly #read: Connection;
  #closing: Promise<void> | undefined;

  /** @throws AppError `store_unusable`, `store_newer` or `store_busy` */
  constructor(path: string, now: number, options: SqliteStoreOptions) {
    this.#write = openWriteConnection(path, now, { create: options.create ?? true });
    this.#read = openReadConnection(path);
    this.changes = new SqliteChangeFeed(this.#read);
    this.writer = new Writer(this.#write, writeOperations(this.#write), () => this.changes.committed(), options);
    this.reports = new ReportQueries(this.#read, path);
    this.directory = new DirectoryQueries(this.#read);
  }

  /** Runs a read; its errors are given the store's words. */
  async look<Result>(read: () => Result): Promise<Result> {
    if (this.#closing !== undefined) throw new AppError('store_closed', 'The database is closed.');
    try {
      return read();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.changes.close();
    await this.writer.close();
    this.#read.close();
    this.#write.close();
  }
}
