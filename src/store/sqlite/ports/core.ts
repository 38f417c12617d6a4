import { AppError } from '../../../base/app-error.ts';
import { SqliteChangeFeed } from '../change-feed.ts';
import { type Connection, openReadConnection, openWriteConnection } from '../connection.ts';
import { toStoreError } from '../errors.ts';
import { DirectoryQueries } from '../queries/directory.ts';
import type { ListQueries } from '../queries/list-queries.ts';
import { PlatformQueries } from '../queries/platforms.ts';
import { ReportQueries } from '../queries/reports.ts';
import { startWriterThread, ThreadWriter } from '../writer/thread-writer.ts';
import { type WriteOperations, writeOperations } from '../writer/write-operations.ts';
import { type WriteQueue, Writer } from '../writer/writer.ts';

export interface SqliteStoreOptions {
  /** False: a database that does not exist is `store_unusable` instead of being made. Left out: true. */
  readonly create?: boolean;
  /** How long a write waits for another process before it is refused with `store_busy`, in ms; 5 s when left out. */
  readonly lockPatienceMs?: number;
  /** True: what it writes can wait, so that it holds the write lock rarely beside a service that accepts events. */
  readonly background?: boolean;
  /** True: writes run in a thread of their own. Which process takes which, and why: README.md of this folder. */
  readonly writerThread?: boolean;
}

/** What the ports of the store share: one connection that writes, one that reads, and what runs on them. */
export class SqliteCore {
  readonly writer: WriteQueue<WriteOperations>;
  readonly reports: ReportQueries;
  readonly directory: DirectoryQueries;
  readonly platforms: PlatformQueries;
  readonly changes: SqliteChangeFeed;
  /** Rejects when nothing can be written any more; never resolves. */
  readonly broken: Promise<never>;
  readonly #closeWriter: () => Promise<void>;
  readonly #read: Connection;
  #lists: ListQueries | undefined;
  #closing: Promise<void> | undefined;

  /** @throws AppError `store_unusable`, `store_newer` or `store_busy` */
  constructor(path: string, now: number, options: SqliteStoreOptions) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.broken = promise;
    const write = openWriteConnection(path, now, { create: options.create ?? true });
    try {
      this.#read = openReadConnection(path);
      this.changes = new SqliteChangeFeed(this.#read);
    } catch (error) {
      write.close();
      throw toStoreError(error);
    }
    this.reports = new ReportQueries(this.#read, path);
    this.directory = new DirectoryQueries(this.#read);
    this.platforms = new PlatformQueries(this.#read);
    const onCommit = (): void => this.changes.committed();
    if (options.writerThread === true) {
      // Opened here once all the same: what is wrong with the database is told to whoever opens the store.
      write.close();
      const thread = startWriterThread({ path, now, lockPatienceMs: options.lockPatienceMs, background: options.background ?? false });
      this.writer = new ThreadWriter<WriteOperations>(thread, onCommit, reject);
      this.#closeWriter = () => this.writer.close();
    } else {
      this.writer = new Writer(write, writeOperations(write), onCommit, options);
      this.#closeWriter = async () => {
        await this.writer.close();
        write.close();
      };
    }
  }

  /** Runs a read; its errors are given the store's words. */
  async look<Result>(read: () => Result): Promise<Result> {
    if (this.#closing !== undefined)
      throw new AppError('store_closed', { en: 'The database is closed.', pt: 'O banco de dados está fechado.' });
    try {
      return read();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /**
   * The same for lists. The query builder behind them is loaded when the first list is asked for: it takes 6 MB and delays
   * a start by 100 ms, and neither intake nor a worker needs it.
   */
  async lookAtLists<Result>(read: (lists: ListQueries) => Result): Promise<Result> {
    const { ListQueries } = await import('../queries/list-queries.ts');
    this.#lists ??= new ListQueries(this.#read);
    const lists = this.#lists;
    return this.look(() => read(lists));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.changes.close();
    // The last connection that closes empties the WAL into the database, and one that only reads cannot.
    this.#read.close();
    await this.#closeWriter();
  }
}
