import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OUTCOME_UNKNOWN } from '../../../src/domain/conversion.ts';
import { type ClaimedJob, CONVERSION_QUEUE, type JobOutcome } from '../../../src/domain/job.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { Finisher } from '../../../src/queue/finisher.ts';
import { inspectServer } from '../../../src/store/postgres/inspect-server.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { accept, acceptAndClaim, claim, claimOne, finishLead, jobOf, processEvent } from '../../store-contract/steps.ts';
import { formDelivery, leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../../support/factories.ts';
import { PostgresServer } from '../../support/postgres-server.ts';
import { ROOT } from '../../support/run-program.ts';
import { saying } from '../../support/saying.ts';
import { silentLogger } from '../../support/silent-logger.ts';

/** What the documentation says to run as the owner. */
const [GRANTS = ''] = readFileSync(`${ROOT}docs/postgresql.md`, 'utf8').match(/create role lead_intake_app[^`]*/) ?? [];

const RELATIONS = `
select relname as name, relkind as kind from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S') and relname <> 'migracoes' order by relname`;

const PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  r: ['select', 'insert', 'update', 'delete'],
  v: ['select'],
  S: ['select', 'usage'],
};

let server: PostgresServer;
let database: string;
/** With the role of the documentation. */
let address: string;

beforeAll(async () => {
  server = await PostgresServer.start();
  const owned = await server.newDatabase();
  await (await openPostgresStore(owned, T0)).close();
  database = server.nameOf(owned);
  await server.query(database, GRANTS);
  address = owned.replace('postgres@', 'lead_intake_app@');
});

afterEach(() => server.clear(address));

afterAll(() => server[Symbol.asyncDispose]());

test('what the role lacks is named, and it is not writable exactly if no event can be stored', async () => {
  await using store = await openPostgresStore(address, T0);
  const isPossible = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    );
  const relations = (await server.query(database, RELATIONS)) as readonly { readonly name: string; readonly kind: string }[];
  for (const { name, kind } of relations) {
    const privileges = PRIVILEGES[kind] ?? [];
    const on = `on ${kind === 'S' ? 'sequence ' : ''}${name}`;
    for (const privilege of privileges) {
      const what = `${privilege} ${on}`;
      await server.query(database, `revoke ${what} from lead_intake_app`);
      const isStored = await isPossible(store.accept(formDelivery(what)));
      expect({ what, isWritable: await isPossible(store.checkWritable()) }).toEqual({ what, isWritable: isStored });
      await server.query(database, `grant ${what} to lead_intake_app`);
    }
    await server.query(database, `revoke all ${on} from lead_intake_app`);
    const missingGrants = { lacking: [`${name} (${privileges.join(', ')})`], role: 'lead_intake_app', schema: 'public' };
    expect(await inspectServer(address)).toMatchObject({ missingGrants });
    await server.query(database, `grant ${privileges.join(', ')} ${on} to lead_intake_app`);
  }
  // Not its own.
  await server.query(database, 'create table notes (id serial); revoke all on notes, notes_id_seq from lead_intake_app');
  await store.checkWritable();
  expect(await store.storeFacts()).not.toHaveProperty('missingGrants');
  await server.query(database, 'revoke insert on lead_linhas from lead_intake_app');
  expect((await store.storeFacts()).missingGrants?.lacking).toEqual(['lead_linhas (insert)']);
  await server.query(database, 'grant insert on lead_linhas to lead_intake_app');
});

test('a role that can only read and write rows stores events, creates leads and erases people; without a right that results need, jobs wait with the reason', async () => {
  await using store = await openPostgresStore(address, T0);
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'Um', user: null }], { replace: false }, operator());
  const fields = leadFields({ email: 'ana@example.com', emailNormalized: 'ana@example.com' });
  await processEvent(store, 'a', leadIntent('a', { fields }));
  expect((await store.listLeads({ limit: 9 })).items).toHaveLength(1);
  const ana = { emails: ['ana@example.com'], phones: [], clickIds: [], leadIds: [], clientId: null };
  expect(await store.erasePerson(ana, 'ticket 1', operator(), () => T0)).toMatchObject({ completedAt: T0, leads: 1 });
  await server.query(database, 'revoke insert on lead_linhas from lead_intake_app');
  const job = await acceptAndClaim(store, 'b');
  const deps = { queue: store, clock: () => T0, log: silentLogger(), random: () => 0, maxAttempts: 1, dropClaims: () => undefined };
  await new Finisher(deps).conclude([{ claim: job, outcome: { kind: 'lead', intent: leadIntent('b') } }]);
  expect(await jobOf(store, job.eventId)).toMatchObject({ state: 'pendente', attempts: 0, errorCode: 'not_stored' });
  expect(await store.resultNotStored(QUEUE)).toMatchObject({ params: saying('The PostgreSQL user may not do this') });
  await server.query(database, 'grant insert on lead_linhas to lead_intake_app');
  expect(await finishLead(store, await claimOne(store, { now: T0 + 60_000 }), leadIntent('b'))).toBe('processed');
  await expect(server.query(database, 'set role lead_intake_app; drop table eventos')).rejects.toThrow('owner');
  // What a later migration or `restore` creates, and what pg_dump reads of it.
  await server.query(database, 'create table later (id serial)');
  await server.query(database, 'set role lead_intake_app; insert into later default values; select last_value from later_id_seq');
});

