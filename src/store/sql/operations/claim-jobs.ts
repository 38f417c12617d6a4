import { HOUR_MS } from '../../../base/time-units.ts';
import { type Claim, type ClaimedJob, JobState } from '../../../domain/job.ts';
import type { ClaimRequest } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { optionalId } from '../rows/fields.ts';
import { IS_PAUSED, jobId } from '../rows/job-rows.ts';

const DUE_ROWS = `
select id, evento_id, conversao_id, suspeito, disponivel_em, tentativas, reserva, criado_em, iniciado_em, corpo_bytes, plataforma_desde,
  plataforma_falhas
from fila_vivos`;

/** `indexed by`: with the index of the groups SQLite would sort all of them. */
const DUE = `
${DUE_ROWS} indexed by fila_vivos_pendentes
where fila = ? and estado = '${JobState.pending}' and disponivel_em <= ? order by disponivel_em, id limit ? /*! for update skip locked */`;

const DUE_OF_GROUP = `
${DUE_ROWS} indexed by fila_vivos_grupos
where fila = ? and grupo = ? and estado = '${JobState.pending}' and disponivel_em <= ? order by disponivel_em, id limit ? /*! for update skip locked */`;

/** One index seek, however many jobs a group has. */
const NEXT_GROUP = `
select grupo from fila_vivos indexed by fila_vivos_grupos
where fila = ? and grupo > ? and estado = '${JobState.pending}' and disponivel_em is not null order by grupo limit 1`;

/** Groups that one claim reads in addition to the longest-due jobs; the next claim continues after them. */
const GROUPS_AT_ONCE = 8;

/** A suspect job lets later jobs go first for this long, in ms; then lanes wait until it has run. */
const SUSPECT_TIMEOUT_MS = 5_000;

/** Maximum total size of the bodies in one claim, in bytes, so that a batch of large ones does not exhaust the worker's memory. */
const CLAIM_BYTES = 16_777_216;

/**
 * If a job was not tried for this long, its count of platform faults restarts, in ms: time without a running worker is not time in which
 * the platform was unreachable. No wait for a platform is longer.
 */
const FAULTS_COUNT_ON_MS = 30 * HOUR_MS;

/** `json_each` takes the ids of the whole batch: one statement costs half of one statement per job. */
const CLAIM = `
update fila_vivos
set estado = '${JobState.running}', tentativas = tentativas + 1, reserva = reserva + 1, motivo_espera = null,
    plataforma_desde = iif(iniciado_em < ?, null, plataforma_desde), reservado_por = ?, reservado_ate = ?, iniciado_em = ?
where id in (select value from json_each(?))`;

/** The jobs that this worker already runs in another lane: -1 none, 0 ordinary jobs, 1 a suspect one. */
const IN_HAND = `select ifnull(max(suspeito), -1) as suspect from fila_vivos where estado = '${JobState.running}' and reservado_por = ?`;

interface DueRow {
  readonly id: number;
  readonly evento_id: number;
  readonly conversao_id: number | null;
  readonly suspeito: number;
  readonly disponivel_em: number;
  readonly tentativas: number;
  /** How often it was claimed before. */
  readonly reserva: number;
  readonly criado_em: number;
  /** When it was claimed last. */
  readonly iniciado_em: number | null;
  readonly corpo_bytes: number;
  readonly plataforma_desde: number | null;
  readonly plataforma_falhas: number;
}

interface InHandRow {
  readonly suspect: -1 | 0 | 1;
}

/** A claimed job, as the claim leaves it. Its event never changes, so the caller reads it without holding up the writer. */
export interface TakenJob extends Pick<ClaimedJob, keyof Claim | 'attempt' | 'conversionId' | 'platformFaults'> {
  readonly eventRow: number;
}

/** Claims the longest-due jobs, in the order of their events: within a batch, a sale comes after the event of its lead, which may have run before. */
export async function claim(connection: Connection, request: ClaimRequest): Promise<readonly TakenJob[]> {
  if ((await connection.get(IS_PAUSED, request.queue)) !== undefined) return [];
  const due = await dueJobs(connection, { ...request, limit: Math.min(request.limit, connection.mostClaimed) });
  const inHand = (await connection.get(IN_HAND, request.workerId)) as InHandRow;
  const claimed = withinMemory(claimable(due, inHand, request.now)).toSorted((a, b) => a.id - b.id);
  if (claimed.length === 0) return [];
  const ids = JSON.stringify(claimed.map((row) => row.id));
  const { workerId, leaseMs, now } = request;
  await connection.run(CLAIM, now - FAULTS_COUNT_ON_MS, workerId, now + leaseMs, now, ids);
  connection.tally.add(request.queue, JobState.pending, -claimed.length);
  for (const row of claimed) if (row.reserva === 0) connection.tally.begun(request.queue, row.criado_em, request.now);
  return claimed.map((row) => takenJob(row, request));
}

