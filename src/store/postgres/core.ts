import type { Pool } from 'pg';
import { cancellation } from '../../base/cancellation.ts';
import { type AttributionRules, DEFAULT_ATTRIBUTION } from '../../domain/attribution.ts';
import type { Delivery } from '../../domain/webhook-event.ts';
import { appError } from '../../messages/messages.ts';
import type { Bound } from '../sql/bound.ts';
import type { Journal, Leftovers, StoreCore } from '../sql/core.ts';
import { closedError } from '../sql/errors.ts';
import { mapInOrder } from '../sql/in-order.ts';
import { eventKey } from '../sql/keys/event-keys.ts';
import { textHash } from '../sql/keys/text-hash.ts';
import type { StoredFinish } from '../sql/operations/finish-jobs.ts';
import { acceptTogether } from '../sql/operations/inbox.ts';
import { isWithdrawal, keysOf } from '../sql/operations/packed-intent.ts';
import { READS } from '../sql/reads.ts';
import { WRITES } from '../sql/writes.ts';
import { PostgresChangeFeed } from './change-feed.ts';
import { PostgresConnection } from './connection.ts';
import { inStoreWords, toStoreError } from './errors.ts';
import { LACKING_FOR_EVENTS } from './grants.ts';
import { migrate } from './migrate.ts';
import { openPool, withClient } from './pool.ts';
import { indexBlanked, indexMore } from './search.ts';
import { ServerClock } from './server-clock.ts';
import { storeFacts } from './store-facts.ts';
import { type Call, PostgresWriter, type Reach } from './writer.ts';

const POSTGRES_READS = { ...READS, storeFacts };
const POSTGRES_WRITES = {
  ...WRITES,
  indexMore,
  indexBlanked,
  probe,
};

/** Fails if the server or the role takes no events. Writes nothing: it must not wait for a standby that is away. */
async function probe(connection: PostgresConnection): Promise<void> {
  const { mode, lacking } = (await connection.get(PROBE)) as { readonly mode: string; readonly lacking: readonly string[] };
  if (mode === 'on') throw appError('store_unavailable', (m) => m.errors.store.standby);
  if (lacking.length > 0) throw appError('store_unavailable', (m) => m.errors.store.missingGrants({ lacking: lacking.join(', ') }));
}

const PROBE = `select current_setting('transaction_read_only') as mode, pg_current_xact_id() as id, ${LACKING_FOR_EVENTS}`;

/** Rows whose words are replaced in one transaction. */
const BLANKED_PER_STEP = 500;

/** A read or a write. */
type Operation = (connection: PostgresConnection, ...args: readonly unknown[]) => Promise<unknown>;

type OwnReads = Bound<typeof POSTGRES_READS>;
type OwnWrites = Bound<typeof POSTGRES_WRITES>;

export interface PostgresStoreOptions {
  /** Which platforms receive conversions. Default: every platform of the lead. */
  readonly attribution?: AttributionRules;
  /** A restore completes the database, which is closed to others until then. */
  readonly isRestoring?: boolean;
}

/** The erasures are in the database; `backup` and `restore` keep them next to the dumps. */
const NO_JOURNAL: Journal = { append: () => undefined, read: () => [] };

/** What the ports of the store share: the pools, the writer and the feed. */
export class PostgresCore implements StoreCore {
  readonly attribution: AttributionRules;
  readonly changes: PostgresChangeFeed;
  readonly clock: ServerClock;
  readonly journal = NO_JOURNAL;
  /** Old versions of rows are removed by autovacuum; the write-ahead log, its archive and standbys belong to the server. */
  readonly leftovers: Leftovers = {
    cleanIndex: async (goOn = async () => true) => {
      while ((await this.writeOwn('indexBlanked', BLANKED_PER_STEP)) !== 0) if (!(await goOn())) return false;
      return true;
    },
    remove: async () => true,
    removeOf: async () => true,
  };
  readonly #readers: Pool;
  readonly #writers: Pool;
  readonly #writer: PostgresWriter;
  #closing: Promise<void> | undefined;

  private constructor(url: string, writers: Pool, serverLocks: number, options: PostgresStoreOptions) {
    this.#readers = openPool(url, 'read');
    this.#writers = writers;
    this.attribution = options.attribution ?? DEFAULT_ATTRIBUTION;
    this.changes = new PostgresChangeFeed(writers, url);
    this.clock = new ServerClock(writers);
    this.#writer = new PostgresWriter(writers, serverLocks, runAll, () => this.changes.committed());
  }