describe('without a right on conversions', () => {
  let store: Store;
  let now: number;

  beforeEach(async () => {
    now = T0;
    store = await openPostgresStore(address, T0);
    await store.addCampaigns([{ id: '42', name: 'Verão', client: 'Um', user: null }], { replace: false }, operator());
  });

  afterEach(async () => {
    await server.query(database, 'grant insert, update on conversoes to lead_intake_app');
    await store.close();
  });

  /** A worker that claims what is due and stores these outcomes. */
  async function round(queue: string, outcome: (job: ClaimedJob) => JobOutcome): Promise<readonly ClaimedJob[]> {
    const jobs = await claim(store, { queue, now });
    const deps = { queue: store, clock: () => now, log: silentLogger(), random: () => 0, maxAttempts: 2, dropClaims: () => undefined };
    await new Finisher(deps).conclude(jobs.map((job) => ({ claim: job, outcome: outcome(job) })));
    return jobs;
  }

  test('a sale does not keep the leads of its batch', async () => {
    const eventIds = await accept(store, 'a', 'sale', 'b');
    await server.query(database, 'revoke insert on conversoes from lead_intake_app');
    const sale = { fields: leadFields({ searchClickId: 'g' }), conversion: newConversion() };
    await round(QUEUE, ({ identity }) => ({ kind: 'lead', intent: leadIntent(identity, identity === 'sale' ? sale : {}) }));
    const jobs = await Promise.all(eventIds.map(async (eventId) => await jobOf(store, eventId)));
    expect(jobs.map(({ state, errorCode }) => errorCode ?? state)).toEqual(['concluido', 'not_stored', 'concluido']);
  });

  test('a conversion whose result is not stored is sent again a few times, and then waits for a person', async () => {
    const sale = { fields: leadFields({ searchClickId: 'g' }), conversion: newConversion() };
    await processEvent(store, 'sold', leadIntent('sold', sale));
    await store.enqueueConversions(['search_ads'], 100, T0);
    await server.query(database, 'revoke update on conversoes from lead_intake_app');
    let sent = 0;
    for (let hour = 0; hour < 4; hour += 1, now += 3_600_000) {
      sent += (await round(CONVERSION_QUEUE, () => ({ kind: 'sent', requestId: null }))).length;
    }
    expect(sent).toBe(2);
    const [conversion] = (await store.listConversions({ limit: 9 })).items;
    expect(conversion).toMatchObject({
      state: 'pendente',
      fault: { code: OUTCOME_UNKNOWN, params: saying('The PostgreSQL user may not do this') },
    });
  });
});
