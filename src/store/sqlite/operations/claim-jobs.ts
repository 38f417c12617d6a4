import { HOUR_MS } from '../../../base/time-units.ts';
import { type ClaimedJob, JobState } from '../../../domain/job.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { ClaimRequest } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { optionalId, textId } from '../rows/row-id.ts';

const IS_PAUSED = 'select 1 from filas where nome = ? and pausada_em is not null';

const DUE_ROWS = `
select j.id, j.suspeito, j.disponivel_em, j.reserva, j.criado_em, length(e.corpo) as bytes
from fila_jobs j`;

/** `indexed by`: the index of the groups would have all of them sorted. */
const DUE = `
${DUE_ROWS} indexed by fila_jobs_pendentes cross join webhook_eventos e on e.id = j.evento_id
where j.fila = ? and j.estado = '${JobState.pending}' and j.disponivel_em <= ? order by j.disponivel_em, j.id limit ?`;

const DUE_OF_GROUP = `
${DUE_ROWS} indexed by fila_jobs_grupos cross join webhook_eventos e on e.id = j.evento_id
where j.fila = ? and j.grupo = ? and j.estado = '${JobState.pending}' and j.disponivel_em <= ? order by j.disponivel_em, j.id limit ?`;

/** One jump in the index, however many jobs a group has. */
const NEXT_GROUP = `
select grupo from fila_jobs indexed by fila_jobs_grupos
where fila = ? and grupo > ? and estado = '${JobState.pending}' and disponivel_em is not null order by grupo limit 1`;

/** Groups that one claim looks at, besides what is due longest; the next claim goes on behind them. */
const GROUPS_AT_ONCE = 8;

/** A suspect job lets those that are due after it go first for so long, in ms; then lanes come to rest until it has had its turn. */
const SUSPECT_PATIENCE_MS = 5_000;

/** Bodies handed out at once, in bytes: a batch of large ones must not take the worker's memory. */
const CLAIM_BYTES = 16_777_216;

/**
 * How long a job may go untried before its faults of the platform count anew, in ms: time in which nobody tried, because no worker ran, is no
 * time in which the platform was away. No wait for a platform is longer.
 */
const FAULTS_COUNT_ON_MS = 30 * HOUR_MS;

/** `json_each` takes the ids of a whole batch: one statement for all costs half of one for each. */
const CLAIM = `
update fila_jobs
set estado = '${JobState.running}', tentativas = tentativas + 1, reserva = reserva + 1, motivo_espera = null,
    plataforma_desde = iif(iniciado_em < ?, null, plataforma_desde), reservado_por = ?, reservado_ate = ?, iniciado_em = ?
where id in (select value from json_each(?))`;

/** In the order of the ids asked for: `cross join` keeps the order of the tables. */
const CLAIMED = `
select j.id, j.evento_id, j.conversao_id, j.tentativas, j.reserva, e.origem, e.event_type, e.identidade, e.corpo, e.recebido_em, e.recusado_em,
  e.requisicao_id, e.cliente_limite, j.plataforma_desde, j.plataforma_falhas
from json_each(?) asked cross join fila_jobs j on j.id = asked.value cross join webhook_eventos e on e.id = j.evento_id`;

/** What this worker has in hand already, in another lane: -1 nothing, 0 ordinary jobs, 1 a suspect one. */
const IN_HAND = `select ifnull(max(suspeito), -1) as suspect from fila_jobs where estado = '${JobState.running}' and reservado_por = ?`;

interface DueRow {
  readonly id: number;
  readonly suspeito: number;
  readonly disponivel_em: number;
  /** How often it was claimed before. */
  readonly reserva: number;
  readonly criado_em: number;
  readonly bytes: number;
}

interface InHandRow {
  readonly suspect: -1 | 0 | 1;
}

interface ClaimedRow {
  readonly id: number;
  readonly evento_id: number;
  readonly conversao_id: number | null;
  readonly tentativas: number;
  readonly reserva: number;
  readonly origem: Origin;
  readonly event_type: string;
  readonly identidade: string;
  readonly corpo: Uint8Array;
  readonly recebido_em: number;
  readonly recusado_em: number | null;
  readonly requisicao_id: string;
  readonly plataforma_desde: number | null;
  readonly plataforma_falhas: number;
  readonly cliente_limite: number | null;
}

