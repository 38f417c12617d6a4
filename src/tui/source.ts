import type { JsonObject } from '../base/exact-json.ts';
import type { Finding } from '../domain/finding.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from '../domain/queue-status.ts';
import type { EventQuery, Page } from '../domain/report-ports.ts';

/** A page of a list, newest first, in the format of `--json` and the admin, with masked personal data. */
export type JsonPage = Page<JsonObject>;

export const EMPTY_PAGE: JsonPage = { items: [], nextCursor: null };

/** The filters that a source can apply itself. */
export type SourceFilter = { readonly [Name in 'status' | 'origin' | 'eventType' | 'errorCode' | 'identity']?: string };

export type PageRequest = Pick<EventQuery, 'limit' | 'before'>;

/** Failed or parked jobs with one error code, or with any. */
export interface FailureKind {
  readonly parked: boolean;
  readonly errorCode: string | null;
  /** What the error names; '' if nothing. Omitted: any. */
  readonly named?: string;
}

/** The jobs to retry or delete. */
export type JobTarget = { readonly ids: readonly string[] } | { readonly kind: FailureKind };

export type WatchSignal =
  /** The source answers; these are its current figures. Something may have changed since the last ones. */
  | { readonly kind: 'figures'; readonly figures: QueueSnapshot; readonly findings: readonly Finding[] }
  /** The source does not answer; `reason` is a sentence. More signals follow when it answers again. */
  | { readonly kind: 'lost'; readonly reason: string };

/** The source of the view's data: this machine's database, or a running service. Errors are AppErrors. */
export interface WatchSource extends AsyncDisposable {
  /** What is watched, for the title: a path or a URL. */
  readonly name: string;
  /** The current figures, with the facts of the database. */
  status(): Promise<{ readonly figures: QueueSnapshot; readonly facts: StoreFacts }>;
  /** What ended in each minute of the last hour. */
  history(): Promise<QueueHistory['minutes']>;
  /** Calls back with the figures immediately, after every commit, and every few seconds, until the signal aborts. */
  follow(onSignal: (signal: WatchSignal) => void, signal: AbortSignal): Promise<void>;
  events(filter: SourceFilter, page: PageRequest): Promise<JsonPage>;
  failedJobs(kind: FailureKind, page: PageRequest): Promise<JsonPage>;
  failureGroups(): Promise<readonly JsonObject[]>;
  leads(page: PageRequest): Promise<JsonPage>;
  /** The timeline of one event; `null` if it does not exist. Revealing personal data is recorded first. */
  eventTrail(id: string, options: { readonly reveal: boolean }): Promise<JsonObject | null>;
  countJobs(target: JobTarget): Promise<number>;
  /** Returns the number of retried jobs. */
  retryJobs(target: JobTarget): Promise<number>;
  forgetJobs(target: JobTarget): Promise<number>;
  /** Replays events. Returns how many were queued. */
  retryOrReplayEvents(ids: readonly string[]): Promise<number>;
  setPaused(isPaused: boolean): Promise<void>;
}
