import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Finisher } from '../../../src/queue/finisher.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { acceptAndClaim, claimOne, finishLead, jobOf, processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, operator, QUEUE, T0 } from '../../support/factories.ts';
import { PostgresServer } from '../../support/postgres-server.ts';
import { ROOT } from '../../support/run-program.ts';
import { saying } from '../../support/saying.ts';
import { silentLogger } from '../../support/silent-logger.ts';

/** What the documentation says to run as the owner. */
const [GRANTS = ''] = readFileSync(`${ROOT}docs/postgresql.md`, 'utf8').match(/create role lead_intake_app[^`]*/) ?? [];

test('a role that can only read and write rows stores events, creates leads and erases people; without a right that results need, jobs wait with the reason', async () => {
  await using server = await PostgresServer.start();
  const address = await server.newDatabase();
  await (await openPostgresStore(address, T0)).close();
  await server.query(server.nameOf(address), GRANTS);
  await using store = await openPostgresStore(address.replace('postgres@', 'lead_intake_app@'), T0);
  await store.addCampaigns([{ id: '42', name: 'Verão', client: 'Um', user: null }], { replace: false }, operator());
  const fields = leadFields({ email: 'ana@example.com', emailNormalized: 'ana@example.com' });
  await processEvent(store, 'a', leadIntent('a', { fields }));
  expect((await store.listLeads({ limit: 9 })).items).toHaveLength(1);
  const ana = { emails: ['ana@example.com'], phones: [], clickIds: [], leadIds: [], clientId: null };
  expect(await store.erasePerson(ana, 'ticket 1', operator(), () => T0)).toMatchObject({ completedAt: T0, leads: 1 });
  const database = server.nameOf(address);
  await server.query(database, 'revoke insert on lead_linhas from lead_intake_app');
  const job = await acceptAndClaim(store, 'b');
  const deps = { queue: store, clock: () => T0, log: silentLogger(), random: () => 0, maxAttempts: 1, dropClaims: () => undefined };
  await new Finisher(deps).conclude([job], [{ outcome: { kind: 'lead', intent: leadIntent('b') } }]);
  expect(await jobOf(store, job.eventId)).toMatchObject({ state: 'pendente', attempts: 0, errorCode: 'not_stored' });
  expect(await store.resultNotStored(QUEUE, T0)).toMatchObject({ params: saying('The PostgreSQL user may not do this') });
  await server.query(database, 'grant insert on lead_linhas to lead_intake_app');
  expect(await finishLead(store, await claimOne(store, { now: T0 + 60_000 }), leadIntent('b'))).toBe('processed');
  await expect(server.query(database, 'set role lead_intake_app; drop table eventos')).rejects.toThrow('owner');
  // What a later migration or `restore` creates, and what pg_dump reads of it.
  await server.query(database, 'create table later (id serial)');
  await server.query(database, 'set role lead_intake_app; insert into later default values; select last_value from later_id_seq');
});
