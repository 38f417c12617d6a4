import { describe, expect, test } from 'vitest';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import type { ActivityQuery, ConversionQuery, EventQuery, LeadQuery } from '../../../src/domain/report-ports.ts';
import { toStoredFinish } from '../../../src/store/sql/ports/job-queue.ts';
import { openWriteConnection, SqliteConnection } from '../../../src/store/sqlite/connection.ts';
import type { Driver } from '../../../src/store/sqlite/driver.ts';
import { readsOf, type SqliteReads } from '../../../src/store/sqlite/reads.ts';
import { writeOperations } from '../../../src/store/sqlite/writer/write-operations.ts';
import { formDelivery, leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { TempDir } from '../../support/temp-dir.ts';

/**
 * The tables that grow to millions of rows. Indexes of held, failed, parked or test rows contain only those, so scanning them from one end
 * is fine.
 */
const LARGE_TABLES =
  /\bSCAN (fila_vivos|fila_encerrados|webhook_eventos|leads|lead_linhas|conversoes|fila_tentativas|fila_tempos|lead_mudancas|registro_operadores|conversoes_envio|eventos_buscados|c(?! VIRTUAL)|e|j|l|s|t)\b(?! USING (COVERING )?INDEX (fila_vivos_reservas|fila_encerrados_falhas_todas|fila_vivos_estacionados|fila_vivos_sem_conta|leads_teste|leads_enviado))/;
const EXPLAINABLE = /^\s*(with|select|insert|update|delete)\b/i;

/** Records every statement that is prepared through it. */
function recording(driver: Driver, statements: Set<string>): Driver {
  return {
    ...driver,
    prepare: (sql) => {
      statements.add(sql);
      return driver.prepare(sql);
    },
  };
}

function plan(driver: Driver, sql: string): string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => null);
  const rows = driver.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
  return rows.map((row) => row.detail);
}

type Work = (operations: ReturnType<typeof writeOperations>, reads: SqliteReads) => Promise<unknown>;

/** The statements that read or change a large table without an index, with their plans. */
async function scans(work: Work): Promise<{
  seen: number;
  scanning: string[];
  /** Those that sort more than the 51 rows of each part of a merged list. */
  sorting: string[];
}> {
  const plans = [...(await plansOf(work))];
  const scanning = plans.flatMap(([sql, details]) =>
    details.some((detail) => LARGE_TABLES.test(detail)) ? [`${sql}\n  → ${details.join('; ')}`] : [],
  );
  const sorting = plans.flatMap(([sql, details]) =>
    details.includes('USE TEMP B-TREE FOR ORDER BY') && !details.includes('MERGE (UNION ALL)') ? [sql] : [],
  );
  return { seen: plans.length, scanning, sorting };
}

/** The plans of all prepared statements. */
async function plansOf(work: Work): Promise<ReadonlyMap<string, readonly string[]>> {
  using folder = new TempDir();
  const { driver } = openWriteConnection(folder.file('test.db'), T0, { create: true });
  const statements = new Set<string>();
  const connection = new SqliteConnection(recording(driver, statements), folder.file('test.db'));
  driver.exec('begin');
  await work(writeOperations(connection), readsOf(connection));
  driver.exec('commit');
  const explained = [...statements].filter((sql) => EXPLAINABLE.test(sql));
  const plans = new Map(explained.map((sql) => [sql, plan(driver, sql)]));
  driver.close();
  return plans;
}

async function claimAll(operations: ReturnType<typeof writeOperations>) {
  return await operations.claim({ queue: QUEUE, workerId: 'w', limit: 100, leaseMs: 1_000, now: T0 });
}

