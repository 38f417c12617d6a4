import type { JsonObject } from '../base/exact-json.ts';
import type { Finding } from '../domain/finding.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from '../domain/queue-status.ts';

/** A page of a list, newest first, as `--json` and the admin show it; personal data are masked in it. */
export interface JsonPage {
  readonly items: readonly JsonObject[];
  readonly nextCursor: string | null;
}

export const EMPTY_PAGE: JsonPage = { items: [], nextCursor: null };

/** What a source narrows a list down by itself. */
export interface SourceFilter {
  readonly status?: string;
  readonly origin?: string;
  readonly eventType?: string;
  readonly errorCode?: string;
  readonly identity?: string;
}

export interface PageRequest {
  readonly limit: number;
  readonly before?: string;
}

/** Failed jobs, or parked ones, of one error code or of all. */
export interface FailureKind {
  readonly parked: boolean;
  readonly errorCode: string | null;
  /** What the error names; '' is nothing. Left out: whatever it names. */
  readonly named?: string;
}

/** The jobs a retry or a deletion is about. */
export type JobTarget = { readonly ids: readonly string[] } | { readonly kind: FailureKind };

export type WatchSignal =
  /** The source answers; these are its figures now. Something may have changed since the last ones. */
  | { readonly kind: 'figures'; readonly figures: QueueSnapshot; readonly findings: readonly Finding[] }
  /** It does not answer; the sentence says why. More signals follow when it does again. */
  | { readonly kind: 'lost'; readonly reason: string };

/** Where the view has its data from: the database of this machine, or a running service. Errors are AppErrors. */
export interface WatchSource extends AsyncDisposable {
  /** What is watched, for the title: a path or an address. */
  readonly name: string;
  /** The figures once, with the facts of the database. */
  status(): Promise<{ readonly figures: QueueSnapshot; readonly facts: StoreFacts }>;
  /** What ended in each minute of the last hour. */
  history(): Promise<QueueHistory['minutes']>;
  /** Calls back with figures now, whenever something was committed, and every few seconds; until the signal aborts. */
  follow(onSignal: (signal: WatchSignal) => void, signal: AbortSignal): Promise<void>;
  events(filter: SourceFilter, page: PageRequest): Promise<JsonPage>;
  failedJobs(kind: FailureKind, page: PageRequest): Promise<JsonPage>;
  failureGroups(): Promise<readonly JsonObject[]>;
  leads(page: PageRequest): Promise<JsonPage>;
  /** The way of one event; null when there is none. Revealing personal data is recorded first. */
  eventTrail(id: string, options: { readonly reveal: boolean }): Promise<JsonObject | null>;
  countJobs(target: JobTarget): Promise<number>;
  /** Returns how many jobs it was done to. */
  retryJobs(target: JobTarget): Promise<number>;
  forgetJobs(target: JobTarget): Promise<number>;
  /** Puts events through again; returns how many were put into the queue. */
  runEventsAgain(ids: readonly string[]): Promise<number>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}
