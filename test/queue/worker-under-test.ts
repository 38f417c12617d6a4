import type { ClaimedJob, JobOutcome } from '../../src/domain/job.ts';
import type { ChangeFeed, JobQueue, Store } from '../../src/domain/ports.ts';
import { Upkeep } from '../../src/queue/upkeep.ts';
import type { WorkOptions, WorkSummary } from '../../src/queue/work-options.ts';
import { QueueWorker, type WorkerDeps } from '../../src/queue/worker.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign } from '../store-contract/steps.ts';
import { placeEmptyDatabase } from '../support/empty-database.ts';
import { leadIntent, QUEUE, T0 } from '../support/factories.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { QUICK_FOLDER, TempDir } from '../support/temp-dir.ts';

export const SELF = { id: 'self', host: 'host-1', pid: 1, pidSpace: 'boot-1 pid:[1]', version: '0.1.0' };

/** A real store on a temporary file, with client 1 and campaign 42, and a clock that the test sets. */
export class WorkerUnderTest implements AsyncDisposable {
  readonly folder = new TempDir(QUICK_FOLDER);
  readonly path = placeEmptyDatabase(this.folder.file('test.db'));
  readonly store: Store = openSqliteStore(`sqlite:${this.path}`, T0, { lockTimeoutMs: 30 });
  /** Stops a running worker. */
  readonly stop = new AbortController();
  /** Identities in the order they were handled, one list per call. */
  readonly handled: string[][] = [];
  now = T0;

  static async create(): Promise<WorkerUnderTest> {
    const underTest = new WorkerUnderTest();
    await addCampaign(underTest.store);
    return underTest;
  }

  /** Runs a worker to its end. Methods of the queue can be overridden to observe them. */
  run(settings: {
    readonly options?: Partial<WorkOptions>;
    readonly deps?: Partial<WorkerDeps>;
    readonly queue?: Partial<JobQueue & ChangeFeed>;
    readonly outcome?: (job: ClaimedJob) => JobOutcome | Promise<JobOutcome>;
  }): Promise<WorkSummary> {
    const { outcome = leadOutcome } = settings;
    const deps: WorkerDeps = {
      queue: { ...verbsOf(this.store), ...settings.queue },
      handle: (jobs) => {
        this.handled.push(jobs.map((job) => job.identity));
        return Promise.all(jobs.map((job) => outcome(job)));
      },
      clock: () => this.now,
      log: silentLogger(),
      identity: SELF,
      isProcessAlive: () => true,
      random: () => 0.5,
      memoryMb: () => 50,
      ...settings.deps,
    };
    const options: WorkOptions = {
      queue: QUEUE,
      concurrency: 1,
      batch: 100,
      stopWhenEmpty: true,
      sleepMs: 60_000,
      leaseMs: 60_000,
      maxAttempts: 3,
      ...settings.options,
    };
    return new QueueWorker(deps, options).run(this.stop.signal);
  }

  /** The worker's maintenance without its jobs. */
  upkeep(queue: Partial<JobQueue>): Upkeep {
    return new Upkeep({
      queue: { ...verbsOf(this.store), ...queue },
      clock: () => this.now,
      log: silentLogger(),
      leaseMs: 60_000,
      maxAttempts: 3,
      self: () => ({ ...SELF, queue: QUEUE, startedAt: T0, seenAt: this.now, processed: 0, failed: 0 }),
      heldClaims: () => [],
      isProcessAlive: () => true,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    this.folder[Symbol.dispose]();
  }
}

export function leadOutcome(job: ClaimedJob): JobOutcome {
  return { kind: 'lead', intent: leadIntent(job.identity) };
}

function verbsOf(store: Store): JobQueue & ChangeFeed {
  return {
    claim: (request) => store.claim(request),
    finish: (requests, now) => store.finish(requests, now),
    extendLeases: (claims, leaseUntil) => store.extendLeases(claims, leaseUntil),
    release: (claims) => store.release(claims),
    recover: (deadWorkers, now, maxAttempts) => store.recover(deadWorkers, now, maxAttempts),
    bringForward: (queue, now) => store.bringForward(queue, now),
    heartbeat: (worker) => store.heartbeat(worker),
    removeWorkers: (workerIds) => store.removeWorkers(workerIds),
    listWorkers: () => store.listWorkers(),
    nextDueAt: (queue, now) => store.nextDueAt(queue, now),
    changeToken: () => store.changeToken(),
    waitForChange: (options) => store.waitForChange(options),
  };
}
