import { describe, expect, test } from 'vitest';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import type { ActivityQuery, ConversionQuery, EventQuery, LeadQuery } from '../../../src/domain/report-ports.ts';
import { Connection, openWriteConnection } from '../../../src/store/sqlite/connection.ts';
import type { Driver } from '../../../src/store/sqlite/driver.ts';
import { toStoredFinish } from '../../../src/store/sqlite/ports/job-queue.ts';
import { type Reads, readsOf } from '../../../src/store/sqlite/queries/reads.ts';
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

type Work = (operations: ReturnType<typeof writeOperations>, reads: Reads) => void;

/** The statements that read or change a large table without an index, with their plans. */
function scans(work: Work): {
  seen: number;
  scanning: string[];
  /** Those that sort more than the 51 rows of each part of a merged list. */
  sorting: string[];
} {
  const plans = [...plansOf(work)];
  const scanning = plans.flatMap(([sql, details]) =>
    details.some((detail) => LARGE_TABLES.test(detail)) ? [`${sql}\n  → ${details.join('; ')}`] : [],
  );
  const sorting = plans.flatMap(([sql, details]) =>
    details.includes('USE TEMP B-TREE FOR ORDER BY') && !details.includes('MERGE (UNION ALL)') ? [sql] : [],
  );
  return { seen: plans.length, scanning, sorting };
}

/** The plans of all prepared statements. */
function plansOf(work: Work): ReadonlyMap<string, readonly string[]> {
  using folder = new TempDir();
  const { driver } = openWriteConnection(folder.file('test.db'), T0, { create: true });
  const statements = new Set<string>();
  const connection = new Connection(recording(driver, statements), folder.file('test.db'));
  driver.exec('begin');
  work(writeOperations(connection), readsOf(connection));
  driver.exec('commit');
  const explained = [...statements].filter((sql) => EXPLAINABLE.test(sql));
  const plans = new Map(explained.map((sql) => [sql, plan(driver, sql)]));
  driver.close();
  return plans;
}

function claimAll(operations: ReturnType<typeof writeOperations>) {
  return operations.claim({ queue: QUEUE, workerId: 'w', limit: 100, leaseMs: 1_000, now: T0 });
}