describe('no statement on the hot paths scans a large table', () => {
  test('accept, and the look-up of a resend', async () => {
    const { seen, scanning } = await scans(async (operations) => {
      await operations.accept(formDelivery('a'));
      await operations.accept(formDelivery('a'));
    });
    expect(seen).toBeGreaterThanOrEqual(4);
    expect(scanning).toEqual([]);
  });

  test('claim, and the looks before it', async () => {
    const { seen, scanning } = await scans(async (operations, reads) => {
      await operations.accept(formDelivery('a'));
      await reads.hasDue(QUEUE, T0);
      await reads.hasExpired(T0);
      await reads.nextDueAt(QUEUE, T0);
      await reads.isPutOffByClock(QUEUE, T0);
      expect(await reads.claimedJobs(await claimAll(operations))).toMatchObject([{ identity: 'a' }]);
    });
    expect(seen).toBeGreaterThanOrEqual(8);
    expect(scanning).toEqual([]);
  });

  test('lead forms: the list goes from form to form', async () => {
    const { seen, scanning } = await scans(async (_operations, reads) => {
      const form = { origin: 'social_ads', formId: '7' } as const;
      await reads.listForms();
      await reads.listForms('7');
      await reads.leadsOfForm(form, '0', 10);
      await reads.leadsOfForm(form, null, 10);
    });
    expect(seen).toBe(4);
    expect(scanning).toEqual([]);
  });

  test('finish, with every way to look for a lead', async () => {
    const { seen, scanning } = await scans(async (operations) => {
      await operations.addClient({ id: null, name: 'Agência Um' }, operator());
      for (const identity of ['a', 'b', 'c', 'd']) await operations.accept(formDelivery(identity));
      const contacts = leadFields({
        searchClickId: 'c',
        gbraid: 'g',
        wbraid: 'w',
        socialClickId: 's',
        emailNormalized: 'ana@example.com',
        phoneKey: '1187654321',
      });
      const intent = leadIntent('lead', { match: { byContact: true }, fields: contacts, conversion: newConversion(), onMatch: 'merge' });
      const fault = { code: 'x', params: inWords('x') };
      const outcomes = [
        { kind: 'lead', intent },
        { kind: 'lead', intent },
        { kind: 'failed', fault },
        { kind: 'retry', fault, availableAt: T0, spendsAttempt: true },
      ] as const;
      const jobs = await claimAll(operations);
      const requests = jobs.map((job, index) => toStoredFinish({ claim: job, outcome: outcomes[index] ?? outcomes[0] }));
      expect(await operations.finish(requests, T0)).toEqual(['processed', 'processed', 'failed', 'waiting']);
    });
    expect(seen).toBeGreaterThanOrEqual(20);
    expect(scanning).toEqual([]);
  });

  test('leases, recovery, retry and prune', async () => {
    const { seen, scanning } = await scans(async (operations) => {
      for (const identity of ['a', 'b', 'c']) await operations.accept(formDelivery(identity));
      const jobs = await claimAll(operations);
      await operations.extendLeases(jobs, T0 + 1);
      await operations.release(jobs.slice(0, 1));
      await operations.recover(['w'], T0, 1);
      await claimAll(operations);
      await operations.recover([], T0 + 2_000, 10);
      await operations.bringForward(QUEUE, T0);
      await operations.retry(
        jobs.map((job) => job.jobId),
        operator(),
        true,
      );
      for (const kind of ['finished', 'failed'] as const) await operations.pruneBatch({ queue: QUEUE, kind, before: T0 + 1 }, 0, 10);
    });
    expect(seen).toBeGreaterThanOrEqual(12);
    expect(scanning).toEqual([]);
  });

  test('the state of the queue', async () => {
    const { seen, scanning } = await scans(async (_operations, reads) => {
      await reads.queueSnapshot(QUEUE, T0);
      await reads.briefSnapshot(QUEUE, T0);
      await reads.queueHistory(QUEUE, T0);
      await reads.spanFigures(QUEUE, T0 - 60_000, T0);
      await reads.conversionNames();
      await reads.conversionsWaitSince('search_ads');
      await reads.sourceActivity(T0);
      await reads.listActivity({ action: 'backup', limit: 1 });
      for (const kind of ['finished', 'failed'] as const) await reads.countPrunable({ queue: QUEUE, kind, before: T0 });
    });
    expect(seen).toBeGreaterThanOrEqual(10);
    expect(scanning).toEqual([]);
  });

  test('the search index, and changes of many events', async () => {
    const { seen, scanning } = await scans(async (operations, reads) => {
      for (const identity of ['a', 'b']) await operations.accept(formDelivery(identity));
      const [job] = await claimAll(operations);
      if (job === undefined) throw new Error('expected a job');
      await operations.finish(
        [toStoredFinish({ claim: job, outcome: { kind: 'failed', fault: { code: 'x', params: inWords('x') } } })],
        T0,
      );
      await reads.indexMore(100);
      const page = { now: T0, limit: 10, lookAt: 10 };
      for (const filter of [{}, { errorCode: 'x' }, { text: 'ana' }, { clientId: '1' }, { identity: 'a' }])
        await reads.changeable(filter, page);
      await reads.countChangeable([job.jobId], T0);
      await reads.eventErrorGroups({});
      await reads.eventErrorGroups({ eventType: 'lead', since: T0 });
      await operations.retryEvents([job.jobId], operator(), QUEUE);
      await operations.forgetEvents([job.jobId], operator());
    });
    expect(seen).toBeGreaterThanOrEqual(25);
    expect(scanning).toEqual([]);
  });

  test('one event with all that came of it, and one lead', async () => {
    const { seen, scanning } = await scans(async (operations, reads) => {
      await operations.addClient({ id: '1', name: 'Agência Um' }, operator());
      await operations.accept(formDelivery('a'));
      const [job] = await claimAll(operations);
      if (job === undefined) throw new Error('expected a job');
      await operations.finish([toStoredFinish({ claim: job, outcome: { kind: 'lead', intent: leadIntent('a') } })], T0);
      expect((await reads.eventTrail(job.jobId))?.lead).not.toBeNull();
      expect(await reads.findLead('1')).not.toBeNull();
    });
    expect(seen).toBeGreaterThanOrEqual(10);
    expect(scanning).toEqual([]);
  });

  test('conversions on their way to the platforms, and what was fetched from them', async () => {
    const { seen, scanning } = await scans(async (operations, reads) => {
      await operations.addClient({ id: '1', name: 'Agência Um' }, operator());
      const keys = ['a', 'b', 'c', 'd', 'e'];
      for (const key of keys) await operations.accept(formDelivery(key));
      const fetched = Buffer.from('{}');
      const intentOf = (key: string) => leadIntent(key, { fields: leadFields({ searchClickId: 'g' }), conversion: newConversion({ key }) });
      const events = (await claimAll(operations)).map((job, index) =>
        toStoredFinish({ claim: job, outcome: { kind: 'lead', intent: intentOf(keys[index] as string) }, fetched }),
      );
      await operations.finish(events, T0);
      await reads.hasUnqueued(['search_ads']);
      await operations.enqueueConversions(['search_ads'], 100, T0);
      const jobs = await operations.claim({ queue: CONVERSION_QUEUE, workerId: 'w', limit: 100, leaseMs: 1_000, now: T0 });
      const fault = { code: 'x', params: inWords('x') };
      const outcomes = [
        { kind: 'failed', fault },
        { kind: 'parked', fault },
        { kind: 'retry', fault, availableAt: T0, spendsAttempt: false, alone: true },
        { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: T0 },
        { kind: 'sent', requestId: 'r' },
      ] as const;
      const ends = jobs.map((job, index) => toStoredFinish({ claim: job, outcome: outcomes[index] ?? outcomes[0] }));
      expect(await operations.finish(ends, T0)).toEqual(['failed', 'waiting', 'waiting', 'waiting', 'processed']);
      await reads.conversionsToSend(['1']);
      await reads.fetchedLeads(['1']);
      await reads.knownIdentities('social_ads', ['a']);
      const parked = await reads.parkedFor(
        { queue: QUEUE, faultCodes: ['x'], clientIds: null, platform: null, named: null },
        Number.MAX_SAFE_INTEGER,
        500,
      );
      await operations.resumeParked(parked.selected, ['x'], T0, null, ['y']);
      await reads.waitingFor(QUEUE, 'x', { availableAt: T0, id: 0 }, 500);
      await operations.bringBack(['1'], { code: 'x', named: 'y' }, 1_000, T0);
      await reads.countWaitingForAccount();
      await reads.eventsWithoutAnswers('social_ads', ['a']);
      await operations.resumeFetched('social_ads', [{ identity: 'a', body: fetched }], T0);
      await reads.wrongClientEvents('search_ads');
      await operations.correctClients([{ eventId: '1', clientId: '1' }], T0);
      expect(await operations.retryConversions(['1'], operator())).toEqual(['1']);
      await operations.addStage({ ...newConversion({ key: 'q' }), leadId: '1' }, operator());
      await operations.addStage({ ...newConversion({ key: 'q' }), leadId: '1' }, operator());
      expect(await reads.exportConversions({ since: T0 - 1_000, after: null, limit: 10 })).toHaveLength(6);
    });
    expect(seen).toBeGreaterThanOrEqual(30);
    expect(scanning).toEqual([]);
  });

  test('each partial index of jobs is found by the statements that are made for it', async () => {
    const plans = await plansOf(async (operations, reads) => {
      await operations.accept(formDelivery('a'));
      await operations.accept(formDelivery('a'));
      await operations.replay(['1'], operator(), QUEUE);
      await operations.retryConversions(['1'], operator());
      await operations.enqueueConversions(['search_ads'], 10, T0);
      await reads.parkedFor(
        { queue: QUEUE, faultCodes: ['x'], clientIds: null, platform: null, named: null },
        Number.MAX_SAFE_INTEGER,
        500,
      );
      await reads.countWaitingForAccount();
      await reads.eventsWithoutAnswers('social_ads', ['a']);
      await reads.listEvents({ parked: true, limit: 10 });
      await reads.listFailedJobs({ parked: true, queue: QUEUE, limit: 10 });
      await reads.resultNotStored(QUEUE);
    });
    const used = (index: string) =>
      [...plans.values()].filter((details) => details.some((detail) => detail.includes(`INDEX ${index} `))).length;
    // With the queue as the key, parked jobs are adjacent in the index of waiting ones.
    expect(used('fila_vivos_pendentes')).toBe(1);
    expect(used('fila_vivos_estacionados')).toBe(2);
    expect(used('fila_vivos_nao_gravados')).toBe(1);
  });

  test('the conversions of one lead', async () => {
    const { scanning } = await scans(
      async (_operations, reads) => await reads.listConversions({ limit: 50, leadId: '1', state: 'pendente' }),
    );
    expect(scanning).toEqual([]);
  });

  test('the lists, whatever they are filtered by: no page sorts what it does not show', async () => {
    const events: Omit<EventQuery, 'limit'>[] = [
      { origin: 'search_ads' },
      { status: 'processado' },
      { origin: 'search_ads', status: 'erro' },
      { eventType: 'sale' },
      { errorCode: 'x' },
      { since: T0 },
      { until: T0, status: 'erro', before: '9' },
      { clientId: '1', status: 'erro' },
      { campaignId: '42', since: T0 },
      { text: 'ana 1', until: T0 },
    ];
    const leads: Omit<LeadQuery, 'limit'>[] = [
      { origin: 'search_ads' },
      { origin: 'formulario_proprio', before: `${T0}-1` },
      { clientId: '1' },
      { campaignId: '42' },
      { isTest: true },
      { since: T0, clientId: '1' },
      { text: 'ana 1', campaignId: '42' },
      { since: T0, until: T0 + 1 },
      { before: `${T0}-1` },
      { before: `${T0}-1`, since: T0, campaignId: '42' },
      { before: `${T0}-1`, clientId: '1', campaignId: '42' },
      { before: `${T0}-1`, isTest: true },
    ];
    const conversions: Omit<ConversionQuery, 'limit'>[] = [
      { state: 'pendente' },
      { platform: 'search_ads' },
      { state: 'enviada', platform: 'social_ads' },
      { clientId: '1' },
      { clientId: '1', state: 'pendente' },
      { since: T0 },
      { until: T0, state: 'pendente', before: '9' },
      { errorCode: 'x' },
      { errorCode: 'x', state: 'rejeitada' },
      { errorCode: 'x', state: 'rejeitada', platform: 'search_ads' },
      { errorCode: 'x', state: 'pendente' },
      { errorCode: 'x', clientId: '1' },
    ];
    const activity: Omit<ActivityQuery, 'limit'>[] = [{ operator: 'admin' }, { action: 'backup' }, { operator: 'admin', action: 'backup' }];
    const { seen, scanning, sorting } = await scans(async (_operations, reads) => {
      for (const query of conversions) await reads.listConversions({ limit: 50, ...query });
      await reads.exportConversions({ since: T0, after: '9', limit: 50 });
      for (const query of activity) await reads.listActivity({ limit: 50, ...query });
      for (const query of events) await reads.listEvents({ limit: 50, ...query });
      for (const query of leads) await reads.listLeads({ limit: 50, ...query });
      await reads.eventErrorGroups({});
      await reads.failureTargets('x');
      await reads.countJobs({ queue: QUEUE, errorCode: 'x', named: 'y' }, 0);
      await reads.countJobs({ parked: true, queue: QUEUE, errorCode: 'x' }, 0);
      for (const query of [{}, { queue: QUEUE }, { errorCode: 'x' }, { errorCode: 'x', named: 'y' }])
        await reads.listFailedJobs({ limit: 50, ...query });
      for (const query of [{}, { queue: QUEUE }]) await reads.listFailedJobs({ limit: 50, parked: true, ...query });
    });
    expect(seen).toBeGreaterThanOrEqual(27);
    expect(scanning).toEqual([]);
    expect(sorting).toEqual([]);
  });
});
