import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJson } from '../../src/base/exact-json.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import { DEFAULT_PERSON, type FormSubmission, formBody } from '../../src/cli/sending/bodies.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { Delivery } from '../../src/domain/webhook-event.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { placeEmptyDatabase } from './empty-database.ts';
import { decideJobs } from './lead-processor.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

export const SECRETS = {
  FORMULARIO_SECRET: 'form-secret-000001',
  WEBHOOK_SEARCHADS_SECRET: 'search-secret-00001',
  WEBHOOK_SOCIALADS_SECRET: 'social-secret-00001',
};

/** A folder with its own database and settings, in which one test runs commands. */
export class Workplace implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'lead-intake-commands-'));
  readonly databasePath = join(this.folder, 'test.db');
  readonly env: Readonly<Record<string, string>>;

  #isReady: boolean;

  /** `withoutDatabase` starts without a database; `env` adds to the environment of the commands. */
  constructor(options: { readonly withoutDatabase?: true; readonly env?: Readonly<Record<string, string>> } = {}) {
    this.env = { ...SECRETS, DATABASE_URL: `sqlite:${this.databasePath}`, ...options.env };
    this.#isReady = options.withoutDatabase === true;
  }

  /** Runs `lead-intake …`. */
  async run(...args: readonly string[]): Promise<ProgramResult> {
    this.#makeDatabase();
    return await runProgram(args, { cwd: this.folder, env: this.env });
  }

  /** Runs `lead-intake …` with additional environment variables. */
  async runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<ProgramResult> {
    this.#makeDatabase();
    return await runProgram(args, { cwd: this.folder, env: { ...this.env, ...env } });
  }

  /** Runs `lead-intake …` with this stdin. */
  async feed(stdin: string, ...args: readonly string[]): Promise<ProgramResult> {
    this.#makeDatabase();
    return await runProgram(args, { cwd: this.folder, env: this.env, stdin });
  }

  /** Runs `lead-intake … --json` and parses its output. */
  async json(...args: readonly string[]): Promise<unknown> {
    const { stdout } = await this.run(...args, '--json');
    return JSON.parse(stdout);
  }

  async use<T>(work: (store: Store) => Promise<T>): Promise<T> {
    this.#makeDatabase();
    await using store = openSqliteStore(`sqlite:${this.databasePath}`, Date.now());
    return await work(store);
  }

  /** Accepts a website-form submission as intake would. Returns the event's id. */
  async accept(id: string, overrides: Partial<FormSubmission> = {}): Promise<string> {
    const [eventId] = await this.acceptAll([id], overrides);
    return eventId ?? '';
  }

  /** Accepts several submissions that differ only in their id. Returns the ids of the events. */
  async acceptAll(ids: readonly string[], overrides: Partial<FormSubmission> = {}): Promise<readonly string[]> {
    return await this.use(async (store) => {
      const receipts = await Promise.all(ids.map((id) => store.accept(submission(id, overrides))));
      return receipts.flat().map((receipt) => receipt.eventId);
    });
  }

  /** Processes every waiting webhook job as `queue once` would; in this process it takes a tenth of the time. */
  async processJobs(): Promise<void> {
    await this.use(async (store) => {
      for (;;) {
        const now = Date.now();
        const jobs = await store.claim({ queue: DEFAULT_QUEUE, workerId: 'test', limit: 100, leaseMs: 60_000, now });
        if (jobs.length === 0) return;
        await store.finish(await decideJobs(store, jobs), now);
      }
    });
  }

  /** Campaign 42 of client "Agência Um", with user ana@example.com. */
  async addCampaign(): Promise<void> {
    const input = { id: '42', name: 'Verão', client: 'Agência Um', user: 'ana@example.com' };
    await this.use((store) => store.addCampaigns([input], { replace: false }, { name: 'test', now: Date.now() }));
  }

  /** The operators' actions, oldest first, as `action target detail`. */
  activity(): readonly string[] {
    const driver = openDriver(this.databasePath, { readonly: true });
    try {
      const rows = driver.prepare('select acao, alvo, detalhe from registro_operadores order by id').all();
      return (rows as { acao: string; alvo: string; detalhe: string }[]).map(({ acao, alvo, detalhe }) =>
        `${acao} ${alvo} ${detalhe}`.trim(),
      );
    } finally {
      driver.close();
    }
  }

  /** Most commands refuse to create a database. Only once, because a test may remove it. */
  #makeDatabase(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    placeEmptyDatabase(this.databasePath);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function submission(id: string, overrides: Partial<FormSubmission>): Delivery {
  const now = Date.now();
  const body = Buffer.from(writeJson(formBody({ eventType: 'lead', id, campaignId: '42', person: DEFAULT_PERSON, ...overrides }, now)));
  return {
    origin: 'formulario_proprio',
    body,
    headers: JSON.stringify([['X-Formulario-Signature', signatureHeader(SECRETS.FORMULARIO_SECRET, body)]]),
    remoteAddress: '192.0.2.1',
    requestId: `request-${id}`,
    credential: 'hmac',
    receivedAt: now,
    queue: DEFAULT_QUEUE,
    events: [{ eventType: overrides.eventType ?? 'lead', identity: id }],
  };
}
