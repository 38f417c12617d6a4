import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONVERSION_QUEUE, type JobOutcome } from '../../../src/domain/job.ts';
import type { LeadIntent } from '../../../src/domain/lead.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, FAULT } from '../../store-contract/steps.ts';
import { batchDelivery, formDelivery, leadFields, leadIntent, newConversion, operator, QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const FETCHED = NAMES.map((identity) => ({ identity, body: Buffer.from('{}') }));
const ALL = { queue: QUEUE, now: T0, workerId: 'w', limit: 100, leaseMs: 1_000 };

/** What may happen to a queue, in any order. */
const STEPS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  accept: (store) => Promise.all(NAMES.map((name) => store.accept(formDelivery(name)))),
  claimTwo: (store) => store.claim({ ...ALL, limit: 2 }),
  process: (store) => finishAll(store, (identity) => ({ kind: 'lead', intent: convertedIntent(identity) })),
  fail: (store) => finishAll(store, () => ({ kind: 'failed', fault: FAULT })),
  park: (store) => finishAll(store, () => ({ kind: 'parked', fault: FAULT })),
  delay: (store) => finishAll(store, () => ({ kind: 'retry', fault: FAULT, availableAt: T0 + 1, spendsAttempt: true })),
  reject: (store) => finishAll(store, (identity) => ({ kind: 'lead', intent: leadIntent(identity, { clientId: '999' }) })),
  giveBack: async (store) => store.release(await store.claim({ ...ALL, limit: 3 })),
  recover: (store) => store.recover([], T0 + 5_000, 2),
  bringForward: (store) => store.bringForward(QUEUE, T0 - 1),
  retryFailed: (store) => store.retry({ queue: QUEUE }, operator()),
  retryParked: (store) => store.retry({ queue: QUEUE, parked: true }, operator()),
  forgetFailed: (store) => store.forget({ queue: QUEUE }, operator()),
  forgetParked: (store) => store.forget({ queue: QUEUE, parked: true }, operator()),
  replay: (store) => store.replay(['1', '2', '3'], QUEUE, operator()),
  prune: (store) => store.prune({ queue: QUEUE, kind: 'finished', before: T0 + 1 }, operator()),
  pruneFailed: (store) => store.prune({ queue: QUEUE, kind: 'failed', before: T0 + 1 }, operator()),
  resumeOne: (store) => store.resumeParked(CONVERSION_QUEUE, [FAULT.code], T0, { newestFor: 'search_ads' }),
  resumeFetched: (store) => store.resumeFetched('formulario_proprio', FETCHED, T0),
  resume: (store) => store.resumeParked(QUEUE, [FAULT.code], T0),
  enqueue: (store) => store.enqueueConversions(['search_ads', 'social_ads'], 2, T0),
  claimConversion: (store) => store.claim({ ...ALL, queue: CONVERSION_QUEUE, limit: 1 }),
  send: (store) => finishConversions(store, { kind: 'sent', requestId: null }),
  submit: (store) => finishConversions(store, { kind: 'submitted', requestId: 'r', requestSize: 1, availableAt: T0 + 1 }),
  failConversion: (store) => finishConversions(store, { kind: 'failed', fault: FAULT }),
  parkConversion: (store) => finishConversions(store, { kind: 'parked', fault: FAULT }),
  retryConversions: (store) => store.retryConversions(['1', '2', '3', '4', '5', '6'], operator()),
  forgetConversions: (store) => store.forget({ queue: CONVERSION_QUEUE, parked: true }, operator()),
  pruneConversions: (store) => store.prune({ queue: CONVERSION_QUEUE, kind: 'failed', before: T0 + 1 }, operator()),
};

function convertedIntent(identity: string): LeadIntent {
  return leadIntent(identity, { fields: leadFields({ searchClickId: identity }), conversion: newConversion() });
}

async function finishConversions(store: Store, outcome: JobOutcome): Promise<void> {
  const jobs = await store.claim({ ...ALL, queue: CONVERSION_QUEUE, limit: 2 });
  await store.finish(
    jobs.map((job) => ({ claim: job, outcome })),
    T0,
  );
}

async function finishAll(store: Store, outcomeOf: (identity: string) => JobOutcome): Promise<void> {
  const jobs = await store.claim({ ...ALL, limit: 3 });
  await store.finish(
    jobs.map((job) => ({ claim: job, outcome: outcomeOf(job.identity) })),
    T0,
  );
}

