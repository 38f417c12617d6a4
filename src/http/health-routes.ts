import { toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { liveWorkers, type QueueSnapshot } from '../domain/queue-status.ts';
import type { Reports } from '../domain/report-ports.ts';
import { type Route, sendJson } from './exchange.ts';

/** Public addresses: however often they are asked, the database is asked once in this time. */
const PROBE_EVERY_MS = 1_000;

export interface HealthRoutesDeps {
  readonly reports: Pick<Reports, 'checkWritable' | 'queueSnapshot'>;
  readonly queue: string;
  /** False: /health does not tell about the queue. */
  readonly includeQueue: boolean;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly isStopping: () => boolean;
}

interface Health {
  readonly status: 'ok' | 'error';
  readonly database: 'ok' | 'error';
  readonly queue?: ReturnType<typeof queueJson>;
}

/** `/health` for people and monitors, `/live` and `/ready` for load balancers. They answer before any credential and tell no more than counts. */
export function healthRoutes(deps: HealthRoutesDeps): Route[] {
  const told = { isBroken: false };
  const probe = cachedFor(PROBE_EVERY_MS, deps.clock, () => probeDatabase(deps, told));
  return [
    {
      method: 'GET',
      path: '/health',
      handler: async (exchange) => {
        const health = await probe();
        sendJson(exchange, health.status === 'ok' ? 200 : 503, health);
      },
    },
    { method: 'GET', path: '/live', handler: (exchange) => sendJson(exchange, 200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/ready',
      handler: async (exchange) => {
        const { status, database } = await probe();
        if (deps.isStopping()) sendJson(exchange, 503, { status: 'stopping', database });
        else sendJson(exchange, status === 'ok' ? 200 : 503, { status, database });
      },
    },
  ];
}

/** @param told what the log was told last: whoever may ask learns no reason, so it stands there, once for each change */
async function probeDatabase({ reports, queue, includeQueue, clock, log }: HealthRoutesDeps, told: { isBroken: boolean }): Promise<Health> {
  try {
    await reports.checkWritable();
    const shown = includeQueue ? { queue: queueJson(await reports.queueSnapshot(queue, clock())) } : {};
    if (told.isBroken) log.info({}, 'the database can be used again');
    told.isBroken = false;
    return { status: 'ok', database: 'ok', ...shown };
  } catch (error) {
    if (!told.isBroken) log.warn({ err: toAppError(error) }, 'the database cannot be used: /health and /ready answer 503');
    told.isBroken = true;
    return { status: 'error', database: 'error' };
  }
}

function queueJson(snapshot: QueueSnapshot) {
  return {
    fila: snapshot.queue,
    pendente: snapshot.waiting,
    adiado: snapshot.delayed,
    estacionado: snapshot.parked,
    processando: snapshot.running,
    falhou: snapshot.failed,
    mais_antigo_ms: snapshot.oldestWaitingMs,
    pausada: snapshot.pausedAt !== null,
    trabalhadores: liveWorkers(snapshot).length,
  };
}

/** Asks at most once in `forMs`; who asks meanwhile shares the answer, and so does who asks while it is being found out. */
function cachedFor<Value>(forMs: number, clock: Clock, ask: () => Promise<Value>): () => Promise<Value> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Value> | undefined;
  return () => {
    const now = clock();
    if (answer === undefined || Math.abs(now - askedAt) >= forMs) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
