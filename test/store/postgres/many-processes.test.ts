import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountNamed } from '../../../src/domain/platform-account.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { PostgresConnection } from '../../../src/store/postgres/connection.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openPool } from '../../../src/store/postgres/pool.ts';
import { PostgresWriter } from '../../../src/store/postgres/writer.ts';
import { leaveBatches } from '../../../src/store/sql/privacy/erase-people.ts';
import { accept, addCampaign, claim, finish } from '../../store-contract/steps.ts';
import { batchDelivery, formDelivery, leadFields, leadIntent, operator, QUEUE, T0 } from '../../support/factories.ts';
import { PostgresServer, waiters } from '../../support/postgres-server.ts';

/** Each has connections of its own, as a process on another machine has. */
const PROCESSES = 3;

/** The least that the server takes: one transaction locks 125 identities at most. */
const FEW_LOCKS = 'max_locks_per_transaction=10';

/** A transaction that sees the rows of before it waited for its locks would not see what the others stored meanwhile. */
const OLD_ROWS = 'default_transaction_isolation=repeatable read';

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start(FEW_LOCKS, OLD_ROWS);
});

afterAll(() => server[Symbol.asyncDispose]());

async function withProcesses(work: (stores: readonly Store[], address: string) => Promise<void>): Promise<void> {
  const address = await server.newDatabase();
  // All of them find an empty database.
  const stores = await Promise.all(Array.from({ length: PROCESSES }, () => openPostgresStore(address, T0)));
  try {
    await work(stores, address);
  } finally {
    for (const store of stores) await store.close();
  }
}

const countOf = async (address: string, table: string): Promise<unknown> =>
  (await server.query(server.nameOf(address), `select count(*)::int as total from ${table}`))[0];

test('processes that start together on an empty database create one schema', async () => {
  await withProcesses(async (_, address) => {
    expect(await countOf(address, 'migracoes')).toEqual({ total: 1 });
  });
});

test('an event that several processes receive at once is stored once, with one job', async () => {
  await withProcesses(async (stores, address) => {
    const identities = Array.from({ length: 40 }, (_, index) => `same-${index}`);
    const receipts = await Promise.all(
      stores.flatMap((store) => identities.map(async (identity) => await store.accept(formDelivery(identity)))),
    );
    expect(receipts.flat().filter(({ isNew }) => isNew)).toHaveLength(identities.length);
    expect(await countOf(address, 'eventos')).toEqual({ total: identities.length });
    expect(await countOf(address, 'fila_vivos')).toEqual({ total: identities.length });
  });
});

for (const byContact of [true, false]) {
  test(`events of one new person that several workers finish at once become one lead, by ${byContact ? 'contact' : 'identity'}`, async () => {
    await withProcesses(async (stores, address) => {
      const [first] = stores as [Store];
      await first.addCampaigns([{ id: '42', name: 'Verão', client: 'Um', user: null }], { replace: false }, operator());
      const people = Array.from({ length: 20 }, (_, index) => `ana${index}@example.com`);
      const identities = people.flatMap((email) => stores.map((_, at) => ({ email, identity: `${email}-${at}` })));
      for (const { identity } of identities) await first.accept(formDelivery(identity));
      const emailOf = new Map(identities.map(({ identity, email }) => [identity, email]));
      // With each round, the earliest batch no longer waits for others.
      for (let round = 0; round < PROCESSES; round += 1) {
        const now = T0 + round * 1_000;
        const claimed = await Promise.all(stores.map((store, at) => store.claim({ ...claimOf(at, identities.length / PROCESSES), now })));
        if (round === 0) expect(new Set(claimed.flat().map(({ jobId }) => jobId)).size).toBe(identities.length);
        const finishing = claimed.map(async (jobs, at) => {
          const requests = jobs.map((job) => {
            const email = emailOf.get(job.identity) as string;
            const fields = leadFields({ email, emailNormalized: email });
            const intent = leadIntent(byContact ? job.identity : email, { match: { byContact }, fields });
            return { claim: job, outcome: { kind: 'lead', intent } } as const;
          });
          return await (stores[at] as Store).finish(requests, now);
        });
        const results = new Set((await Promise.all(finishing)).flat());
        expect(results).not.toContain('failed');
      }
      expect(await countOf(address, 'lead_linhas')).toEqual({ total: people.length });
      expect(await first.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 0, running: 0, finished: identities.length });
    });
  });
}

