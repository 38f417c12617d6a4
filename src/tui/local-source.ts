import type { Clock } from '../base/clock.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { wait } from '../base/wait.ts';
import { OperatorAction } from '../domain/activity.ts';
import { worstFirst } from '../domain/finding.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../domain/job.ts';
import type { ChangeFeed, JobSelection, Operator, QueueControl } from '../domain/ports.ts';
import type { Page, Reports } from '../domain/report-ports.ts';
import { findAll } from '../findings/findings.ts';
import { type Installation, readSnapshot, type SnapshotStore } from '../findings/snapshot.ts';
import { appError } from '../messages/messages.ts';
import { listedEventRecord } from '../presentation/event-record.ts';
import { failedJobRecord, failureGroups } from '../presentation/job-record.ts';
import { leadRecord } from '../presentation/lead-record.ts';
import { type Kind, MASKED, type Visibility } from '../presentation/record.ts';
import { eventTrailRecord } from '../presentation/trail-record.ts';
import { retryOrReplayEvent } from '../queue/attempt-outcome.ts';
import { findFailureGroups } from '../queue/failure-groups.ts';
import { toEventQuery } from './event-query.ts';
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

/** Ages grow and workers disappear without a commit, so the figures are read at least this often. */
const LONGEST_PAUSE_MS = 5_000;
/** How soon to look for a missing database again. */
const RETRY_MS = 1_000;

export type WatchedStore = Reports & SnapshotStore & QueueControl & ChangeFeed & AsyncDisposable;

export interface LocalSourceOptions {
  readonly name: string;
  readonly queue: string;
  readonly clock: Clock;
  /** The open database; the source closes it. */
  readonly store: WatchedStore;
  /** What the settings define about the installation. */
  readonly installation: Installation;
  readonly reopen: () => Promise<WatchedStore>;
  /** Identifies the file that is now at the path; `null` if there is none. Another file is another database. */
  readonly fileIdentity: () => string | null;
  readonly operator: (now: number) => Operator;
  /** Minimum time between two reads of the figures, in ms. */
  readonly refreshMs: number;
}

/** Watches this machine's database through the store's ports, woken by its change feed. */
export class LocalSource implements WatchSource {
  readonly name: string;
  readonly #options: LocalSourceOptions;
  #store: WatchedStore;
  #identity: string | null;

  constructor(options: LocalSourceOptions) {
    this.name = options.name;
    this.#options = options;
    this.#store = options.store;
    this.#identity = options.fileIdentity();
  }

  async status(): ReturnType<WatchSource['status']> {
    const { queue, clock } = this.#options;
    return { figures: await this.#store.queueSnapshot(queue, clock()), facts: await this.#store.storeFacts() };
  }

  async history(): ReturnType<WatchSource['history']> {
    return (await this.#store.queueHistory(this.#options.queue, this.#options.clock())).minutes;
  }

  async follow(onSignal: (signal: WatchSignal) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#sameFile();
        const since = this.#store.changeToken();
        onSignal(await this.#figures());
        await wait(this.#options.refreshMs, signal);
        await this.#store.waitForChange({ since, timeoutMs: LONGEST_PAUSE_MS, signal });
      } catch (thrown) {
        onSignal({ kind: 'lost', reason: sentenceOf(thrown) });
        await wait(RETRY_MS, signal);
      }
    }
  }

  async #figures(): Promise<WatchSignal> {
    const { queue, clock, installation } = this.#options;
    const now = clock();
    const figures = await this.#store.queueSnapshot(queue, now);
    return { kind: 'figures', figures, findings: worstFirst(findAll(await readSnapshot(this.#store, installation, now))) };
  }

  /** Otherwise a removed or replaced file would be read forever: its pages exist as long as it is open. */
  async #sameFile(): Promise<void> {
    const identity = this.#options.fileIdentity();
    if (identity === this.#identity) return;
    if (identity === null) throw appError('store_unusable', (m) => m.terminal.source.fileGone);
    const replaced = this.#store;
    this.#store = await this.#options.reopen();
    this.#identity = identity;
    await replaced[Symbol.asyncDispose]();
  }

  async events(filter: SourceFilter, page: PageRequest): Promise<JsonPage> {
    const query = toEventQuery(filter, page);
    if (query === undefined) return EMPTY_PAGE;
    const { items, nextCursor } = await this.#store.listEvents(query);
    const leads = await this.#store.leadsById(items.flatMap(({ leadId }) => leadId ?? []));
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    const listed = items.map((event) => ({ event, lead: event.leadId === null ? undefined : byId.get(event.leadId) }));
    return toJsonPage({ items: listed, nextCursor }, listedEventRecord);
  }

  async failedJobs(kind: FailureKind, page: PageRequest): Promise<JsonPage> {
    return toJsonPage(await this.#store.listFailedJobs({ ...this.#ofKind(kind), ...page }), failedJobRecord);
  }

  async failureGroups(): Promise<readonly JsonObject[]> {
    return failureGroups.write(await findFailureGroups(this.#store, { queue: this.#options.queue })).grupos;
  }

  async leads(page: PageRequest): Promise<JsonPage> {
    return toJsonPage(await this.#store.listLeads(page), leadRecord);
  }

  async eventTrail(id: string, { reveal }: { readonly reveal: boolean }): Promise<JsonObject | null> {
    const trail = await this.#store.eventTrail(id);
    if (trail === null) return null;
    if (reveal) await this.#store.recordActivity(OperatorAction.reveal, `evento:${id}`, 'queue watch', this.#operator());
    return eventTrailRecord.write(trail, { reveal });
  }

  countJobs(target: JobTarget): Promise<number> {
    return 'ids' in target ? Promise.resolve(target.ids.length) : this.#store.countSelected(this.#selection(target));
  }

  async retryJobs(target: JobTarget): Promise<number> {
    return (await this.#store.retry(this.#selection(target), this.#operator())).length;
  }

  async forgetJobs(target: JobTarget): Promise<number> {
    return (await this.#store.forget(this.#selection(target), this.#operator())).length;
  }

  async retryOrReplayEvents(ids: readonly string[]): Promise<number> {
    const queue = this.#options.queue === CONVERSION_QUEUE ? DEFAULT_QUEUE : this.#options.queue;
    let count = 0;
    for (const id of ids) if (await retryOrReplayEvent(this.#store, id, queue, this.#operator())) count += 1;
    return count;
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.#store.setPaused(this.#options.queue, isPaused, this.#operator());
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#store[Symbol.asyncDispose]();
  }

  #operator(): Operator {
    return this.#options.operator(this.#options.clock());
  }

  #selection(target: JobTarget): JobSelection {
    if ('ids' in target) return { ids: target.ids };
    return this.#ofKind(target.kind);
  }

  #ofKind({ parked, errorCode, named }: FailureKind): Omit<JobSelection, 'ids'> {
    const code = errorCode === null ? {} : { errorCode };
    return { queue: this.#options.queue, parked, ...code, ...(named === undefined ? {} : { named }) };
  }
}

function toJsonPage<Item>(page: Page<Item>, kind: Kind<Item, Visibility, JsonObject>): JsonPage {
  return { items: kind.writeAll(page.items, MASKED), nextCursor: page.nextCursor };
}
