import { type AttributionRules, DEFAULT_ATTRIBUTION } from '../../../domain/attribution.ts';
import { SqliteChangeFeed } from '../change-feed.ts';
import { type Connection, openReadConnection, openWriteConnection } from '../connection.ts';
import { closedError, toStoreError } from '../errors.ts';
import { type Reads, readsOf } from '../queries/reads.ts';
import { LocalReader, type Reader } from '../reader/reader.ts';
import { startReaderThread, ThreadReader } from '../reader/thread-reader.ts';
import { releaseSpaceReserve } from '../space-reserve.ts';
import { startWriterThread, ThreadWriter } from '../writer/thread-writer.ts';
import { type WriteOperations, writeOperations } from '../writer/write-operations.ts';
import { type WriteQueue, Writer } from '../writer/writer.ts';

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
export class SqliteCore {
  readonly path: string;
  /** The disk was too full even to open the database, so the reserved space is in use. */
  readonly isDiskFull: boolean;
  readonly attribution: AttributionRules;
  readonly writer: WriteQueue<WriteOperations>;
  readonly reader: Reader;
  /** Reads for the search index: longer than any read for people. */
  readonly indexer: Reader;
  readonly changes: SqliteChangeFeed;
  /** Rejects when writing is no longer possible; never resolves. */
  readonly broken: Promise<never>;
  readonly #closeWriter: (readersEnded: Promise<void>) => Promise<void>;
  readonly #read: Connection;
  readonly #reads: Reads;
  #closing: Promise<void> | undefined;

  /** @throws AppError `store_unusable`, `store_newer` or `store_busy` */
  constructor(path: string, now: number, options: SqliteStoreOptions) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.broken = promise;
    this.path = path;
    this.attribution = options.attribution ?? DEFAULT_ATTRIBUTION;
    const { write, isDiskFull } = openToWrite(path, now, options);
    this.isDiskFull = isDiskFull;
    try {
      this.#read = openReadConnection(path);
      this.changes = new SqliteChangeFeed(this.#read);
    } catch (error) {
      write.close();
      throw toStoreError(error);
    }
    this.#reads = readsOf(this.#read);
    const newReader = (background: boolean): Reader =>
      options.readerThread === true ? new ThreadReader(() => startReaderThread({ path, background })) : new LocalReader(this.#reads);
    this.reader = newReader(false);
    this.indexer = newReader(true);
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

  /** Runs a short read of a worker in this thread and converts its errors to store errors. Reads for people go to `reader`. */
  async look<Name extends keyof Reads & string>(name: Name, ...args: Parameters<Reads[Name]>): Promise<ReturnType<Reads[Name]>> {
    if (this.#closing !== undefined) throw closedError();
    try {
      return (this.#reads[name] as (...args: unknown[]) => ReturnType<Reads[Name]>)(...args);
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
    // The index is closed last by the reader that writes it, for the same reason as below.
    const readersEnded = this.reader.close().then(() => this.indexer.close());
    // The last connection to close checkpoints the WAL, and a read-only connection cannot.
    this.#read.close();
    await this.#closeWriter(readersEnded);
  }
}

function openToWrite(path: string, now: number, options: SqliteStoreOptions): { readonly write: Connection; readonly isDiskFull: boolean } {
  const open = (): Connection => openWriteConnection(path, now, { create: options.create ?? true });
  try {
    return { write: open(), isDiskFull: false };
  } catch (error) {
    if (options.usesSpaceReserve !== true || toStoreError(error).code !== 'store_full') throw error;
    releaseSpaceReserve(path);
    return { write: open(), isDiskFull: true };
  }
}