test('a worker that writes several groups at once processes the events of a person in their order', async () => {
  await withProcesses(async ([store], address) => {
    const [first] = [store as Store];
    await addCampaign(first);
    const people = Array.from({ length: 30 }, (_, index) => `ana${index}`);
    for (const person of people) for (const kind of ['lead', 'sale']) await accept(first, `${person}-${kind}`);
    const jobs = await first.claim(claimOf(0, 2 * people.length));
    const results: Promise<unknown>[] = [];
    for (const job of jobs) {
      const email = `${job.identity.slice(6, -5)}@example.com`;
      const isSale = job.identity.endsWith('sale');
      const fields = leadFields({ email, emailNormalized: email });
      const intent = leadIntent(job.identity, { match: { byContact: isSale }, onMatch: 'fill', fields });
      results.push(first.finish([{ claim: job, outcome: { kind: 'lead', intent } }], T0 + 5));
      // Each in a group of its own, or with whatever waits.
      await new Promise(setImmediate);
    }
    await Promise.all(results);
    expect(await countOf(address, 'lead_linhas')).toEqual({ total: people.length });
  });
});

function claimOf(at: number, limit: number) {
  return { queue: QUEUE, workerId: `worker-${at}`, limit, leaseMs: 60_000, now: T0 };
}

test('whatever several workers do at once, each job is claimed once and the counters are right', async () => {
  await withProcesses(async (stores) => {
    const [first] = stores as [Store];
    await Promise.all(Array.from({ length: 300 }, (_, index) => first.accept(formDelivery(`e${index}`))));
    const work = async (store: Store, at: number): Promise<readonly string[]> => {
      const done: string[] = [];
      for (;;) {
        const jobs = await store.claim(claimOf(at, 7));
        if (jobs.length === 0) return done;
        for (const job of jobs) await finish(store, job, { kind: 'failed', fault: { code: 'unreadable', params: '[]' as never } });
        done.push(...jobs.map(({ jobId }) => jobId));
      }
    };
    const done = (await Promise.all(stores.map(work))).flat();
    expect(done.toSorted()).toEqual(Array.from({ length: 300 }, (_, index) => String(index + 1)).toSorted());
    expect(await first.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 0, running: 0, failed: 300 });
  });
});

test('an operator changes jobs while others work, and every counter is right in the end', async () => {
  await withProcesses(async (stores) => {
    const [first, second, third] = stores as [Store, Store, Store];
    await Promise.all(Array.from({ length: 60 }, (_, index) => first.accept(formDelivery(`e${index}`))));
    const fail = async (): Promise<void> => {
      for (const job of await second.claim(claimOf(1, 20)))
        await finish(second, job, { kind: 'failed', fault: { code: 'unreadable', params: '[]' as never } });
    };
    await fail();
    await Promise.all([
      third.retry({ queue: QUEUE }, operator(T0 + 1)),
      fail(),
      ...Array.from({ length: 60 }, (_, index) => first.accept(formDelivery(`more-${index}`))),
    ]);
    const { waiting, running, failed, finished } = await first.queueSnapshot(QUEUE, T0 + 10);
    const jobs = await claim(first, { limit: 1_000, now: T0 + 10 });
    expect(jobs).toHaveLength(waiting);
    expect(waiting + running + failed + finished).toBe(120);
  });
});

test('a batch with more events than a transaction locks is stored once, whoever else stores some of them', async () => {
  await withProcesses(async (stores, address) => {
    const identities = Array.from({ length: 150 }, (_, index) => `same-${index}`);
    const parts = stores.map((_, at) => batchDelivery(identities.slice(20 * at)));
    const receipts = await Promise.all([
      ...parts.map((part, at) => (stores[at] as Store).accept(part)),
      ...identities.slice(60, 90).map((identity, at) => (stores[at % PROCESSES] as Store).accept(batchDelivery([identity]))),
    ]);
    expect(receipts.flat().filter(({ isNew }) => isNew)).toHaveLength(identities.length);
    expect(await countOf(address, 'eventos')).toEqual({ total: identities.length });
  });
});

