import { AppError } from '../../../base/app-error.ts';
import { type AttributionRules, DEFAULT_ATTRIBUTION } from '../../../domain/attribution.ts';
import { ConversionState } from '../../../domain/conversion.ts';
import type { NotSent } from '../../../domain/conversion-delivery.ts';
import { type Claim, type FinishResult, JobGroup, type JobOutcome, JobState, type Retry } from '../../../domain/job.ts';
import type { Connection } from '../connection.ts';
import { mapInOrder } from '../in-order.ts';
import { eraseLateEvent } from '../privacy/erase-people.ts';
import { anybodyErased, erasedAmong, erasureOfLead, textsOfLead } from '../privacy/erased-people.ts';
import { rowId, textId } from '../rows/fields.ts';
import type { StoredIntent } from '../rows/lead-rows.ts';
import type { LeadWork } from './client-choices.ts';
import { noteDelivery, setGivenUp, setState } from './conversion-states.ts';
import type { AppliedLead, EventIntent } from './create-leads.ts';
import { EarlierEvents } from './earlier-events.ts';
import { eventFailed, eventsProcessed } from './event-ends.ts';
import { endJobs, type HeldJob, heldBatch, recordAttempt } from './jobs.ts';
import { applyIntent, EARLIER_EVENTS_WAITING, makeNewLeads } from './leads.ts';
import { type PackedIntent, unpackIntent } from './packed-intent.ts';
import { type EventOfBatch, unknownPeople } from './unknown-people.ts';

const WAIT_AGAIN = `
update fila_vivos
set estado = '${JobState.pending}', disponivel_em = ?, motivo_espera = ?, tentativas = tentativas - ?, reservado_ate = null, suspeito = 0,
    erro_codigo = ?, erro_parametros = ?, erro_alvo = ?
where id = ?`;

const NOTE_PLATFORM_FAULTS = 'update fila_vivos set plataforma_desde = ?, plataforma_falhas = ? where id = ?';

const FORGET_PLATFORM_FAULTS = 'update fila_vivos set plataforma_desde = null where id = ? and plataforma_desde is not null';

/** The platform has accepted the conversion and reports the result later: no attempt is used, and there is no error. */
const AWAIT_PLATFORM = `
update fila_vivos
set estado = '${JobState.pending}', disponivel_em = ?, motivo_espera = 'awaiting_platform', tentativas = tentativas - 1, reservado_ate = null,
    suspeito = 0, erro_codigo = null, erro_parametros = null, erro_alvo = '', plataforma_desde = null
where id = ?`;

const KEEP_FETCHED = `
insert into eventos_buscados (evento_id, corpo, em) values (?, ?, ?)
on conflict (evento_id) do update set corpo = excluded.corpo, em = excluded.em`;

/** An outcome as sent to the writer. */
export interface StoredFinish {
  readonly claim: Claim;
  readonly outcome: SentOutcome;
  /** The fetched bytes, one per character (`latin1`). */
  readonly fetched?: string;
}

type OtherOutcome = Exclude<JobOutcome, { kind: 'lead' }>;

type SentOutcome = OtherOutcome | PackedIntent;

type StoredOutcome = OtherOutcome | { readonly kind: 'lead'; readonly intent: StoredIntent };

/** Applies the outcomes of jobs, each only while its claim holds. If the database refuses one, it fails alone. */
export async function finish(
  connection: Connection,
  requests: readonly StoredFinish[],
  now: number,
  rules: AttributionRules = DEFAULT_ATTRIBUTION,
): Promise<readonly FinishResult[]> {
  const held = await heldBatch(
    connection,
    requests.map(({ claim }) => claim),
  );
  const endings = requests.map(({ claim, outcome, fetched }): Ending => ({ job: held.take(claim), outcome: received(outcome), fetched }));
  const jobs = endings.flatMap(({ job }) => job ?? []);
  const earlier = new EarlierEvents(connection, jobs, now + EARLIER_EVENTS_WAITING.afterMs);
  const intents = endings.flatMap((ending) => intentOf(ending, earlier));
  const erasures = await erasuresOf(connection, intents, now);
  const remaining = intents.filter(({ eventId }) => !erasures.has(rowId(eventId)));
  const runs = connection.isCareful ? new Map() : await unknownPeople(connection, remaining);
  const asked = new Map(intents.map((event) => [event.eventId, event]));
  const batch: Batch = { connection, now, rules, asked, erasures, runs, made: new Map(), processed: [] };
  const results = await mapInOrder(endings, async (ending) => await carryOut(batch, ending));
  await endJobs(connection, batch.processed, null, now);
  return results;
}