/** Hands out jobs that are due, the longest due first, with their events. */
export function claim(connection: Connection, request: ClaimRequest): readonly ClaimedJob[] {
  if (connection.statement(IS_PAUSED).get(request.queue) !== undefined) return [];
  const due = dueJobs(connection, request);
  const inHand = connection.statement(IN_HAND).get(request.workerId) as InHandRow;
  const claimed = withinMemory(claimable(due, inHand, request.now));
  if (claimed.length === 0) return [];
  const ids = JSON.stringify(claimed.map((row) => row.id));
  const { workerId, leaseMs, now } = request;
  connection.statement(CLAIM).run(now - FAULTS_COUNT_ON_MS, workerId, now + leaseMs, now, ids);
  connection.tally.add(request.queue, JobState.pending, -claimed.length);
  for (const row of claimed) if (row.reserva === 0) connection.tally.begun(request.queue, row.criado_em, request.now);
  return (connection.statement(CLAIMED).all(ids) as ClaimedRow[]).map((row) => claimedJob(row, request.workerId));
}

/**
 * The jobs due longest. When more are due than asked for, half of the places go to groups in rotation, the oldest jobs of each first: a
 * single job behind a backlog of another source or campaign waits for a few claims, and not for all of it.
 */
function dueJobs(connection: Connection, request: ClaimRequest): readonly DueRow[] {
  const { queue, limit } = request;
  const dueBy = request.dueBy ?? request.now;
  const oldest = connection.statement(DUE).all(queue, dueBy, limit) as DueRow[];
  if (oldest.length < limit || limit === 1) return oldest;
  const groups = nextGroups(connection, queue);
  if (groups.length < 2) return oldest;
  const share = Math.max(1, Math.floor(limit / 2 / groups.length));
  const inRotation = groups.flatMap((group) => connection.statement(DUE_OF_GROUP).all(queue, group, dueBy, share) as DueRow[]);
  const chosen = new Map([...oldest.slice(0, 1), ...inRotation.slice(0, limit - 1), ...oldest].map((row) => [row.id, row]));
  return [...chosen.values()].slice(0, limit).toSorted((a, b) => a.disponivel_em - b.disponivel_em || a.id - b.id);
}

/** Where the groups of a queue go on, for each connection that claims. */
const lastGroups = new WeakMap<Connection, Map<string, number>>();

function nextGroups(connection: Connection, queue: string): readonly number[] {
  const last = lastGroups.get(connection) ?? new Map<string, number>();
  lastGroups.set(connection, last);
  const groups: number[] = [];
  let after = last.get(queue) ?? -1;
  while (groups.length < GROUPS_AT_ONCE) {
    const next = connection.statement(NEXT_GROUP).get(queue, after) as { readonly grupo: number } | undefined;
    if (next !== undefined && groups.includes(next.grupo)) break;
    if (next === undefined && after === -1) break;
    after = next?.grupo ?? -1;
    if (next !== undefined) groups.push(next.grupo);
  }
  last.set(queue, groups.at(-1) ?? -1);
  return groups;
}

/**
 * A job that may have killed its worker is worked on alone, also across the lanes of that worker: if it does so again, it
 * takes no innocent job with it. Two busy lanes never both have nothing in hand, so a suspect that has waited long holds up
 * what is due after it; otherwise it would wait until the whole queue is empty.
 */
function claimable(due: readonly DueRow[], inHand: InHandRow, now: number): readonly DueRow[] {
  if (inHand.suspect === 1) return [];
  const [first] = due;
  if (first?.suspeito === 1) {
    if (inHand.suspect === -1) return [first];
    if (now - first.disponivel_em > SUSPECT_PATIENCE_MS) return [];
  }
  return due.filter((row) => row.suspeito === 0);
}

/** The first ones, at least one, whose bodies fit. */
function withinMemory(due: readonly DueRow[]): readonly DueRow[] {
  let bytes = 0;
  const firstTooMany = due.findIndex((row, index) => {
    bytes += row.bytes;
    return index > 0 && bytes > CLAIM_BYTES;
  });
  return firstTooMany === -1 ? due : due.slice(0, firstTooMany);
}

function claimedJob(row: ClaimedRow, workerId: string): ClaimedJob {
  return {
    jobId: textId(row.id),
    workerId,
    lease: row.reserva,
    attempt: row.tentativas,
    eventId: textId(row.evento_id),
    origin: row.origem,
    eventType: row.event_type,
    identity: row.identidade,
    body: row.corpo,
    receivedAt: row.recebido_em,
    refusedAt: row.recusado_em,
    requestId: row.requisicao_id,
    conversionId: optionalId(row.conversao_id),
    platformFaults: row.plataforma_desde === null ? null : { since: row.plataforma_desde, tries: row.plataforma_falhas },
    limitedTo: optionalId(row.cliente_limite),
  };
}
