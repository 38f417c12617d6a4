import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { signatureHeader } from '../../src/base/signature.ts';
import type { Store } from '../../src/domain/ports.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { type Answer, Installation, SECRETS, untilProcessed } from '../end-to-end/operator.ts';
import { startProgram } from '../support/run-program.ts';
import type { RunningService } from '../support/running-service.ts';

export const READONLY_TOKEN = 'leitura-token-de-teste';

export interface OfficeOptions {
  /** Whether `queue work` runs in a separate process next to `serve`. */
  readonly worker?: boolean;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares the database before anything is started. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
}

/** The program as an agency runs it: `serve`, a separate worker, one database, and a browser. */
export class Office implements AsyncDisposable {
  readonly #installation: Installation;
  #worker: ChildProcess | undefined;

  private constructor(env: Readonly<Record<string, string>>) {
    this.#installation = new Installation({ ADMIN_READONLY_TOKEN: READONLY_TOKEN, ...env });
  }

  static async open({ worker = false, flags = [], env = {}, prepare }: OfficeOptions = {}): Promise<Office> {
    const office = new Office(env);
    await prepare?.(office.#installation.databaseUrl);
    await office.#installation.serve(flags);
    if (worker) office.startWorker();
    return office;
  }

  get url(): string {
    return this.#installation.service.url;
  }

  get service(): RunningService {
    return this.#installation.service;
  }

  /** Kills `serve` (SIGKILL). */
  async kill(): Promise<void> {
    await this.service.stop('SIGKILL');
  }

  /** Starts `serve` again at the same address. The sessions were lost with the killed process. */
  async startAgain(): Promise<void> {
    await this.#installation.serve([], new URL(this.url).port);
  }

  startWorker(): void {
    const { folder, env } = this.#installation;
    this.#worker = startProgram(['queue', 'work'], { cwd: folder, env });
    this.#worker.stdout?.resume();
    this.#worker.stderr?.resume();
  }

  /** Runs a command and returns what it prints with `--json`. */
  async command<Value = Record<string, unknown>>(...args: readonly string[]): Promise<Value> {
    return await this.#installation.json<Value>(...args);
  }

  addCampaign(id = '42', name = 'Verão'): Promise<unknown> {
    return this.command('campaign', 'add', '--id', id, '--name', name, '--client', 'Agência Um', '--user', 'ana@example.com');
  }

  /** Posts a form as a landing page does; `fields` replace the defaults. */
  async sendForm(id: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const usual = { event_type: 'lead', timestamp: Math.floor(Date.now() / 1_000), campanha_id: '42', nome: 'João da Silva' };
    const body = JSON.stringify({ ...usual, id, ...fields });
    const signature = signatureHeader(SECRETS.FORMULARIO_SECRET, Buffer.from(body));
    return await this.#installation.post('/integracoes/leads', body, { 'X-Formulario-Signature': signature });
  }

  async post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return await this.#installation.post(path, body, headers);
  }

  /** The admin's JSON at a path. */
  async json<Value = Record<string, unknown>>(path: string): Promise<Value> {
    return await this.#installation.admin<Value>(path);
  }

  /** Resolves when no job is waiting or running. */
  async untilProcessed(): Promise<void> {
    await untilProcessed(this.#installation.databaseUrl);
  }

  /** Opens the store while the program runs. */
  async use<Value>(work: (store: Store) => Promise<Value>): Promise<Value> {
    await using store = openSqliteStore(this.#installation.databaseUrl, Date.now());
    return await work(store);
  }

  /** Logs in through the form, as a person does, and ends on the path. */
  async logIn(page: Page, path = '/admin/webhooks', token: string = SECRETS.ADMIN_TOKEN): Promise<void> {
    await page.goto(this.url + path);
    await page.locator('input[name=token]').fill(token);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(this.url + path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#worker?.exitCode === null) {
      const ended = once(this.#worker, 'exit');
      this.#worker.kill('SIGTERM');
      await ended;
    }
    await this.#installation[Symbol.asyncDispose]();
  }
}

/** The id of the event that was just accepted. */
export function eventIdOf({ body }: Answer): string {
  return String(body['evento_id']);
}