test('two events of one batch can be blanked at the same time', async () => {
  await withProcesses(async (stores, address) => {
    await (stores[0] as Store).accept(batchDelivery(['one', 'two', 'three']));
    const events = ['one', 'two'].map((identity) => ({ identity, batch: 1 }));
    const connections = await Promise.all(events.map(() => transactionOn(address)));
    // Both have read the batch before one of them writes it, unless they wait for each other.
    const read = Promise.withResolvers<void>();
    const done = connections.map(async ({ connection, client }, at) => {
      const slow = Object.assign(Object.create(connection) as PostgresConnection, {
        all: connection.all.bind(connection),
        get: connection.get.bind(connection),
        run: async (...args: Parameters<PostgresConnection['run']>) => {
          await read.promise;
          return await connection.run(...args);
        },
      });
      await leaveBatches(slow, [events[at] as (typeof events)[0]]);
      await connection.commit();
      client.release();
    });
    await waiters(server, address, 1);
    read.resolve();
    await Promise.all(done);
    await Promise.all(connections.map(({ pool }) => pool.end()));
    const [batch] = await server.query(server.nameOf(address), "select convert_from(corpo, 'UTF8') as body from webhook_lotes");
    expect((batch as { body: string }).body).not.toMatch(/one|two/);
    expect((batch as { body: string }).body).toContain('three');
  });
});

async function transactionOn(address: string) {
  const pool = openPool(address, 'read');
  const client = await pool.connect();
  const connection = new PostgresConnection(client, {}, { events: 0, isConcurrent: true, isCareful: false, settings: '' });
  await connection.begin('begin isolation level read committed', []);
  return { pool, client, connection };
}

test('nobody waits for another service that notes the use of the same secret', async () => {
  await withProcesses(async ([store], address) => {
    const delivery = (identity: string, receivedAt: number) =>
      formDelivery(identity, { secret: 'print', senders: [{ kind: 'formulario', id: 'f' }], receivedAt });
    await store?.accept(delivery('first', T0));
    const other = new pg.Client(address);
    await other.connect();
    await other.query('begin; update segredos_usos set visto_em = visto_em + 1');
    expect(await store?.accept(delivery('second', T0 + 5))).toMatchObject([{ isNew: true }]);
    await other.query('commit');
    await other.end();
    const seen = async (): Promise<unknown> => (await store?.secretUses())?.uses.map(({ seenAt }) => seenAt);
    expect(await seen()).toEqual([T0 + 1]);
    await store?.accept(delivery('third', T0 + 6));
    expect(await seen()).toEqual([T0 + 6]);
  });
});

test('a pooler whose connections know no prepared statement costs one repeated transaction', async () => {
  const pool = openPool(await server.newDatabase(), 'write');
  const prepared = `select name from pg_prepared_statements where name like 'lead_intake_%'`;
  const run = async (connection: PostgresConnection) => [(await connection.all(`select ? as x union all ${prepared}`, 'a')).length];
  const writer = new PostgresWriter(pool, 6_400, run, () => undefined);
  const ask = async (): Promise<unknown> => await writer.write({ name: 'heartbeat', args: [] }, { identities: [], isUnknown: false });
  expect([await ask(), await ask()]).toEqual([2, 2]);
  await pool.query('deallocate all');
  expect([await ask(), await ask()]).toEqual([1, 1]);
  await writer.close();
  await pool.end();
});

