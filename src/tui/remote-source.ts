import { AppError } from '../base/app-error.ts';
import { field, isJsonObject, type JsonObject, objectsIn, parseJson } from '../base/exact-json.ts';
import { wait } from '../base/wait.ts';
import { namedWord } from '../domain/fault.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import { appError } from '../messages/messages.ts';
import { readFindings } from '../presentation/finding-record.ts';
import type { AdminClient } from './admin-client.ts';
import { toEventQuery } from './event-query.ts';
import { readEventStream } from './event-stream.ts';
import { numberOf, readMinutes, readSnapshot, readStoreFacts } from './read-json.ts';
import { sentenceOf } from './sentence.ts';
import {
  EMPTY_PAGE,
  type FailureKind,
  type JobTarget,
  type JsonPage,
  type PageRequest,
  type SourceFilter,
  type WatchSignal,
  type WatchSource,
} from './source.ts';

const QUEUE_PATH = '/admin/fila';
const EVENTS_PATH = '/admin/webhooks';
const FAILURES_PATH = '/admin/falhas';
/** How soon to retry an unreachable service; the pauses grow up to the last one. */
const RETRY_MS = [500, 1_000, 2_000, 5_000] as const;
/** A refused token rarely becomes valid within seconds. */
const REFUSED_MS = 60_000;
/** Job ids in one form: the admin accepts forms of up to 16 KiB. */
const IDS_PER_FORM = 500;

/** Watches a running service through its admin API: the figures as server-sent events, the lists as JSON. */
export class RemoteSource implements WatchSource {
  readonly name: string;
  readonly #client: AdminClient;
  readonly #queue: Fields;

  /** @param queue the watched queue; the lists of events and leads cover both queues */
  constructor(name: string, client: AdminClient, queue: string) {
    this.name = name;
    this.#client = client;
    this.#queue = { fila: queue === DEFAULT_QUEUE ? undefined : queue };
  }

  async status(): ReturnType<WatchSource['status']> {
    const json = await this.#client.get(QUEUE_PATH + queryOf(this.#queue));
    return { figures: readSnapshot(json), facts: readStoreFacts(json) };
  }

  async history(): ReturnType<WatchSource['history']> {
    return readMinutes(await this.#client.get(QUEUE_PATH + queryOf(this.#queue)));
  }

  async follow(onSignal: (signal: WatchSignal) => void, signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        for await (const answer of this.#snapshots(signal)) {
          failures = 0;
          onSignal({ kind: 'figures', ...answer });
        }
        throw appError('store_unavailable', (m) => m.errors.remote.connectionEnded);
      } catch (thrown) {
        if (signal.aborted) return;
        onSignal({ kind: 'lost', reason: sentenceOf(thrown) });
        await wait(pauseAfter(thrown, failures), signal);
        failures += 1;
      }
    }
  }

  async *#snapshots(signal: AbortSignal): AsyncGenerator<Omit<Extract<WatchSignal, { kind: 'figures' }>, 'kind'>> {
    for await (const { name, data } of readEventStream(await this.#client.stream(QUEUE_PATH + queryOf(this.#queue), signal))) {
      const json = name === 'snapshot' ? parseJson(data) : undefined;
      if (json?.ok === true && isJsonObject(json.value))
        yield { figures: readSnapshot(json.value), findings: readFindings(field(json.value, 'achados')) };
    }
  }

  async events(filter: SourceFilter, page: PageRequest): Promise<JsonPage> {
    const query = toEventQuery(filter, page);
    if (query === undefined) return EMPTY_PAGE;
    const { status, origin, eventType, errorCode, identity } = query;
    const named = { status, origem: origin, event_type: eventType, erro_codigo: errorCode, identidade: identity };
    return this.#page(EVENTS_PATH, named, page);
  }

  async failedJobs(kind: FailureKind, page: PageRequest): Promise<JsonPage> {
    return this.#page(FAILURES_PATH, { ...this.#queue, ...kindFields(kind) }, page);
  }

  async failureGroups(): Promise<readonly JsonObject[]> {
    return objectsIn(await this.#client.get(`${FAILURES_PATH}/grupos${queryOf(this.#queue)}`), 'grupos');
  }

  async leads(page: PageRequest): Promise<JsonPage> {
    return this.#page('/admin/leads', {}, page);
  }

  async eventTrail(id: string, { reveal }: { readonly reveal: boolean }): Promise<JsonObject | null> {
    // The server records who requested personal data before it sends them.
    return await orMissing(this.#client.get(`${EVENTS_PATH}/${encodeURIComponent(id)}${reveal ? '?mostrar=1' : ''}`));
  }

  async countJobs(target: JobTarget): Promise<number> {
    if ('ids' in target) return target.ids.length;
    return numberOf(await this.#client.get(`${FAILURES_PATH}/total${queryOf({ ...this.#queue, ...kindFields(target.kind) })}`), 'total');
  }

  retryJobs(target: JobTarget): Promise<number> {
    return this.#changeJobs('repetir', target);
  }

  forgetJobs(target: JobTarget): Promise<number> {
    return this.#changeJobs('esquecer', target);
  }

  async retryOrReplayEvents(ids: readonly string[]): Promise<number> {
    let count = 0;
    for (const id of ids) {
      const answer = await orMissing(this.#client.post(`${EVENTS_PATH}/${encodeURIComponent(id)}/repetir`));
      if (answer !== null && field(answer, 'repetido') === true) count += 1;
    }
    return count;
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#client.post(`${QUEUE_PATH}/${isPaused ? 'pausar' : 'retomar'}`, new URLSearchParams(present(this.#queue)));
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#client[Symbol.asyncDispose]();
  }

  async #page(path: string, fields: Fields, { limit, before }: PageRequest): Promise<JsonPage> {
    const json = await this.#client.get(path + queryOf({ ...fields, limite: String(limit), antes: before }));
    const next = field(json, 'proximo');
    return { items: objectsIn(json, 'itens'), nextCursor: typeof next === 'string' ? next : null };
  }

  async #changeJobs(verb: 'repetir' | 'esquecer', target: JobTarget): Promise<number> {
    let count = 0;
    for (const form of formsOf(target, this.#queue)) count += numberOf(await this.#client.post(`${FAILURES_PATH}/${verb}`, form), 'total');
    return count;
  }
}

function pauseAfter(thrown: unknown, failures: number): number {
  if (thrown instanceof AppError && thrown.code === 'configuration_invalid') return REFUSED_MS;
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
}

/** `null` if the service does not have it (any more). */
async function orMissing(answer: Promise<JsonObject>): Promise<JsonObject | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return null;
    throw thrown;
  }
}

type Fields = Readonly<Record<string, string | undefined>>;

function kindFields({ parked, errorCode, named }: FailureKind): Fields {
  const target = named === undefined ? undefined : namedWord(named);
  return { estacionado: parked ? '1' : undefined, erro_codigo: errorCode ?? undefined, erro_alvo: target };
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams(present(fields));
  return query.size === 0 ? '' : `?${query}`;
}

function present(fields: Fields): string[][] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

function formsOf(target: JobTarget, queue: Fields): readonly URLSearchParams[] {
  if ('kind' in target) return [new URLSearchParams([['todos', '1'], ...present({ ...queue, ...kindFields(target.kind) })])];
  const { ids } = target;
  const starts = Array.from({ length: Math.ceil(ids.length / IDS_PER_FORM) }, (_, index) => index * IDS_PER_FORM);
  return starts.map((from) => new URLSearchParams(ids.slice(from, from + IDS_PER_FORM).map((id) => ['job', id])));
}
