import { cancellation } from '../../base/cancellation.ts';
import { type AttributionRules, DEFAULT_ATTRIBUTION } from '../../domain/attribution.ts';
import type { Leftovers, StoreCore } from '../sql/core.ts';
import { closedError } from '../sql/errors.ts';
import type { FileJournal } from '../sql/privacy/journal.ts';
import { SqliteChangeFeed } from './change-feed.ts';
import { openReadConnection, openWriteConnection, type SqliteConnection } from './connection.ts';
import { deletingWrites, noRoom } from './deleting-writes.ts';
import { toStoreError } from './errors.ts';
import { journalOf } from './privacy/database-journal.ts';
import { sqliteLeftovers } from './privacy/leftovers.ts';
import type { Reader } from './reader/reader.ts';
import { startReaderThread, ThreadReader } from './reader/thread-reader.ts';
import { readsOf, type SqliteReads } from './reads.ts';
import { releaseSpaceReserve } from './space-reserve.ts';
import { startWriterThread, ThreadWriter } from './writer/thread-writer.ts';
import { type WriteOperations, writeOperations } from './writer/write-operations.ts';
import { type WriteQueue, Writer } from './writer/writer.ts';

/** Free pages returned to the file system after each step that deletes; few, so that the write lock is held briefly. */
const VACUUM_PAGES = 256;

export interface SqliteStoreOptions {
  /** False: a missing database is `store_unusable` instead of being created. Default: true. */
  readonly create?: boolean;
  /** True: the store is opened to delete data, so on a full disk the reserved space is used. */
  readonly usesSpaceReserve?: boolean;
  /** How long a write waits for another process before it is refused with `store_busy`, in ms. Default: 5 s. */
  readonly lockTimeoutMs?: number;
  /** True: its writes can wait, so it rarely holds the write lock while a service accepts events. */
  readonly background?: boolean;
  /** True: writes run in their own thread. README.md of this folder explains which process uses which. */
  readonly writerThread?: boolean;
  /** True: reads for people run in a thread, and those for the search index in another; the first read of each starts it. */
  readonly readerThread?: boolean;
  /** Which platforms receive conversions. Default: every platform of the lead. */
  readonly attribution?: AttributionRules;
}

/** What the ports of the store share: the writer, the reader for people, and a connection for the short reads of a worker. */
export class SqliteCore implements StoreCore {
  readonly path: string;
  readonly attribution: AttributionRules;
  readonly writer: WriteQueue<WriteOperations>;
  readonly reader: Reader;
  /** Reads for the search index: longer than any read for people. */
  readonly indexer: Reader;
  readonly changes: SqliteChangeFeed;
  /** Rejects when writing is no longer possible; never resolves. */
  readonly broken: Promise<never>;
  readonly leftovers: Leftovers;
  readonly #closeWriter: (readersEnded: Promise<void>) => Promise<void>;
  readonly #read: SqliteConnection;
  readonly #reads: SqliteReads;
  readonly deleting: StoreCore['deleting'];
  #closing: Promise<void> | undefined;

  /** @throws AppError `store_unusable`, `store_newer` or `store_busy` */
  constructor(path: string, now: number, options: SqliteStoreOptions) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.broken = promise;
    this.path = path;
    this.attribution = options.attribution ?? DEFAULT_ATTRIBUTION;
    const { write, isDiskFull } = openToWrite(path, now, options);
    this.deleting = deletingWrites(path, isDiskFull);
    try {
      this.#read = openReadConnection(path);
      this.changes = new SqliteChangeFeed(this.#read);
    } catch (error) {
      write.close();
      throw toStoreError(error);
    }
    this.#reads = readsOf(this.#read);
    const newReader = (background: boolean): Reader =>
      options.readerThread === true ? new ThreadReader(() => startReaderThread({ path, background })) : this.#localReader();
    this.reader = newReader(false);
    this.indexer = newReader(true);
    this.leftovers = sqliteLeftovers(this);
    const onCommit = (): void => this.changes.committed();
    if (options.writerThread === true) {
      // Opened here first, so that the caller gets the error.
      write.close();
      const thread = startWriterThread({ path, now, lockTimeoutMs: options.lockTimeoutMs, background: options.background ?? false });
      const writer = new ThreadWriter<WriteOperations>(thread, onCommit, reject);
      this.writer = writer;
      this.#closeWriter = (readersEnded) => writer.close(readersEnded);
    } else {
      this.writer = new Writer(write, writeOperations(write), onCommit, options);
      this.#closeWriter = async (readersEnded) => {
        await this.writer.close();
        await readersEnded;
        write.close();
      };
    }
  }

  /** Runs a short read of a worker in this thread. Reads for people go to `reader`. */
  readonly look: StoreCore['look'] = (name, ...args) => this.#readHere(name, args);

  /** For commands that run alone. */
  #localReader(): Reader {
    return {
      read: async (name, ...args) => {
        cancellation()?.throwIfAborted();
        return await this.#readHere(name, args);
      },
      close: async () => undefined,
    };
  }

  async #readHere(name: keyof SqliteReads & string, args: readonly unknown[]): Promise<never> {
    if (this.#closing !== undefined) throw closedError();
    return await (this.#reads[name] as (...args: readonly unknown[]) => Promise<never>)(...args);
  }

  readonly read: StoreCore['read'] = (name, ...args) => this.reader.read(name, ...(args as never)) as never;

  readonly write: StoreCore['write'] = (name, ...args) => this.writer.write(name, ...(args as never)) as never;

  get journal(): FileJournal {
    return journalOf(this.path);
  }

  async giveBackSpace(): Promise<void> {
    // A separate step: it moves pages and would prolong the transaction that deletes.
    await this.deleting(() => this.writer.write('giveBackSpace', VACUUM_PAGES));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.changes.close();
    // The index is closed last by the reader that writes it, for the same reason as below.
    const readersEnded = this.reader.close().then(() => this.indexer.close());
    // The last connection to close checkpoints the WAL, and a read-only connection cannot.
    const readEnded = this.#read.inTurn(async () => this.#read.close());
    await this.#closeWriter(Promise.all([readersEnded, readEnded]).then(() => undefined));
  }
}

function openToWrite(
  path: string,
  now: number,
  options: SqliteStoreOptions,
): { readonly write: SqliteConnection; readonly isDiskFull: boolean } {
  const open = (): SqliteConnection => openWriteConnection(path, now, { create: options.create ?? true });
  try {
    return { write: open(), isDiskFull: false };
  } catch (error) {
    if (options.usesSpaceReserve !== true || toStoreError(error).code !== 'store_full') throw error;
  }
  try {
    releaseSpaceReserve(path);
    return { write: open(), isDiskFull: true };
  } catch (error) {
    throw noRoom(error);
  }
}