describe('no statement on the hot paths scans a large table', () => {
  test('accept, and the look-up of a resend', () => {
    const { seen, scanning } = scans((operations) => {
      operations.accept(formDelivery('a'));
      operations.accept(formDelivery('a'));
    });
    expect(seen).toBeGreaterThanOrEqual(4);
    expect(scanning).toEqual([]);
  });

  test('claim, and the looks before it', () => {
    const { seen, scanning } = scans((operations, reads) => {
      operations.accept(formDelivery('a'));
      reads.hasDue(QUEUE, T0);
      reads.hasExpired(T0);
      reads.nextDueAt(QUEUE, T0);
      reads.isPutOffByClock(QUEUE, T0);
      expect(reads.claimedJobs(claimAll(operations))).toMatchObject([{ identity: 'a' }]);
    });
    expect(seen).toBeGreaterThanOrEqual(8);
    expect(scanning).toEqual([]);
  });

  test('lead forms: the list goes from form to form', () => {
    const { seen, scanning } = scans((_operations, reads) => {
      const form = { origin: 'social_ads', formId: '7' } as const;
      reads.listForms();
      reads.listForms('7');
      reads.leadsOfForm(form, '0', 10);
      reads.leadsOfForm(form, null, 10);
    });
    expect(seen).toBe(4);
    expect(scanning).toEqual([]);
  });

  test('finish, with every way to look for a lead', () => {
    const { seen, scanning } = scans((operations) => {
      operations.addClient({ id: null, name: 'Agência Um' }, operator());
      for (const identity of ['a', 'b', 'c', 'd']) operations.accept(formDelivery(identity));
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
      const jobs = claimAll(operations);
      const requests = jobs.map((job, index) => toStoredFinish({ claim: job, outcome: outcomes[index] ?? outcomes[0] }));
      expect(operations.finish(requests, T0)).toEqual(['processed', 'processed', 'failed', 'waiting']);
    });
    expect(seen).toBeGreaterThanOrEqual(20);
    expect(scanning).toEqual([]);
  });

  test('leases, recovery, retry and prune', () => {
    const { seen, scanning } = scans((operations) => {
      for (const identity of ['a', 'b', 'c']) operations.accept(formDelivery(identity));
      const jobs = claimAll(operations);
      operations.extendLeases(jobs, T0 + 1);
      operations.release(jobs.slice(0, 1));
      operations.recover(['w'], T0, 1);
      claimAll(operations);
      operations.recover([], T0 + 2_000, 10);
      operations.bringForward(QUEUE, T0);
      operations.retry(
        jobs.map((job) => job.jobId),
        operator(),
        true,
      );
      for (const kind of ['finished', 'failed'] as const) operations.pruneBatch({ queue: QUEUE, kind, before: T0 + 1 }, 0, 10);
    });
    expect(seen).toBeGreaterThanOrEqual(12);
    expect(scanning).toEqual([]);
  });

  test('the state of the queue', () => {
    const { seen, scanning } = scans((_operations, reads) => {
      reads.queueSnapshot(QUEUE, T0);
      reads.briefSnapshot(QUEUE, T0);
      reads.queueHistory(QUEUE, T0);
      reads.spanFigures(QUEUE, T0 - 60_000, T0);
      reads.conversionNames();
      reads.conversionsWaitSince('search_ads');
      reads.sourceActivity(T0);
      reads.listActivity({ action: 'backup', limit: 1 });
      for (const kind of ['finished', 'failed'] as const) reads.countPrunable({ queue: QUEUE, kind, before: T0 });
    });
    expect(seen).toBeGreaterThanOrEqual(10);
    expect(scanning).toEqual([]);
  });

  test('the search index, and changes of many events', () => {
    const { seen, scanning } = scans((operations, reads) => {
      for (const identity of ['a', 'b']) operations.accept(formDelivery(identity));
      const [job] = claimAll(operations);
      if (job === undefined) throw new Error('expected a job');
      operations.finish([toStoredFinish({ claim: job, outcome: { kind: 'failed', fault: { code: 'x', params: inWords('x') } } })], T0);
      reads.indexMore(100);
      const page = { now: T0, limit: 10, lookAt: 10 };
      for (const filter of [{}, { errorCode: 'x' }, { text: 'ana' }, { clientId: '1' }, { identity: 'a' }]) reads.changeable(filter, page);
      reads.countChangeable([job.jobId], T0);
      reads.eventErrorGroups({});
      reads.eventErrorGroups({ eventType: 'lead', since: T0 });
      operations.retryEvents([job.jobId], QUEUE, operator());
      operations.forgetEvents([job.jobId], operator());
    });
    expect(seen).toBeGreaterThanOrEqual(25);
    expect(scanning).toEqual([]);
  });

  test('one event with all that came of it, and one lead', () => {
    const { seen, scanning } = scans((operations, reads) => {
      operations.addClient({ id: '1', name: 'Agência Um' }, operator());
      operations.accept(formDelivery('a'));
      const [job] = claimAll(operations);
      if (job === undefined) throw new Error('expected a job');
      operations.finish([toStoredFinish({ claim: job, outcome: { kind: 'lead', intent: leadIntent('a') } })], T0);
      expect(reads.eventTrail(job.jobId)?.lead).not.toBeNull();
      expect(reads.findLead('1')).not.toBeNull();
    });
    expect(seen).toBeGreaterThanOrEqual(10);
    expect(scanning).toEqual([]);
  });

  test('conversions on their way to the platforms, and what was fetched from them', () => {
    const { seen, scanning } = scans((operations, reads) => {
      operations.addClient({ id: '1', name: 'Agência Um' }, operator());
      const keys = ['a', 'b', 'c', 'd', 'e'];
      for (const key of keys) operations.accept(formDelivery(key));
      const fetched = Buffer.from('{}');
      const intentOf = (key: string) => leadIntent(key, { fields: leadFields({ searchClickId: 'g' }), conversion: newConversion({ key }) });
      const events = claimAll(operations).map((job, index) =>
        toStoredFinish({ claim: job, outcome: { kind: 'lead', intent: intentOf(keys[index] as string) }, fetched }),
      );
      operations.finish(events, T0);
      reads.hasUnqueued(['search_ads']);
      operations.enqueueConversions(['search_ads'], 100, T0);
      const jobs = operations.claim({ queue: CONVERSION_QUEUE, workerId: 'w', limit: 100, leaseMs: 1_000, now: T0 });
      const fault = { code: 'x', params: inWords('x') };
      const outcomes = [
        { kind: 'failed', fault },
        { kind: 'parked', fault },
        { kind: 'retry', fault, availableAt: T0, spendsAttempt: false, alone: true },
        { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: T0 },
        { kind: 'sent', requestId: 'r' },
      ] as const;
      const ends = jobs.map((job, index) => toStoredFinish({ claim: job, outcome: outcomes[index] ?? outcomes[0] }));
      expect(operations.finish(ends, T0)).toEqual(['failed', 'waiting', 'waiting', 'waiting', 'processed']);
      reads.conversionsToSend(['1']);
      reads.fetchedLeads(['1']);
      reads.knownIdentities('social_ads', ['a']);
      const parked = reads.parkedFor({ queue: QUEUE, faultCodes: ['x'], clientIds: null, platform: null }, Number.MAX_SAFE_INTEGER, 500);
      operations.resumeParked(parked.ids, ['x'], T0, null, ['y']);
      reads.waitingFor(QUEUE, 'x', { availableAt: T0, id: 0 }, 500);
      operations.bringBack(['1'], { code: 'x', named: 'y' }, 1_000, T0);
      reads.countWaitingForAccount();
      reads.eventsWithoutAnswers('social_ads', ['a']);
      operations.resumeFetched('social_ads', [{ identity: 'a', body: fetched }], T0);
      reads.wrongClientEvents('search_ads');
      operations.correctClients([{ eventId: '1', clientId: '1' }], T0);
      expect(operations.retryConversions(['1'], operator())).toEqual(['1']);
      operations.addStage({ ...newConversion({ key: 'q' }), leadId: '1' }, operator());
      operations.addStage({ ...newConversion({ key: 'q' }), leadId: '1' }, operator());
      expect(reads.exportConversions({ since: T0, after: null, limit: 10 })).toHaveLength(6);
    });
    expect(seen).toBeGreaterThanOrEqual(30);
    expect(scanning).toEqual([]);
  });

  test('each partial index of jobs is found by the statements that are made for it', () => {
    const plans = plansOf((operations, reads) => {
      operations.accept(formDelivery('a'));
      operations.accept(formDelivery('a'));
      operations.replay(['1'], QUEUE, operator());
      operations.retryConversions(['1'], operator());
      operations.enqueueConversions(['search_ads'], 10, T0);
      reads.parkedFor({ queue: QUEUE, faultCodes: ['x'], clientIds: null, platform: null }, Number.MAX_SAFE_INTEGER, 500);
      reads.countWaitingForAccount();
      reads.eventsWithoutAnswers('social_ads', ['a']);
      reads.listEvents({ parked: true, limit: 10 });
      reads.listFailedJobs({ parked: true, queue: QUEUE, limit: 10 });
    });
    const used = (index: string) =>
      [...plans.values()].filter((details) => details.some((detail) => detail.includes(`INDEX ${index} `))).length;
    // With the queue as the key, parked jobs are adjacent in the index of waiting ones.
    expect(used('fila_vivos_pendentes')).toBe(1);
    expect(used('fila_vivos_estacionados')).toBe(2);
  });

  test('the conversions of one lead', () => {
    const { scanning } = scans((_operations, reads) => reads.listConversions({ limit: 50, leadId: '1', state: 'pendente' }));
    expect(scanning).toEqual([]);
  });

  test('the lists, whatever they are filtered by: no page sorts what it does not show', () => {
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
    const { seen, scanning, sorting } = scans((_operations, reads) => {
      for (const query of conversions) reads.listConversions({ limit: 50, ...query });
      reads.exportConversions({ since: T0, after: '9', limit: 50 });
      for (const query of activity) reads.listActivity({ limit: 50, ...query });
      for (const query of events) reads.listEvents({ limit: 50, ...query });
      for (const query of leads) reads.listLeads({ limit: 50, ...query });
      reads.eventErrorGroups({});
      reads.failureTargets('x');
      reads.countJobs({ queue: QUEUE, errorCode: 'x', named: 'y' }, 0);
      reads.countJobs({ parked: true, queue: QUEUE, errorCode: 'x' }, 0);
      for (const query of [{}, { queue: QUEUE }, { errorCode: 'x' }, { errorCode: 'x', named: 'y' }])
        reads.listFailedJobs({ limit: 50, ...query });
      for (const query of [{}, { queue: QUEUE }]) reads.listFailedJobs({ limit: 50, parked: true, ...query });
    });
    expect(seen).toBeGreaterThanOrEqual(27);
    expect(scanning).toEqual([]);
    expect(sorting).toEqual([]);
  });
});
