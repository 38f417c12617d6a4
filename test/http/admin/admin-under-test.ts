import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { clientConnections } from '../../../src/app/client-accounts/client-connections.ts';
import { formDesk } from '../../../src/app/forms/form-desk.ts';
import { installationOf } from '../../../src/app/installation.ts';
import { addNamedSecret } from '../../../src/app/named-secrets/add-named-secret.ts';
import { OpenErasures } from '../../../src/app/open-erasures.ts';
import { deliverySettings } from '../../../src/app/platforms/delivery-settings.ts';
import { previewReplay, replayRefused } from '../../../src/app/replay-refused.ts';
import { sourceSettings } from '../../../src/app/source-settings.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import type { Store } from '../../../src/domain/ports.ts';
import type { Delivery } from '../../../src/domain/webhook-event.ts';
import { readSnapshot } from '../../../src/findings/snapshot.ts';
import { adminRoutes } from '../../../src/http/admin/admin-routes.ts';
import { AdminAccess } from '../../../src/http/admin/entrance/access.ts';
import { createMetrics } from '../../../src/http/admin/metrics/metrics.ts';
import type { Route } from '../../../src/http/exchange.ts';
import { createHttpServer } from '../../../src/http/server.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { decideJobs } from '../../support/lead-processor.ts';
import { QUICK_FOLDER } from '../../support/temp-dir.ts';
import { createLogLines, type LogLine } from '../log-lines.ts';

export const ADMIN_TOKEN = 'correct-horse-battery-staple';
/** The headers of an API client with the operator's token. */
export const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };
export const READONLY_TOKEN = 'look-but-do-not-touch';
export const QUEUE = 'webhooks';
export const NOON = Date.UTC(2026, 10, 20, 12, 0, 0);
const LEASE_MS = 60_000;

export interface AdminOptions {
  readonly adminToken?: string | undefined;
  readonly oneTimeToken?: string;
  readonly listensOnLoopback?: boolean;
  readonly isHttps?: boolean;
  readonly trustProxy?: number;
  readonly mostStreams?: number;
  /** The key that seals stored credentials; `undefined` if it is not set. */
  readonly credentialsKey?: string | undefined;
  /** The settings of the service that the pages show. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface AskOptions {
  readonly cookie?: string;
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly signal?: AbortSignal;
}

export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** The admin as a real server over a real database, with a clock that the test sets. */
export class AdminUnderTest {
  readonly store: Store;
  readonly origin: string;
  readonly closeStreams: () => void;
  readonly routes: readonly Route[];
  readonly lines: readonly LogLine[];
  readonly #databaseFile: string;
  readonly #now: { ms: number };

  constructor(parts: {
    store: Store;
    origin: string;
    now: { ms: number };
    closeStreams: () => void;
    routes: readonly Route[];
    databaseFile: string;
    lines: readonly LogLine[];
  }) {
    this.lines = parts.lines;
    this.store = parts.store;
    this.origin = parts.origin;
    this.closeStreams = parts.closeStreams;
    this.routes = parts.routes;
    this.#databaseFile = parts.databaseFile;
    this.#now = parts.now;
  }

  get now(): number {
    return this.#now.ms;
  }

  pass(ms: number): void {
    this.#now.ms += ms;
  }