function received(outcome: SentOutcome): StoredOutcome {
  return 'kind' in outcome ? outcome : { kind: 'lead', intent: unpackIntent(outcome) };
}

/** The outcomes applied in one transaction. */
interface Batch extends LeadWork {
  /** By event. */
  readonly asked: ReadonlyMap<string, EventOfBatch>;
  /** The erasures of the people whose events arrived again, by row of the event: they get no lead. */
  readonly erasures: ReadonlyMap<number, number>;
  /** New leads to create together, by the first event of each run; empty while each outcome has to fail alone. */
  readonly runs: ReadonlyMap<string, readonly EventIntent[]>;
  /** The leads of the stored run, by event; their events already have them. */
  made: ReadonlyMap<string, AppliedLead>;
  /** Jobs whose events have their leads. Ending them together costs half. */
  readonly processed: HeldJob[];
}

interface Ending {
  /** `undefined` if the claim is lost. */
  readonly job: HeldJob | undefined;
  readonly outcome: StoredOutcome;
  readonly fetched: string | undefined;
}

function intentOf({ job, outcome }: Ending, earlier: EarlierEvents): readonly EventOfBatch[] {
  if (job === undefined || job.conversionRow !== null || outcome.kind !== 'lead') return [];
  const isEarly = async (): Promise<boolean> => await earlier.mayCreateLeadOf(job.eventRow);
  return [{ intent: outcome.intent, eventId: textId(job.eventRow), isEarly }];
}

async function erasuresOf(connection: Connection, intents: readonly EventIntent[], now: number): Promise<ReadonlyMap<number, number>> {
  if (!(await anybodyErased(connection))) return new Map();
  const leads = intents.map(({ intent, eventId }) => {
    const { origin, identity, limitedTo, clientId, fields } = intent;
    const limit = limitedTo === null ? null : rowId(limitedTo);
    const lead = { origin, identity, limit, client: rowId(clientId), contacts: fields, submittedAt: fields.submittedAt ?? now };
    return { event: rowId(eventId), lead };
  });
  const erased = await erasedAmong(
    connection,
    leads.flatMap(({ lead }) => textsOfLead(lead)),
  );
  return new Map(
    leads.flatMap(({ event, lead }) => {
      const erasure = erasureOfLead(erased, lead);
      return erasure === undefined ? [] : [[event, erasure] as const];
    }),
  );
}

async function carryOut(batch: Batch, { job, outcome, fetched }: Ending): Promise<FinishResult> {
  const { connection, now } = batch;
  if (job === undefined) return 'lease_lost';
  if (fetched !== undefined) await keepFetched(connection, job.eventRow, Buffer.from(fetched, 'latin1'), now);
  const attempt = await connection.attempt(async () => await finishOne(batch, job, outcome));
  if (!attempt.ok) {
    if (attempt.error.code !== 'internal') throw attempt.error;
    return 'rejected';
  }
  if (typeof attempt.value === 'string') return attempt.value;
  batch.processed.push(attempt.value);
  return 'processed';
}

/** The result of an outcome. If the event has its lead, returns the job, which the caller still has to end. */
async function finishOne(batch: Batch, job: HeldJob, outcome: StoredOutcome): Promise<FinishResult | HeldJob> {
  const { connection, now } = batch;
  switch (outcome.kind) {
    case 'lead':
      if (job.conversionRow !== null) throw misplaced(outcome.kind);
      return await finishLead(batch, job);
    case 'sent':
      return await finishSent(batch, conversionJob(job, outcome.kind), outcome);
    case 'submitted':
      return await awaitPlatform(batch, conversionJob(job, outcome.kind), outcome);
    case 'failed':
      return await endFailed(connection, job, outcome, now);
    case 'parked':
      return await waitAgain(batch, job, { ...outcome, availableAt: null, spendsAttempt: false, result: 'parked' });
    case 'retry':
      return await waitAgain(batch, job, { ...outcome, result: 'retry' });
  }
}

type ConversionJob = HeldJob & { readonly conversionRow: number };

function conversionJob(job: HeldJob, kind: JobOutcome['kind']): ConversionJob {
  if (job.conversionRow === null) throw misplaced(kind);
  return { ...job, conversionRow: job.conversionRow };
}

/** A bug in the program, not a database error: only this outcome is refused. */
function misplaced(kind: JobOutcome['kind']): AppError {
  return new AppError('internal', `The outcome "${kind}" does not fit what the job is about.`);
}

