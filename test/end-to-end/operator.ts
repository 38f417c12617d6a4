import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { type ProgramResult, runProgram } from '../support/run-program.ts';
import { type RunningService, startService } from '../support/running-service.ts';

export const SECRETS = {
  FORMULARIO_SECRET: 'formulario-segredo-de-teste',
  WEBHOOK_SEARCHADS_SECRET: 'search-segredo-de-teste',
  WEBHOOK_SOCIALADS_SECRET: 'social-segredo-de-teste',
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'token-de-verificacao',
  ADMIN_TOKEN: 'admin-token-de-teste',
} as const;

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** One installation in its own folder, used like its operator and its senders use it: through commands and HTTP only. */
export class Installation implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'lead-intake-'));
  readonly env: Readonly<Record<string, string>>;
  #service: RunningService | undefined;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.env = { ...SECRETS, LOG_LEVEL: 'warn', ...env };
  }

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('serve was not started');
    return this.#service;
  }

  get databaseUrl(): string {
    return `sqlite:${join(this.folder, 'data', 'lead-intake.db')}`;
  }

  async serve(flags: readonly string[] = [], port?: string): Promise<RunningService> {
    this.#service = await startService(this.folder, this.env, flags, port);
    return this.#service;
  }

  run(args: readonly string[], stdin?: string): Promise<ProgramResult> {
    return runProgram(args, { cwd: this.folder, env: this.env, ...(stdin === undefined ? {} : { stdin }) });
  }

  /** What a command prints with `--json`. Fails the test if the command fails. */
  async json<Value = Record<string, unknown>>(...args: readonly string[]): Promise<Value> {
    const { exitCode, stdout, stderr } = await this.run([...args, '--json']);
    if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as Value;
  }

  /** Posts a body signed by openssl, an independent implementation. */
  async postForm(fields: Readonly<Record<string, unknown>>, to = this.service.url): Promise<Answer> {
    const body = JSON.stringify({ event_type: 'lead', timestamp: Math.floor(Date.now() / 1_000), nome: 'João da Silva', ...fields });
    return this.post('/integracoes/leads', body, { 'X-Formulario-Signature': opensslSignature(SECRETS.FORMULARIO_SECRET, body) }, to);
  }

  async post(path: string, body: string, headers: Readonly<Record<string, string>>, to = this.service.url): Promise<Answer> {
    const response = await fetch(`${to}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** The admin's JSON at a path. */
  async admin<Value = Record<string, unknown>>(path: string): Promise<Value> {
    const response = await fetch(`${this.service.url}${path}`, {
      headers: { Authorization: `Bearer ${SECRETS.ADMIN_TOKEN}`, Accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as Value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service?.stop();
    if (process.env['KEEP_DB'] === '1') process.stderr.write(`kept ${this.folder}\n`);
    else rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `sha256=<hex>`, computed by openssl. */
export function opensslSignature(secret: string, body: string): string {
  const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: body, encoding: 'utf8' });
  return `sha256=${output.split(' ')[0]}`;
}

/** Resolves when no job of the database waits or runs. */
export async function untilProcessed(databaseUrl: string): Promise<void> {
  await using store = openSqliteStore(databaseUrl, Date.now());
  for (;;) {
    const since = store.changeToken();
    const { waiting, running } = await store.queueSnapshot('webhooks', Date.now());
    if (waiting + running === 0) return;
    await store.waitForChange({ since, timeoutMs: 10_000, signal: new AbortController().signal });
  }
}
