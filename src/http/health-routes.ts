import { toAppError } from '../base/app-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { countSeverity } from '../domain/finding.ts';
import { liveWorkers, type QueueSnapshot } from '../domain/queue-status.ts';
import type { Reports } from '../domain/report-ports.ts';
import { findAll } from '../findings/findings.ts';
import type { Snapshot } from '../findings/snapshot.ts';
import { count, record, text, yes } from '../presentation/record.ts';
import { type Route, sendJson } from './exchange.ts';
import type { IntakeRefusals } from './intake-refusals.ts';
import { sharedRead } from './shared-read.ts';

/** These addresses are public: however often they are requested, the database is queried at most once in this time, in ms. */
const PROBE_EVERY_MS = 1_000;

export interface HealthRoutesDeps {
  readonly reports: Pick<Reports, 'checkWritable'>;
  readonly refusals: Pick<IntakeRefusals, 'recent'>;
  readonly readInstallation: () => Promise<Snapshot>;
  /** False: /health reports neither the queue nor the number of problems. */
  readonly includeQueue: boolean;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly isStopping: () => boolean;
}

type State = 'ok' | 'error';

/** The figures of the queue that everybody may see. */
export const queueFigures = record<QueueSnapshot>()({
  fila: text.of('queue'),
  pendente: count.of('waiting'),
  adiado: count.of('delayed'),
  estacionado: count.of('parked'),
  processando: count.of('running'),
  falhou: count.of('failed'),
  mais_antigo_ms: count.nullable.of('oldestWaitingMs'),
  pausada: yes.of(({ pausedAt }) => pausedAt !== null),
  trabalhadores: count.of((snapshot) => liveWorkers(snapshot).length),
});

interface DatabaseHealth {
  readonly database: State;
  readonly queue?: ReturnType<typeof queueFigures.write>;
  readonly findings?: { readonly problem: number; readonly warning: number };
}

export interface HealthRoutes {
  readonly routes: Route[];
  /** Checks the database now, so that the log shows a failure before anybody asks. Never rejects. */
  readonly probe: () => Promise<unknown>;
  /** Whether an event could be stored now, as `/ready` reports it. Never rejects. */
  readonly isWritable: () => Promise<boolean>;
}

/**
 * `/health` for people and monitors, `/live` and `/ready` for load balancers. They need no credential and show only counts. A recently
 * refused delivery makes `/health` return 503; `/ready` returns it only if no other delivery succeeded either: one sender's problem must
 * not take the service out of rotation.
 */
export function healthRoutes(deps: HealthRoutesDeps): HealthRoutes {
  const told: Logged = { isBroken: false, isUnreadable: false, isRefusing: false };
  const often = { forMs: PROBE_EVERY_MS, now: deps.clock };
  const probe = sharedRead(() => probeDatabase(deps, told), often);
  // Findings need the read thread, which takes 13 MB; a service that only gets readiness checks does not need it.
  const around = sharedRead(() => readFindings(deps, told), often);
  const ready = async (): Promise<Readonly<Record<'status' | 'database' | 'intake', State>>> => {
    const { database } = await probe();
    const intake: State = recentRefusal(deps, told)?.othersGetIn === false ? 'error' : 'ok';
    return { status: worst(database, intake), database, intake };
  };
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/health',
      handler: async (exchange) => {
        const probed = await probe();
        const { database, ...queue } = probed.database === 'ok' && deps.includeQueue ? await around() : probed;
        const intake: State = recentRefusal(deps, told) === undefined ? 'ok' : 'error';
        const status = worst(database, intake);
        sendJson(exchange, status === 'ok' ? 200 : 503, { status, database, intake, ...queue });
      },
    },
    { method: 'GET', path: '/live', handler: (exchange) => sendJson(exchange, 200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/ready',
      handler: async (exchange) => {
        const readiness = await ready();
        if (deps.isStopping()) sendJson(exchange, 503, { ...readiness, status: 'stopping' });
        else sendJson(exchange, readiness.status === 'ok' ? 200 : 503, readiness);
      },
    },
  ];
  return {
    routes,
    // Not cached, so that the next request does not get an older result.
    probe: () => probeDatabase(deps, told),
    isWritable: async () => (await ready()).status === 'ok',
  };
}

/** The last state that was logged. Callers are not told the reason, so it is logged, once per change. */
interface Logged {
  isBroken: boolean;
  isUnreadable: boolean;
  isRefusing: boolean;
}

function worst(...states: readonly State[]): State {
  return states.includes('error') ? 'error' : 'ok';
}

async function probeDatabase({ reports, log }: HealthRoutesDeps, told: Logged): Promise<DatabaseHealth> {
  try {
    await reports.checkWritable();
    if (told.isBroken) log.info({}, 'the database can be used again');
    told.isBroken = false;
    return { database: 'ok' };
  } catch (error) {
    if (!told.isBroken) log.warn({ err: toAppError(error) }, 'the database cannot be used: /health and /ready answer 503');
    told.isBroken = true;
    return { database: 'error' };
  }
}

/** Findings are only counted, because the address is public. A database that can be written to but not read also counts as broken. */
async function readFindings({ readInstallation, log }: HealthRoutesDeps, told: Logged): Promise<DatabaseHealth> {
  try {
    const snapshot = await readInstallation();
    const findings = findAll(snapshot);
    const counts = { problem: countSeverity(findings, 'problem'), warning: countSeverity(findings, 'warning') };
    told.isUnreadable = false;
    return { database: 'ok', queue: queueFigures.write(snapshot.queue), findings: counts };
  } catch (error) {
    if (!told.isUnreadable) log.warn({ err: toAppError(error) }, 'the database cannot be read: /health answers 503');
    told.isUnreadable = true;
    return { database: 'error' };
  }
}

function recentRefusal({ refusals, log }: HealthRoutesDeps, told: Logged): ReturnType<IntakeRefusals['recent']> {
  const refusal = refusals.recent();
  if (refusal !== undefined && !told.isRefusing) log.warn({ code: refusal.code }, 'deliveries were refused: /health answers 503');
  if (refusal === undefined && told.isRefusing) log.info({}, 'no delivery was refused in the last half minute');
  told.isRefusing = refusal !== undefined;
  return refusal;
}
