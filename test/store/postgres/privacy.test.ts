import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Store } from '../../../src/domain/ports.ts';
import { NO_RETENTION } from '../../../src/domain/retention.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { accept, addCampaign, claim } from '../../store-contract/steps.ts';
import { formBody, formDelivery, leadFields, leadIntent, operator, T0 } from '../../support/factories.ts';
import { PostgresServer, waiters } from '../../support/postgres-server.ts';

const DAY = 86_400_000;
const EVA = { emails: ['Eva@Example.com'], phones: [], clickIds: [], leadIds: [], clientId: null };

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

async function withStore(work: (store: Store, address: string) => Promise<void>): Promise<void> {
  const address = await server.newDatabase();
  const store = await openPostgresStore(address, T0);
  try {
    await addCampaign(store);
    await work(store, address);
  } finally {
    await store.close();
  }
}

async function addPerson(store: Store, name: string): Promise<void> {
  const email = `${name}@example.com`;
  const body = formBody(name, { lead: { email } });
  await store.accept(formDelivery(name, { body }));
  const [job] = await store.claim({ queue: 'webhooks', workerId: 'w', limit: 1, leaseMs: 60_000, now: T0 });
  const fields = leadFields({ email, emailNormalized: email, name });
  await store.finish([{ claim: job as never, outcome: { kind: 'lead', intent: leadIntent(name, { fields }) } }], T0 + 1);
  while ((await store.indexMore(100)) > 0);
}

/** The tables with a row that contains a text. */
async function tablesWith(address: string, text: string): Promise<readonly string[]> {
  const database = server.nameOf(address);
  const tables = (await server.query(database, "select tablename as name from pg_tables where schemaname = 'public'")) as {
    name: string;
  }[];
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = (await server.query(database, `select t::text as row from ${name} t`)) as { row: string }[];
    // Bytes are written in hex.
    if (rows.some(({ row }) => row.includes(text) || row.includes(Buffer.from(text).toString('hex')))) found.push(name);
  }
  return found;
}

/** The text of a call of the driver. */
function textOf(query: unknown): string {
  return typeof query === 'string' ? query : (query as { readonly text: string }).text;
}

test('an erasure is complete only when no other process is indexing a row of the person any more', async () => {
  await withStore(async (store, address) => {
    await addPerson(store, 'eva');
    const other = new pg.Client(address);
    await other.connect();
    await other.query("insert into busca_apagadas (tabela, linha) values ('leads', 1)");
    await other.query('begin; select * from busca_apagadas for update');
    let isComplete = false;
    const erasing = store
      .erasePerson(EVA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY)
      .then(() => {
        isComplete = true;
      });
    await waiters(server, address, 1);
    expect(isComplete).toBe(false);
    await other.query('commit');
    await erasing;
    await other.end();
  });
});

test('a person is found, and after an erasure no row of any table contains them; others are as they were', async () => {
  await withStore(async (store, address) => {
    for (const name of ['eva', 'bob']) await addPerson(store, name);
    expect(await store.findPerson(EVA)).toMatchObject({ leadIds: ['1'], eventIds: ['1'] });
    expect((await tablesWith(address, 'eva@example.com')).length).toBeGreaterThan(1);
    const before = await store.findLead('2');
    const erasure = await store.erasePerson(EVA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
    expect(erasure).toMatchObject({ leads: 1, events: 1, completedAt: T0 + DAY });
    expect(await tablesWith(address, 'eva@example.com')).toEqual([]);
    expect((await store.listLeads({ text: 'eva', limit: 10 })).items).toEqual([]);
    expect((await store.listLeads({ text: 'bob', limit: 10 })).items.map(({ id }) => id)).toEqual(['2']);
    expect(await store.findLead('2')).toEqual(before);
  });
});

test('an erased person does not come back with a resend', async () => {
  await withStore(async (store, address) => {
    await addPerson(store, 'eva');
    await store.erasePerson(EVA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
    const body = formBody('eva', { lead: { email: 'eva@example.com' } });
    expect(await store.accept(formDelivery('eva', { body }))).toMatchObject([{ isNew: false, status: 'already_accepted' }]);
    expect(await tablesWith(address, 'eva@example.com')).toEqual([]);
  });
});

test('whether events and leads are of erased people is asked once for all that are written together', async () => {
  await withStore(async (store) => {
    await addPerson(store, 'eva');
    await store.erasePerson(EVA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const questions = (): number => asked.mock.calls.filter(([query]) => textOf(query).includes('from apagados')).length;
    const names = Array.from({ length: 30 }, (_, index) => `ana-${index}`);
    await accept(store, ...names);
    const jobs = await claim(store);
    const leads = jobs.map((job) => {
      const email = `${job.identity}@example.com`;
      const intent = leadIntent(job.identity, { fields: leadFields({ email, emailNormalized: email }) });
      return { claim: job, outcome: { kind: 'lead', intent } } as const;
    });
    const inIntake = questions();
    expect(new Set(await store.finish(leads, T0 + 1))).toEqual(new Set(['processed']));
    // Those that came while the first was stored are the second group, and the claim asks nothing.
    expect([inIntake, questions() - inIntake]).toEqual([expect.toSatisfy((count) => count === 1 || count === 2), 1]);
    asked.mockRestore();
  });
});

test('an event of an erased person that the database does not have, sent twice at once, is stored once without its content', async () => {
  await withStore(async (store, address) => {
    await addPerson(store, 'eva');
    await store.erasePerson(EVA, 'ticket 1', operator(T0 + DAY), () => T0 + DAY);
    // As a backup from before the event has it: the fingerprint remains.
    await server.query(server.nameOf(address), 'update apagados set evento_id = null');
    const body = formBody('eva', { lead: { email: 'eva@example.com' } });
    const receipts = (await Promise.all([1, 2, 3].map(() => store.accept(formDelivery('eva', { body }))))).flat();
    expect(new Set(receipts.map(({ eventId, status }) => `${eventId} ${status}`)).size).toBe(1);
    expect(await tablesWith(address, 'eva@example.com')).toEqual([]);
  });
});

test('what is too old is deleted, and counted before', async () => {
  await withStore(async (store, address) => {
    await addPerson(store, 'eva');
    const days = { ...NO_RETENTION, bodies: 1, leads: 1, refused: 1, jobs: 1, log: 1 };
    const counted = await store.countExpired(days, T0 + 3 * DAY);
    const { counts, isComplete } = await store.deleteExpired(days, operator(T0 + 3 * DAY));
    expect(isComplete).toBe(true);
    expect(counts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['corpos', 'leads', 'jobs']));
    expect(counts.find(({ kind }) => kind === 'corpos')).toEqual(counted.find(({ kind }) => kind === 'corpos'));
    expect(await tablesWith(address, 'eva@example.com')).toEqual([]);
  });
});

test('a click ID with NUL, which PostgreSQL cannot hold, is searched for and erased in the form in which it is stored', async () => {
  await withStore(async (store) => {
    await addPerson(store, 'eva');
    const person = { ...EVA, emails: [], clickIds: ['a\0b'] };
    expect(await store.findPerson(person)).toMatchObject({ leadIds: [] });
    expect(await store.beginErasure(person, 'ticket 1', operator(T0))).toMatchObject({ id: '1' });
  });
});
