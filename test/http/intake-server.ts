import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signatureHeader } from '../../src/base/signature.ts';
import type { EventInbox, Store } from '../../src/domain/ports.ts';
import type { BodyBudget } from '../../src/http/body-budget.ts';
import { intakeRoutes } from '../../src/http/intake-routes.ts';
import { createRefusedRecorder } from '../../src/http/refused-recorder.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createIntake, type IntakeDeps } from '../../src/intake/receive.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { SECRETS } from '../intake/intake-fixture.ts';
import { placeEmptyDatabase } from '../support/empty-database.ts';
import { QUICK_FOLDER } from '../support/temp-dir.ts';
import { createLogLines, type LogLine } from './log-lines.ts';

export const MAX_BODY_BYTES = 300_000;

export interface IntakeServer {
  readonly url: string;
  readonly port: number;
  readonly store: Store;
  readonly lines: readonly LogLine[];
  /** Resolves when the refused requests so far are stored. */
  flushRefused(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface IntakeServerOptions {
  readonly secrets?: Partial<IntakeDeps['secrets']>;
  readonly allowUnsigned?: boolean;
  /** Inserted between intake and the store. */
  readonly inbox?: (store: Store) => EventInbox;
  readonly bodyBudget?: BodyBudget;
  readonly unverifiedBodyMs?: number;
  readonly onNoRoom?: () => void;
}

/** The four routes on a real port, over a database file in a temporary folder. */
export async function startIntakeServer(options: IntakeServerOptions = {}): Promise<IntakeServer> {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'lead-intake-http-'));
  const store = openSqliteStore(`sqlite:${placeEmptyDatabase(join(folder, 'test.db'))}`, Date.now());
  const inbox = options.inbox?.(store) ?? store;
  const { log, lines } = createLogLines();
  const secrets = { ...SECRETS, ...options.secrets };
  const intake = createIntake({
    inbox,
    secrets,
    config: { allowUnsigned: options.allowUnsigned ?? false, timestampToleranceSeconds: 300, eventTypes: new Map() },
    clock: Date.now,
    queue: 'webhooks',
  });
  const refused = createRefusedRecorder({ inbox, reports: store, secrets, clock: Date.now, log });
  const { bodyBudget, unverifiedBodyMs, onNoRoom } = options;
  const bodies = {
    ...(bodyBudget === undefined ? {} : { bodyBudget }),
    ...(unverifiedBodyMs === undefined ? {} : { unverifiedBodyMs }),
    ...(onNoRoom === undefined ? {} : { onNoRoom }),
  };
  const routes = intakeRoutes({ intake, refused, maxBodyBytes: MAX_BODY_BYTES, clock: Date.now, log, ...bodies });
  const server = createHttpServer({ routes, log, trustProxy: 0, timeouts: { checkMs: 50 } });
  const { port } = await server.listen('127.0.0.1', 0);
  const close = async (): Promise<void> => {
    await server.close(0);
    await refused.flush();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    store,
    lines,
    flushRefused: () => refused.flush(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export function formBody(changes: Readonly<Record<string, unknown>> = {}): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return JSON.stringify({ event_type: 'lead', id: 'f-1', timestamp, campanha_id: 42, nome: 'João da Silva', ...changes });
}

/** Posts to the website-form route, signed with the right secret unless headers are given. */
export function postForm(url: string, body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Response> {
  const bytes = Buffer.from(body);
  return fetch(`${url}/integracoes/leads`, {
    method: 'POST',
    body: bytes,
    headers: headers ?? { 'X-Formulario-Signature': signatureHeader('form-secret', bytes), 'Content-Type': 'application/json' },
  });
}

/** A raw request of the website-form route with the given headers. */
export function rawPost(headers: readonly string[], body: string, path = '/integracoes/leads'): string {
  return [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n');
}

/** The newest request that was refused with this code. */
export async function lastRefused(server: IntakeServer, code: string) {
  await server.flushRefused();
  const { items } = await server.store.listRefused({ code, limit: 1 });
  const newest = await server.store.findRefused(items[0]?.id ?? '');
  if (newest === null) throw new Error(`nothing refused as ${code}`);
  return newest;
}