  /** Sends a request like a browser's; a form makes it a POST. Does not follow redirects. */
  ask(path: string, { cookie, form, headers, method, signal }: AskOptions = {}): Promise<Response> {
    return fetch(this.origin + path, {
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: { accept: BROWSER, ...(cookie === undefined ? {} : { cookie }), ...headers },
      ...(form === undefined ? {} : { body: new URLSearchParams(form instanceof URLSearchParams ? form : { ...form }) }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  askJson(path: string, options: AskOptions = {}): Promise<Response> {
    return this.ask(path, { ...options, headers: { accept: 'application/json', ...options.headers } });
  }

  /** Logs in through the form. Returns the cookie as a browser sends it back. */
  async logIn(token = ADMIN_TOKEN): Promise<string> {
    const response = await this.ask('/admin/login', { form: { token } });
    if (response.status !== 303) throw new Error(`login answered ${response.status}`);
    return cookieOf(response);
  }

  async csrfTokenOf(cookie: string): Promise<string> {
    const html = await (await this.ask('/admin/fila', { cookie })).text();
    const token = /name="csrf" value="([^"]+)"/.exec(html)?.[1];
    if (token === undefined) throw new Error('the page has no CSRF token');
    return token;
  }

  async receive(given: Partial<Delivery> & { readonly json?: unknown; readonly identity?: string } = {}): Promise<string> {
    const { json, identity = 'form-1', ...delivery } = given;
    const body = Buffer.from(JSON.stringify(json ?? ownFormBody(identity)));
    const [receipt] = await this.store.accept({
      origin: 'formulario_proprio',
      body,
      headers: JSON.stringify([['content-type', 'application/json']]),
      remoteAddress: '203.0.113.9',
      requestId: 'req-1',
      credential: 'hmac',
      receivedAt: this.now,
      queue: QUEUE,
      events: [{ eventType: 'lead', identity }],
      ...delivery,
    });
    if (receipt === undefined) throw new Error('nothing was stored');
    return receipt.eventId;
  }

  addCampaign(id = '42'): Promise<unknown> {
    const operator = { name: 'test', now: this.now };
    return this.store.addCampaigns([{ id, name: 'Verão', client: 'Agência Um', user: 'ana@example.com' }], { replace: false }, operator);
  }

  /** The operators' actions in the admin, from the table of their log. */
  activities(): readonly unknown[] {
    const database = new Database(this.#databaseFile, { readonly: true });
    try {
      return database
        .prepare(
          "select acao as action, alvo as target, detalhe as detail, quem as operator from registro_operadores where quem like 'admin@%' order by id",
        )
        .all();
    } finally {
      database.close();
    }
  }

  /** Changes the database directly, without the program. */
  execute(sql: string): void {
    const database = new Database(this.#databaseFile);
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
  }

  /** Every row of every table, to check that nothing was changed. */
  contents(): string {
    const database = new Database(this.#databaseFile, { readonly: true });
    try {
      const tables = database
        .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'")
        .pluck()
        .all();
      return JSON.stringify(tables.map((table) => [table, database.prepare(`select * from "${String(table)}"`).all()]));
    } finally {
      database.close();
    }
  }

  /** Runs all due jobs as a worker does. */
  async work(): Promise<void> {
    const jobs = await this.store.claim({ queue: QUEUE, workerId: 'w-1', limit: 100, leaseMs: LEASE_MS, now: this.now });
    for (const job of jobs) await this.store.finish(await decideJobs(this.store, [job]), this.now);
  }
}

export function ownFormBody(id: string): Record<string, unknown> {
  return {
    event_type: 'lead',
    id,
    timestamp: NOON / 1_000,
    campanha_id: '42',
    nome: 'João da Silva',
    email: 'joao.silva@example.com',
    telefone: '(11) 98765-4321',
    mensagem: 'Quero um orçamento',
  };
}

/** Starts the admin for one test. It stops when the test ends, and its files are removed. */
export async function startAdmin(options: AdminOptions = {}): Promise<AdminUnderTest> {
  const folder = await mkdtemp(join(QUICK_FOLDER, 'lead-intake-admin-'));
  const now = { ms: NOON };
  const clock = (): number => now.ms;
  const { log, lines } = createLogLines();
  const databaseFile = placeEmptyDatabase(join(folder, 'test.db'));
  const store = openSqliteStore(`sqlite:${databaseFile}`, now.ms);
  const { config, secrets } = loadConfig({ env: options.env ?? {}, envFile: '/dev/null' });
  const credentialsKey = 'credentialsKey' in options ? options.credentialsKey : 'a-key-of-tests-with-more-than-32-characters';
  const delivery = deliverySettings(config, secrets);
  const installation = installationOf(config, secrets, async () => []);
  const readInstallation = () => readSnapshot(store, installation, clock());
  const metrics = createMetrics({
    isWritable: async () => true,
    readInstallation,
    version: '9.9.9',
    droppedLogLines: () => 0,
  });
  const access = new AdminAccess({
    sessions: store,
    failedLogins: store,
    adminToken: 'adminToken' in options ? options.adminToken : ADMIN_TOKEN,
    readonlyToken: READONLY_TOKEN,
    oneTimeToken: options.oneTimeToken,
    listensOnLoopback: options.listensOnLoopback ?? true,
    clock,
    log,
    isHttps: () => options.isHttps ?? false,
  });
  const erasures = new OpenErasures({ store, clock, log });
  const stop = new AbortController();
  const erasing = erasures.run(stop.signal);
  const { routes, closeStreams } = adminRoutes({
    store,
    erasures,
    retention: config.retention,
    addNamedSecret: (secret, operator) => addNamedSecret({ store, secrets: { ...secrets, credentialsKey } }, secret, operator),
    clientConnections: clientConnections({ store, config, secrets: { ...secrets, credentialsKey }, clock }),
    forms: formDesk(store, clock),
    readInstallation,
    clock,
    log,
    version: '9.9.9',
    timeZone: config.delivery.conversions.timeZone,
    environment: 'test',
    access,
    sources: sourceSettings(config, secrets),
    delivery,
    ...(options.mostStreams === undefined ? {} : { mostStreams: options.mostStreams }),
    previewReplay: (refusedIds, options) => previewReplay({ store, config, secrets, clock }, refusedIds, options),
    replayRefused: (refusedIds, operator, options) => replayRefused({ store, config, secrets, clock }, refusedIds, operator, options),
    isHttps: () => options.isHttps ?? false,
    collectMetrics: metrics.collect,
  });
  const server = createHttpServer({ routes, log, trustProxy: options.trustProxy ?? 0, onAnswered: metrics.observe });
  const { port } = await server.listen('127.0.0.1', 0);
  onTestFinished(async () => {
    closeStreams();
    stop.abort();
    await erasing;
    await server.close(0);
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return new AdminUnderTest({ store, origin: `http://127.0.0.1:${port}`, now, closeStreams, routes, databaseFile, lines });
}

/** The fingerprint of the stored values that the page's form with this action shows. */
export function versionIn(html: string, action: string): string {
  return /name="versao" value="([^"]+)"/.exec(html.split(`action="${action}"`)[1] ?? '')?.[1] ?? '';
}

export function cookieOf(response: Response): string {
  const [setCookie = ''] = response.headers.getSetCookie();
  return setCookie.split(';')[0] ?? '';
}
