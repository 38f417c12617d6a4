import type { WatchSource } from '../../app/watch-source.ts';
import type { AppError } from '../../base/app-error.ts';
import { field, isJsonArray, isJsonObject, type JsonObject, scalarText } from '../../base/exact-json.ts';
import { wait } from '../../base/wait.ts';
import { JobGroup, JobState } from '../../domain/job.ts';
import { EventStatus } from '../../domain/webhook-event.ts';
import { appError, type Sentence, say } from '../../messages/messages.ts';
import { faultOfJson } from '../../presentation/fault-text.ts';
import { labelOf } from '../../presentation/labels.ts';

/** How often the event is read, in ms. */
export const INTERVAL_MS = 250;

/** It was still waiting at the timeout. */
const TIMED_OUT = 'tempo_esgotado';

type Result = typeof EventStatus.processed | typeof EventStatus.failed | typeof JobGroup.parked | typeof TIMED_OUT;

interface Processing {
  readonly result: Result;
  /** As printed by `events show --json`. */
  readonly trail: JsonObject;
}

/**
 * Reads the event until it has been processed, has failed or is parked, or until the timeout.
 *
 * @param requestId the request that stored it; `null` if unknown
 * @throws AppError `configuration_invalid` if the events are from another database than the service's
 */
export async function waitForEvent(
  source: Pick<WatchSource, 'eventTrail' | 'name'>,
  { id, requestId }: { readonly id: string; readonly requestId: string | null },
  timeoutMs: number,
): Promise<Processing> {
  const end = performance.now() + timeoutMs;
  let last: JsonObject = {};
  for (;;) {
    const trail = await inTime(source.eventTrail(id, { reveal: false }), Math.max(INTERVAL_MS, end - performance.now()));
    if (trail === undefined) return { result: TIMED_OUT, trail: last };
    // The service answers after it has stored the event, so a missing event will not appear later.
    if (trail === null || isOfOtherRequest(trail, requestId)) throw otherDatabase(id, source.name);
    last = trail;
    const result = resultOf(trail);
    if (result !== undefined) return { result, trail };
    const left = end - performance.now();
    if (left <= 0) return { result: TIMED_OUT, trail };
    await new Promise((resolve) => setTimeout(resolve, Math.min(INTERVAL_MS, left)));
  }
}

/** Undefined if it takes longer. */
async function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  const over = new AbortController();
  // It fails when the connection is closed, and by then nobody waits for it.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, wait(ms, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
}

/** For people: the lead with its client and campaign, or what failed and what to do about it. */
export function processingText({ result, trail }: Processing, id: string, seconds: number): Sentence {
  const lead = objectAt(trail, 'lead');
  const show = `lead-intake events show ${id}`;
  if (result === EventStatus.processed) {
    if (lead === undefined) return (m) => m.cli.send.processedWithoutLead({ show });
    const [leadId = '', client = '', campaign = null] = [textAt(lead, 'lead_id'), textAt(lead, 'cliente'), textAt(lead, 'campanha')];
    return (m) => m.cli.send.processed({ leadId, client, campaign, show: `lead-intake leads show ${leadId}` });
  }
  const faulty = result === EventStatus.failed ? objectAt(trail, 'evento') : eventJob(trail);
  const code = faulty && (textAt(faulty, 'erro_codigo') ?? textAt(faulty, 'motivo_espera'));
  if (faulty === undefined || code === undefined) return (m) => m.cli.send.notProcessed({ seconds, show });
  const fault = { code: say((m) => labelOf(m, 'codes', code)), text: faultOfJson(faulty), show };
  const key = ({ [EventStatus.failed]: 'failed', [JobGroup.parked]: 'parked', [TIMED_OUT]: 'delayed' } as const)[result];
  return (m) => m.cli.send[key](fault);
}

/** For programs. */
export function processingJson({ result, trail }: Processing): JsonObject {
  const [event, job, lead] = [objectAt(trail, 'evento'), eventJob(trail), objectAt(trail, 'lead')];
  const faulty = result === EventStatus.failed ? event : result === EventStatus.processed ? undefined : job;
  return {
    resultado: result,
    lead_id: lead?.['lead_id'] ?? null,
    cliente: lead?.['cliente'] ?? null,
    campanha: lead?.['campanha'] ?? null,
    erro_codigo: faulty?.['erro_codigo'] ?? faulty?.['motivo_espera'] ?? null,
    erro_mensagem: faulty?.['erro_mensagem'] ?? null,
  };
}

/** Two databases contain events with the same ids. */
function isOfOtherRequest(trail: JsonObject, requestId: string | null): boolean {
  return requestId !== null && textAt(objectAt(trail, 'evento') ?? {}, 'requisicao_id') !== requestId;
}

function otherDatabase(id: string, name: string): AppError {
  return appError('configuration_invalid', (m) => m.cli.send.otherDatabase({ id, name }), { hint: (m) => m.cli.send.otherDatabaseHint });
}

function resultOf(trail: JsonObject): Result | undefined {
  const status = textAt(objectAt(trail, 'evento') ?? {}, 'status');
  if (status === EventStatus.processed || status === EventStatus.failed) return status;
  const job = eventJob(trail);
  const isParked = job?.['estado'] === JobState.pending && job['disponivel_em'] === null;
  return isParked ? JobGroup.parked : undefined;
}

/** The newest job of the event itself. */
function eventJob(trail: JsonObject): JsonObject | undefined {
  const jobs = field(trail, 'jobs');
  return isJsonArray(jobs) ? jobs.filter(isJsonObject).findLast((job) => job['conversao_id'] === null) : undefined;
}

function objectAt(json: JsonObject, key: string): JsonObject | undefined {
  const value = field(json, key);
  return isJsonObject(value) ? value : undefined;
}

function textAt(json: JsonObject, key: string): string | undefined {
  return scalarText(field(json, key));
}