/**
 * The longest-due jobs. If more jobs are due than requested, half of the places go to groups in rotation, oldest jobs of each group first:
 * a single job behind the backlog of another source or campaign waits for a few claims, not for the whole backlog.
 */
async function dueJobs(connection: Connection, request: ClaimRequest): Promise<readonly DueRow[]> {
  const { queue, limit } = request;
  const dueBy = request.dueBy ?? request.now;
  const oldest = await connection.all<DueRow>(DUE, queue, dueBy, limit);
  if (oldest.length < limit || limit === 1) return oldest;
  const groups = await nextGroups(connection, queue);
  if (groups.length < 2) return oldest;
  const share = Math.max(1, Math.floor(limit / 2 / groups.length));
  const inRotation = await flatMapInOrder(groups, async (group) => await connection.all<DueRow>(DUE_OF_GROUP, queue, group, dueBy, share));
  const chosen = new Map([...oldest.slice(0, 1), ...inRotation.slice(0, limit - 1), ...oldest].map((row) => [row.id, row]));
  return [...chosen.values()].slice(0, limit).toSorted((a, b) => a.disponivel_em - b.disponivel_em || a.id - b.id);
}

/** The group after which the next claim of a queue continues, for each open store. */
const lastGroups = new WeakMap<object, Map<string, number>>();

async function nextGroups(connection: Connection, queue: string): Promise<readonly number[]> {
  const last = lastGroups.get(connection.handle) ?? new Map<string, number>();
  lastGroups.set(connection.handle, last);
  const groups: number[] = [];
  let after = last.get(queue) ?? -1;
  while (groups.length < GROUPS_AT_ONCE) {
    const next = await connection.get<{ readonly grupo: number }>(NEXT_GROUP, queue, after);
    if (next !== undefined && groups.includes(next.grupo)) break;
    if (next === undefined && after === -1) break;
    after = next?.grupo ?? -1;
    if (next !== undefined) groups.push(next.grupo);
  }
  last.set(queue, groups.at(-1) ?? -1);
  return groups;
}

/**
 * A job that may have crashed its worker runs alone, across all lanes of that worker: if it crashes again, no other job is affected. Of two
 * busy lanes one always has jobs in hand, so a suspect that has waited long blocks later jobs; otherwise it would wait until the whole
 * queue is empty.
 */
function claimable(due: readonly DueRow[], inHand: InHandRow, now: number): readonly DueRow[] {
  if (inHand.suspect === 1) return [];
  const [first] = due;
  if (first?.suspeito === 1) {
    if (inHand.suspect === -1) return [first];
    if (now - first.disponivel_em > SUSPECT_TIMEOUT_MS) return [];
  }
  return due.filter((row) => row.suspeito === 0);
}

/** The first jobs, at least one, whose bodies fit into the limit. */
function withinMemory(due: readonly DueRow[]): readonly DueRow[] {
  let bytes = 0;
  const firstTooMany = due.findIndex((row, index) => {
    bytes += row.corpo_bytes;
    return index > 0 && bytes > CLAIM_BYTES;
  });
  return firstTooMany === -1 ? due : due.slice(0, firstTooMany);
}

function takenJob(row: DueRow, { workerId, now }: ClaimRequest): TakenJob {
  const isLongAgo = row.iniciado_em !== null && row.iniciado_em < now - FAULTS_COUNT_ON_MS;
  const faultsSince = isLongAgo ? null : row.plataforma_desde;
  return {
    jobId: jobId(row.id),
    workerId,
    eventRow: row.evento_id,
    conversionId: optionalId(row.conversao_id),
    lease: row.reserva + 1,
    attempt: row.tentativas + 1,
    platformFaults: faultsSince === null ? null : { since: faultsSince, tries: row.plataforma_falhas },
  };
}
