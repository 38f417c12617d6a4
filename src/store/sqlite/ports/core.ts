import { type AttributionRules, DEFAULT_ATTRIBUTION } from '../../../domain/attribution.ts';
import { SqliteChangeFeed } from '../change-feed.ts';
import { type Connection, openReadConnection, openWriteConnection } from '../connection.ts';
import { closedError, toStoreError } from '../errors.ts';
import { type Reads, readsOf } from '../queries/reads.ts';
import { LocalReader } from '../reader/local-reader.ts';
import type { Reader } from '../reader/reader.ts';
import { startReaderThread, ThreadReader } from '../reader/thread-reader.ts';
import { releaseSpaceAside } from '../space-reserve.ts';
import { startWriterThread, ThreadWriter } from '../writer/thread-writer.ts';
import { type WriteOperations, writeOperations } from '../writer/write-operations.ts';
import { type WriteQueue, Writer } from '../writer/writer.ts';

export interface SqliteStoreOptions {
  /** False: a database that does not exist is `store_unusable` instead of being made. Left out: true. */
  readonly create?: boolean;
  /** True: it is opened to delete, so on a full disk the room that is set aside for that is used. */
  readonly usesSpaceAside?: boolean;
  /** How long a write waits for another process before it is refused with `store_busy`, in ms; 5 s when left out. */
  readonly lockPatienceMs?: number;
  /** True: what it writes can wait, so that it holds the write lock rarely beside a service that accepts events. */
  readonly background?: boolean;
  /** True: writes run in a thread of their own. Which process takes which, and why: README.md of this folder. */
  readonly writerThread?: boolean;
  /** True: what people read is read in a thread of its own, which is started by the first read. */
  readonly readerThread?: boolean;
  /** Who is told of conversions; left out: every platform the lead came by. */
  readonly attribution?: AttributionRules;
}

/** What the ports of the store share: what writes, what reads for people, and the short looks of a worker on a connection of their own. */
export class SqliteCore {
  readonly path: string;
  /** The disk had no room even to open it, and what was set aside is used. */
  readonly isDiskFull: boolean;
  readonly attribution: AttributionRules;
  readonly writer: WriteQueue<WriteOperations>;
  readonly reader: Reader;
  readonly changes: SqliteChangeFeed;
  /** Rejects when nothing can be written any more; never resolves. */
  readonly broken: Promise<never>;
  readonly #closeWriter: (readerEnded: Promise<void>) => Promise<void>;
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
    this.reader = options.readerThread === true ? new ThreadReader(() => startReaderThread(path)) : new LocalReader(this.#reads);
    const onCommit = (): void => this.changes.committed();
    if (options.writerThread === true) {
      // Opened here once all the same: what is wrong with the database is told to whoever opens the store.
      write.close();
      const thread = startWriterThread({ path, now, lockPatienceMs: options.lockPatienceMs, background: options.background ?? false });
      const writer = new ThreadWriter<WriteOperations>(thread, onCommit, reject);
      this.writer = writer;
      this.#closeWriter = (readerEnded) => writer.close(readerEnded);
    } else {
      this.writer = new Writer(write, writeOperations(write), onCommit, options);
      this.#closeWriter = async (readerEnded) => {
        await this.writer.close();
        await readerEnded;
        write.close();
      };
    }
  }

  /** Runs a short read of a worker in this thread; its errors are given the store's words. What people ask for goes to `reader`. */
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
    const readerEnded = this.reader.close();
    // The last connection that closes empties the WAL into the database, and one that only reads cannot.
    this.#read.close();
    await this.#closeWriter(readerEnded);
  }
}

function openToWrite(path: string, now: number, options: SqliteStoreOptions): { readonly write: Connection; readonly isDiskFull: boolean } {
  const open = (): Connection => openWriteConnection(path, now, { create: options.create ?? true });
  try {
    return { write: open(), isDiskFull: false };
  } catch (error) {
    if (options.usesSpaceAside !== true || toStoreError(error).code !== 'store_full') throw error;
    releaseSpaceAside(path);
    return { write: open(), isDiskFull: true };
  }
}