/** The same figures, counted row by row. */
const COUNTED = `
select
  count(*) filter (where estado = 'pendente' and disponivel_em is not null) as waiting,
  count(*) filter (where estado = 'pendente' and disponivel_em is null) as parked,
  count(*) filter (where estado = 'processando') as running,
  count(*) filter (where estado = 'concluido') as finished,
  count(*) filter (where estado = 'falhou') as failed
from fila_jobs where fila = ?`;

/** Violations of: a conversion is pending exactly while its job is live. Each was queued once. */
const OUT_OF_STEP = `
select c.id, c.estado, j.estado as job from conversoes c join fila_jobs j on j.conversao_id = c.id
where (c.estado = 'pendente') <> (j.finalizado_em is null)`;

/** The ends that were measured, and those that were counted per minute. */
const MEASURED = `
select (select ifnull(sum(total), 0) from fila_tempos where medida = 'execucao') as measured,
  (select ifnull(sum(concluidos + falhas), 0) from fila_minutos) as ended,
  (select ifnull(sum(total), 0) from fila_tempos where medida = 'espera') as begun`;

describe('the counters of the queue', () => {
  test('say what the rows say, whatever happened and in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 5, maxLength: 40 }), async (names) => {
        using folder = new TempDir();
        const path = folder.file('test.db');
        await using store = openSqliteStore(`sqlite:${path}`, T0);
        await addCampaign(store);
        const driver = openDriver(path, { readonly: true });
        try {
          for (const name of ['accept', ...names]) {
            await STEPS[name]?.(store);
            for (const queue of [QUEUE, CONVERSION_QUEUE]) {
              const { waiting, parked, running, finished, failed } = await store.queueSnapshot(queue, T0);
              expect({ after: name, queue, waiting, parked, running, finished, failed }).toEqual({
                after: name,
                queue,
                ...(driver.prepare(COUNTED).get(queue) as object),
              });
            }
            expect(driver.prepare(OUT_OF_STEP).all()).toEqual([]);
            const figures = driver.prepare(MEASURED).get() as { measured: number; ended: number; begun: number };
            expect(figures.measured).toBe(figures.ended);
            // Pruned jobs are gone, but their measurements stay.
            const { claimed } = driver.prepare('select count(*) as claimed from fila_jobs where reserva > 0').get() as { claimed: number };
            expect(figures.begun).toBeGreaterThanOrEqual(claimed);
          }
        } finally {
          driver.close();
        }
      }),
      { numRuns: 40 },
    );
  });

  test('forget what an operation counted that was undone', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    const rival = openDriver(path, { readonly: false });
    rival.exec(`create trigger rule before insert on eventos when new.identidade = 'l2' begin select raise(abort, 'no'); end`);
    rival.close();
    const writes = [store.accept(formDelivery('a')), store.accept(batchDelivery(['l1', 'l2'])), store.accept(formDelivery('b'))];
    const results = await Promise.allSettled(writes);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ waiting: 2 });
  });

  test('measure each job once when another part of the transaction is undone', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    await addCampaign(store);
    for (const name of NAMES) await store.accept(formDelivery(name));
    const jobs = await store.claim({ ...ALL, now: T0 + 5 });
    const intentOf = (identity: string) => leadIntent(identity, identity === 'c' ? { clientId: '999' } : {});
    const requests = jobs.map((job) => ({ claim: job, outcome: { kind: 'lead', intent: intentOf(job.identity) } as const }));
    expect(await store.finish(requests, T0 + 9)).toEqual(NAMES.map((name) => (name === 'c' ? 'rejected' : 'processed')));
    expect((await store.queueHistory(QUEUE, T0 + 9)).lastHour).toMatchObject({ wait: { count: 6, p99: 5 }, run: { count: 5, p99: 4 } });
  });

  test('drop the minutes of long ago', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    const kept = async (): Promise<unknown> => {
      const reader = openDriver(path, { readonly: true });
      const rows = reader.prepare("select minuto - ? as minute from fila_tempos where medida = 'espera'").all(T0 / 60_000);
      reader.close();
      return (rows as { minute: number }[]).map(({ minute }) => minute);
    };
    for (const [index, minutes] of [0, 1, 1_440].entries()) {
      const now = T0 + minutes * 60_000;
      await store.accept(formDelivery(`e${index}`, { receivedAt: now }));
      await store.claim({ ...ALL, now });
    }
    expect(await kept()).toEqual([0, 1, 1_440]);
    await store.accept(formDelivery('last', { receivedAt: T0 + 1_441 * 60_000 }));
    await store.claim({ ...ALL, now: T0 + 1_441 * 60_000 });
    expect(await kept()).toEqual([1, 1_440, 1_441]);
  });
});