/** Runs outside the attempt of the outcome: even if the database refuses that, the answers need not be fetched again. */
export async function keepFetched(connection: Connection, eventRow: number, body: Uint8Array, now: number): Promise<void> {
  await connection.run(KEEP_FETCHED, eventRow, body, now);
}

async function finishLead(batch: Batch, job: HeldJob): Promise<FinishResult | HeldJob> {
  const { connection, now } = batch;
  const eventId = textId(job.eventRow);
  const erasure = batch.erasures.get(job.eventRow);
  if (erasure !== undefined) {
    await eraseLateEvent(connection, erasure, job.eventRow);
    return job;
  }
  const already = await madeInBatch(batch, eventId);
  if (already !== undefined) return job;
  const applied = await applyIntent(batch, batch.asked.get(eventId) as EventOfBatch);
  if ('afterMs' in applied) {
    const { fault, afterMs } = applied;
    // The event may wait for weeks, as its lead may: one row per attempt would fill the disk.
    return await waitAgain(batch, job, { fault, availableAt: now + afterMs, spendsAttempt: false, untried: true, result: 'retry' });
  }
  if ('code' in applied) return await endFailed(connection, job, { fault: applied }, now);
  await eventsProcessed(connection, new Map([[eventId, applied]]), now);
  return job;
}

/** The lead of an event, if a run begins with it or the run that holds it has been created. */
async function madeInBatch(batch: Batch, eventId: string): Promise<AppliedLead | undefined> {
  const run = batch.runs.get(eventId);
  if (run === undefined) return batch.made.get(eventId);
  // Every event of an earlier run is finished by now.
  batch.made = await makeNewLeads(batch, run);
  await eventsProcessed(batch.connection, batch.made, batch.now);
  return batch.made.get(eventId);
}

/** Ends a job with a fault, and fails its event or gives up its conversion. */
export async function endFailed(
  connection: Connection,
  job: HeldJob,
  { fault, uncertain }: Pick<NotSent, 'fault' | 'uncertain'>,
  now: number,
): Promise<FinishResult> {
  await endJobs(connection, [job], fault, now);
  if (job.conversionRow === null) await eventFailed(connection, job.eventRow, fault, now);
  else {
    await setGivenUp(connection, job.conversionRow);
    await noteDelivery(connection, job.conversionRow, { kind: 'not_sent', fault, uncertain }, now);
  }
  return 'failed';
}

type OutcomeOf<Kind extends JobOutcome['kind']> = Extract<JobOutcome, { readonly kind: Kind }>;

async function finishSent({ connection, now }: Batch, job: ConversionJob, sent: OutcomeOf<'sent'>): Promise<FinishResult> {
  await setState(connection, job.conversionRow, ConversionState.sent);
  await noteDelivery(connection, job.conversionRow, sent, now);
  await endJobs(connection, [job], null, now);
  return 'processed';
}

async function awaitPlatform({ connection, now }: Batch, job: ConversionJob, request: OutcomeOf<'submitted'>): Promise<FinishResult> {
  await connection.run(AWAIT_PLATFORM, request.availableAt, job.row);
  connection.tally.add(job.queue, JobState.pending, 1);
  await noteDelivery(connection, job.conversionRow, request, now);
  return 'waiting';
}

interface Waiting extends Retry {
  readonly availableAt: number | null;
  readonly result: 'parked' | 'retry';
}

async function waitAgain({ connection, now }: Batch, job: HeldJob, waiting: Waiting): Promise<FinishResult> {
  const { fault, alone, uncertain, resend, deferred } = waiting;
  const { code, params, named = '' } = fault;
  const refund = waiting.spendsAttempt ? 0 : 1;
  await connection.run(WAIT_AGAIN, waiting.availableAt, code, refund, code, params, named, job.row);
  connection.tally.add(job.queue, waiting.availableAt === null ? JobGroup.parked : JobState.pending, 1);
  if (waiting.platformFaults !== undefined) {
    await connection.run(NOTE_PLATFORM_FAULTS, waiting.platformFaults.since, waiting.platformFaults.tries, job.row);
  } else if (waiting.untried !== true) await connection.run(FORGET_PLATFORM_FAULTS, job.row);
  if (waiting.untried !== true) {
    await recordAttempt(connection, job.row, { result: waiting.result, fault, endedAt: now, refunded: refund });
  }
  if (job.conversionRow !== null) {
    await noteDelivery(connection, job.conversionRow, { kind: 'not_sent', fault, alone, uncertain, resend, deferred }, now);
  }
  return 'waiting';
}
