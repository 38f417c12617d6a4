/** How long personal data is kept, and what is deleted afterwards without anybody asking. */
import { DAY_MS } from '../base/time-units.ts';
import type { Operator } from './ports.ts';

/** What has a limit of its own, in the order in which it is deleted, as it is stored and written in JSON. */
export const RetentionKind = { bodies: 'corpos', leads: 'leads', refused: 'recusas', jobs: 'jobs', log: 'registro' } as const;

export type RetentionKind = (typeof RetentionKind)[keyof typeof RetentionKind];

const RETENTION_KINDS = Object.values(RetentionKind);

/** The longest limit, in days: a hundred years. */
export const MOST_DAYS = 36_500;

/** The task of the nightly run: one process at a time, and when it was last completed. */
export const RETENTION_TASK = 'retention';

/** Days after which each kind is deleted; 0: it is kept. */
export type RetentionDays = { readonly [Kind in keyof typeof RetentionKind]: number };

/** Everything is kept. */
export const NO_RETENTION: RetentionDays = { bodies: 0, leads: 0, refused: 0, jobs: 0, log: 0 };

/** The limits of one client, which is a controller of its own; `null`: as in the settings, 0: it is kept. */
export interface ClientRetention {
  readonly clientId: string;
  readonly bodies: number | null;
  readonly leads: number | null;
}

/** What is counted: also conversions that can't be sent any more and are withdrawn with their leads. */
export const RETENTION_COUNTS = [...RETENTION_KINDS, 'conversoes'] as const;

/** How many were deleted or would be, of one kind and client; `null`: of no client. */
export interface RetentionCount {
  readonly kind: (typeof RETENTION_COUNTS)[number];
  readonly clientId: string | null;
  readonly count: number;
}

export interface RetentionFacts {
  /** When a run was last completed, UTC ms; `null` if none was. */
  readonly ranAt: number | null;
  /** Clients with a limit of their own. */
  readonly clients: number;
  /** Rows of each kind that were ever deleted or blanked. */
  readonly rows: readonly { readonly kind: RetentionKind; readonly total: number }[];
}

export interface Retention {
  listClientRetentions(): Promise<readonly ClientRetention[]>;
  /** `null` returns to the settings. `not_found`: no such client. */
  setClientRetention(clientId: string, own: Omit<ClientRetention, 'clientId'> | null, operator: Operator): Promise<void>;
  retentionFacts(): Promise<RetentionFacts>;
  /** What `deleteExpired` would delete now. */
  countExpired(days: RetentionDays, now: number): Promise<readonly RetentionCount[]>;
  /**
   * Deletes what is older than its limit, in short steps, and writes the counts to the operators' log.
   *
   * - Bodies: what was received with an event or fetched for it. Not of events that wait, or whose job has failed.
   * - Leads without activity become anonymous, with their events. Not those whose event still waits, or with a
   *   conversion that its platform would still accept; other conversions that were not sent are withdrawn.
   *
   * @param goOn asked before each step; false ends the run, which can be repeated
   */
  deleteExpired(
    days: RetentionDays,
    operator: Operator,
    goOn?: () => Promise<boolean>,
  ): Promise<{ readonly counts: readonly RetentionCount[]; readonly isComplete: boolean }>;
}

/** Whether anything is ever deleted. */
export function isRetentionOn(days: RetentionDays, clients: number): boolean {
  return clients > 0 || Object.values(days).some((limit) => limit > 0);
}

/** The limits that apply to a client. */
export function retentionOf(days: RetentionDays, own: ClientRetention | undefined): Pick<RetentionDays, 'bodies' | 'leads'> {
  return { bodies: own?.bodies ?? days.bodies, leads: own?.leads ?? days.leads };
}

/** The time before which something is too old; `null`: it is kept. */
export function expiryOf(days: number, now: number): number | null {
  return days === 0 ? null : now - days * DAY_MS;
}
