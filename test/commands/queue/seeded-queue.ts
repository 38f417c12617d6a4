import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JobOutcome } from '../../../src/domain/job.ts';
import type { Origin } from '../../../src/domain/origin.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { finished, type ProgramResult, startProgram } from '../../support/run-program.ts';
import { inWords } from '../../support/saying.ts';
import { QUICK_FOLDER } from '../../support/temp-dir.ts';

export const QUEUE = 'webhooks';

interface EventOptions {
  readonly origin?: Origin;
  readonly receivedAt?: number;
  readonly campaignId?: string;
}

/** A database for one test, which the test fills and the program then works on. Disposing stops the programs it started. */
export class SeededQueue implements Disposable {
  readonly folder = mkdtempSync(join(QUICK_FOLDER, 'lead-intake-queue-'));
  readonly #databasePath = join(this.folder, 'test.db');
  readonly databaseUrl = `sqlite:${this.#databasePath}`;
  readonly #children: ChildProcess[] = [];
  #identity = 0;

  /** Starts `lead-intake queue …` on this database. */
  start(...args: readonly string[]): ChildProcess {
    const child = startProgram(['queue', ...args], { cwd: this.folder, env: { DATABASE_URL: this.databaseUrl } });
    this.#children.push(child);
    return child;
  }

  /** Runs `lead-intake queue …` on this database. */
  async run(...args: readonly string[]): Promise<ProgramResult> {
    placeEmptyDatabase(this.#databasePath);
    return await finished(this.start(...args));
  }

  async use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    placeEmptyDatabase(this.#databasePath);
    await using store = openSqliteStore(this.databaseUrl, Date.now());
    return await work(store);
  }

  /** Accepts website-form events and returns their ids. Their campaign does not exist unless the options name one. */
  async accept(count: number, options: EventOptions = {}): Promise<readonly string[]> {
    return await this.use(async (store) => {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) ids.push(...(await this.#acceptOne(store, options)));
      return ids;
    });
  }

  /** Accepts events and ends their jobs now with this outcome. Returns the job ids. */
  async finish(count: number, outcome: JobOutcome, options: { origin?: Origin; at?: number } = {}): Promise<readonly string[]> {
    const at = options.at ?? Date.now();
    await this.accept(count, { receivedAt: at, ...(options.origin === undefined ? {} : { origin: options.origin }) });
    return await this.use(async (store) => {
      const jobs = await store.claim({ queue: QUEUE, workerId: 'test', limit: count, leaseMs: 60_000, now: at });
      const requests = jobs.map((job) => ({ claim: job, eventId: job.eventId, outcome }));
      await store.finish(requests, at);
      return jobs.map((job) => job.jobId);
    });
  }

  /** Adds a campaign with its client. */
  async addCampaign(id: string): Promise<void> {
    const campaign = { id, name: 'Campaign', client: 'Client', user: null };
    await this.use((store) => store.addCampaigns([campaign], { replace: false }, { name: 'test', now: Date.now() }));
  }

  async #acceptOne(store: Store, options: EventOptions): Promise<readonly string[]> {
    this.#identity += 1;
    const identity = `form-${this.#identity}`;
    const body = { event_type: 'lead', id: identity, timestamp: 1, campanha_id: options.campaignId ?? 'unknown', nome: 'Ana' };
    const receipts = await store.accept({
      origin: options.origin ?? 'formulario_proprio',
      body: Buffer.from(JSON.stringify(body)),
      headers: '[]',
      remoteAddress: '127.0.0.1',
      requestId: identity,
      credential: 'hmac',
      receivedAt: options.receivedAt ?? Date.now(),
      queue: QUEUE,
      events: [{ eventType: 'lead', identity }],
    });
    return receipts.map((receipt) => receipt.eventId);
  }

  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function failure(code: string, message = 'It went wrong.'): JobOutcome {
  return { kind: 'failed', fault: { code, params: inWords(message) } };
}