  /**
   * Connects, and creates or migrates the schema.
   *
   * @param now UTC ms, recorded with the migrations that run
   * @throws AppError `store_unusable`, `store_newer`, `store_unavailable`
   */
  static async open(url: string, now: number, options: PostgresStoreOptions): Promise<PostgresCore> {
    const writers = openPool(url, 'write');
    try {
      const core = new PostgresCore(url, writers, await migrate(writers, now, options), options);
      await core.clock.compare();
      return core;
    } catch (error) {
      await writers.end();
      throw toStoreError(error);
    }
  }

  readonly look: StoreCore['look'] = (name, ...args) => this.#read(name, args);

  readonly read: StoreCore['read'] = async (name, ...args) => {
    cancellation()?.throwIfAborted();
    return await this.#read(name, args);
  };

  readonly write: StoreCore['write'] = (name, ...args) => this.writeOwn(name, ...(args as never)) as never;

  facts(): ReturnType<OwnReads['storeFacts']> {
    return this.#read('storeFacts', []);
  }

  /** Also the writes that only this database has. */
  async writeOwn<Name extends keyof OwnWrites & string>(name: Name, ...args: Parameters<OwnWrites[Name]>): Promise<unknown> {
    return await this.#writer.write({ name, args }, reachOf(name, args));
  }

  async #read(name: keyof OwnReads & string, args: readonly unknown[]): Promise<never> {
    if (this.#closing !== undefined) throw closedError();
    const read = POSTGRES_READS[name] as Operation;
    const run = () => withClient(this.#readers, (client) => read(new PostgresConnection(client, this), ...args));
    return (await inStoreWords(run, true)) as never;
  }

  /** The server has its own ways on a full disk. */
  deleting<Value>(step: (isFull: boolean) => Promise<Value>): Promise<Value> {
    return step(false);
  }

  /** Autovacuum does. */
  async giveBackSpace(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.clock.close();
    const fed = this.changes.close();
    await this.#writer.close();
    await fed;
    await this.changes.notify();
    await Promise.all([this.#readers.end(), this.#writers.end()]);
  }
}

/** Runs the operations of a transaction one after the other; those that ask the same of each event do it together. */
async function runAll(connection: PostgresConnection, calls: readonly Call[]): Promise<readonly unknown[]> {
  const name = connection.isCareful ? undefined : calls[0]?.name;
  if (name === 'finish') {
    return await finishTogether(
      connection,
      calls.map(({ args }) => args as Parameters<OwnWrites['finish']>),
    );
  }
  if (name === 'accept') {
    return await acceptTogether(
      connection,
      calls.map(({ args }) => args[0] as Delivery),
    );
  }
  const operations = POSTGRES_WRITES as unknown as Readonly<Record<string, Operation>>;
  return await mapInOrder(calls, async ({ name: each, args }) => await operations[each]?.(connection, ...args));
}

async function finishTogether(
  connection: PostgresConnection,
  calls: readonly Parameters<OwnWrites['finish']>[],
): Promise<readonly unknown[]> {
  const [, now, rules] = calls.at(-1) as Parameters<OwnWrites['finish']>;
  const results = await WRITES.finish(
    connection,
    calls.flatMap(([requests]) => requests),
    now,
    rules,
  );
  const remaining = [...results];
  return calls.map(([requests]) => remaining.splice(0, requests.length));
}

/** The identity that refused requests share: how many were stored lately is counted before one is added. */
const REFUSED = textHash('requisicoes_recusadas');

/** The identities and contacts that an operation may add. A withdrawal is for all leads of whoever has the lead that it finds. */
function reachOf(name: string, args: readonly unknown[]): Reach {
  if (name === 'accept') {
    const { origin, events } = args[0] as Delivery;
    return { identities: events.map((event) => eventKey(origin, event)), isUnknown: false };
  }
  if (name === 'countFailedLogin') {
    const [entrance, networks] = args as Parameters<OwnWrites['countFailedLogin']>;
    return { identities: networks.map(({ key }) => textHash(`${entrance} ${key}`)), isUnknown: false };
  }
  if (name === 'takeRequest') return { identities: [textHash(`cotas_usadas ${args[0]}`)], isUnknown: false };
  if (name === 'recordRefused') return { identities: [REFUSED], isUnknown: false };
  if (name !== 'finish') return { identities: [], isUnknown: false };
  const intents = (args[0] as readonly StoredFinish[]).flatMap(({ outcome }) => ('kind' in outcome ? [] : [outcome]));
  return { identities: intents.flatMap(keysOf), isUnknown: intents.some(isWithdrawal) };
}