test('a rare transaction prepares the statements that it repeats, and no others', async () => {
  const pool = openPool(await server.newDatabase(), 'write');
  const run = async (connection: PostgresConnection) => {
    for (const value of ['a', 'b']) await connection.all('select ? as often', value);
    await connection.all('select ? as once', 'a');
    return await connection.all<{ statement: string }>(`select statement from pg_prepared_statements where ? = 'a'`, 'a');
  };
  const writer = new PostgresWriter(pool, 6_400, run, () => undefined);
  expect(await writer.write({ name: 'retry', args: [] }, { identities: [], isUnknown: false })).toEqual({
    statement: 'select $1 as often',
  });
  await writer.close();
  await pool.end();
});

test('a transaction that cannot begin fails with the first error', async () => {
  const pool = openPool(await server.newDatabase(), 'write');
  const client = await pool.connect();
  const connection = new PostgresConnection(client, {}, { events: 1, isConcurrent: true, isCareful: false, settings: '' });
  await expect(connection.begin('begin; select 1 / 0', [1])).rejects.toMatchObject({ code: '22012' });
  client.release(true);
  await pool.end();
});

test('a server that is told to commit without the disk is not obeyed', async () => {
  await withProcesses(async ([store], address) => {
    const database = server.nameOf(address);
    await server.query(
      database,
      `create table seen as select ''::text as value;
       create function see() returns trigger language plpgsql as $$ begin insert into seen values (current_setting('synchronous_commit')); return null; end $$;
       create trigger see after insert on eventos execute function see();
       alter database ${database} set synchronous_commit = off;
       select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await (store as Store).accept(formDelivery('a')).catch(() => [])).length).toBe(1);
    expect(await server.query(database, "select value from seen where value <> ''")).toEqual([{ value: 'on' }]);
  });
});

test('a rare write waits until nobody else writes', async () => {
  await withProcesses(async ([store], address) => {
    const other = new pg.Client(address);
    await other.connect();
    // As another process that is finishing jobs.
    await other.query('begin; select pg_advisory_xact_lock_shared(-1)');
    let isAdded = false;
    const adding = (store as Store).addClient({ id: null, name: 'Um' }, operator()).then(() => {
      isAdded = true;
    });
    await waiters(server, address, 1);
    expect(isAdded).toBe(false);
    await other.query('commit');
    await adding;
    await other.end();
  });
});

test('what is committed after something with a later id is listed, indexed and claimed too', async () => {
  await withProcesses(async ([first, second], address) => {
    await (first as Store).accept(formDelivery('pattern'));
    const other = new pg.Client(address);
    await other.connect();
    const columns = 'origem, event_type, especie, recebido_em, credencial, requisicao_id, ip, cabecalhos, corpo';
    await other.query(`begin; insert into eventos (identidade, ${columns}) select 'slow', ${columns} from eventos`);
    await other.query(
      'insert into fila_vivos (id, evento_id, fila, disponivel_em, criado_em) select 2, 2, fila, disponivel_em, criado_em from fila_vivos',
    );
    await (second as Store).accept(formDelivery('quick'));
    const seen = async (): Promise<unknown> => [
      (await (first as Store).listEvents({ limit: 9 })).items.map(({ id, identity }) => `${id} ${identity}`),
      await (first as Store).indexMore(9),
      (await (first as Store).claim(claimOf(0, 9))).map(({ eventId }) => eventId),
    ];
    expect(await seen()).toEqual([['3 quick', '1 pattern'], 2, ['1', '3']]);
    await other.query('commit');
    await other.end();
    expect(await seen()).toEqual([['3 quick', '2 slow', '1 pattern'], 1, ['2']]);
  });
});

test('a store whose connections the server has ended goes on with new ones', async () => {
  await withProcesses(async ([store], address) => {
    await (store as Store).accept(formDelivery('before'));
    const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${server.nameOf(address)}' and pid <> pg_backend_pid()`;
    await server.query('postgres', others);
    await expect
      .poll(() =>
        (store as Store).accept(formDelivery('after')).then(
          () => 'stored',
          () => 'refused',
        ),
      )
      .toBe('stored');
    expect((await (store as Store).listEvents({ limit: 10 })).items.map(({ identity }) => identity)).toEqual(['after', 'before']);
  });
});

test('while the server is down, events are refused with a code that senders repeat; afterwards all that were acknowledged are there', async () => {
  await withProcesses(async ([store]) => {
    const accepted = await (store as Store).accept(formDelivery('before'));
    await server.kill();
    await expect((store as Store).accept(formDelivery('meanwhile'))).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect((store as Store).listEvents({ limit: 1 })).rejects.toMatchObject({ code: 'store_unavailable' });
    await server.startAgain();
    await (store as Store).accept(formDelivery('after'));
    const { items } = await (store as Store).listEvents({ limit: 10 });
    expect(items.map(({ identity }) => identity)).toEqual(['after', 'before']);
    expect(items.at(-1)?.id).toBe(accepted[0]?.eventId);
  });
});

test('U+0000, which PostgreSQL does not store, is replaced in text and kept in bodies', async () => {
  await withProcesses(async ([store]) => {
    const body = Buffer.from('{"event_type":"lead","lead":{"id":"nul"}}\u0000');
    await (store as Store).accept({ ...formDelivery('a\u0000b'), body });
    const [event] = (await (store as Store).listEvents({ limit: 1 })).items;
    expect(event?.identity).toBe('a\ufffdb');
    expect((await (store as Store).eventTrail('1'))?.event.body).toEqual(body);
  });
});

test.each([
  ['a database that does not exist', (address: string) => address.replace(/test_\d+/, 'nothing'), 'store_unusable'],
  ['a server that is not there', () => 'postgres://postgres@127.0.0.1:1/x', 'store_unavailable'],
  ['a user that does not exist', (address: string) => address.replace('postgres@', 'nobody-there@'), 'store_unusable'],
])('%s is refused with a sentence, without the address', async (_, change, code) => {
  const address = change(await server.newDatabase());
  const opening = openPostgresStore(address, T0);
  await expect(opening).rejects.toMatchObject({ name: 'AppError', code });
  await expect(opening).rejects.not.toThrow(/postgres:\/\//);
});

test('a database of a newer version is refused', async () => {
  await withProcesses(async (_, address) => {
    await server.query(server.nameOf(address), "insert into migracoes (versao, nome, aplicada_em) values (99, 'later', 0)");
    await expect(openPostgresStore(address, T0)).rejects.toMatchObject({ code: 'store_newer' });
  });
});

test('scheduled work is taken by one process, and by another once its holder is gone', async () => {
  await withProcesses(async (stores) => {
    const take = async (now: number) =>
      await Promise.all(stores.map((store, at) => store.takeTask('retention', `process-${at}`, now + 600_000, now)));
    const holder = (await take(T0)).indexOf(true);
    expect((await take(T0 + 1)).map((isMine, at) => isMine === (at === holder))).toEqual([true, true, true]);
    // The holder was killed: it neither finishes nor renews.
    const others = stores.filter((_, at) => at !== holder);
    const takeOver = async (now: number) =>
      await Promise.all(others.map((store, at) => store.takeTask('retention', `other-${at}`, now + 600_000, now)));
    expect(await takeOver(T0 + 599_999)).toEqual([false, false]);
    expect((await takeOver(T0 + 600_001)).filter(Boolean)).toHaveLength(1);
  });
});

test('what one process learns of an account holds for all, and one of them tries an account that is away', async () => {
  await withProcesses(async (stores) => {
    const [first, second] = stores as [Store, Store];
    const [resting, away] = [accountNamed('ads_account', '1'), accountNamed('ads_account', '2')];
    const fault = { code: 'platform_throttled', params: '[]' as never } as const;
    await first.noteAccount(resting, { kind: 'throttled', until: T0 + 60_000, fault }, T0);
    await first.noteAccount(away, { kind: 'away', until: T0 + 1_000, fault }, T0);
    expect(await second.listAccounts()).toMatchObject([{ pausedUntil: T0 + 60_000 }, { awaySince: T0 }]);
    const probes = stores.map((store) => store.noteAccount(away, { kind: 'probed', until: T0 + 61_000 }, T0 + 1_001));
    expect((await Promise.all(probes)).filter(Boolean)).toHaveLength(1);
  });
});
