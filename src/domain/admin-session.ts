/** Logins to the operators' web. */
import { HOUR_MS } from '../base/time-units.ts';
import type { Operator } from './ports.ts';

/** A session ends this long after the login, even if it is in use. A reader's lasts longer, so that a wall screen can show the queue for weeks. */
export const SESSION_LONGEST_MS: Readonly<Record<Role, number>> = { operator: 12 * HOUR_MS, reader: 30 * 24 * HOUR_MS };
/** A session ends this long after its last use: a request, or an open live page. */
export const SESSION_IDLE_MS = 2 * HOUR_MS;

/** A token can be used for any number of logins; beyond this many sessions, the oldest are removed. */
export const SESSIONS_KEPT = 500;

/** An operator sees and does everything; a reader sees no personal data and changes nothing. */
export type Role = 'operator' | 'reader';

export interface AdminSession {
  /** SHA-256 of the id in the cookie, so that nothing stored can be used to log in. */
  readonly key: string;
  readonly role: Role;
  /** Fingerprint of the token used to log in: when the token changes, its sessions end. */
  readonly credential: string;
  /** Where the login came from and with which browser, so that people recognise their own sessions. */
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly startedAt: number;
  readonly usedAt: number;
}

/** A session's name in lists, commands and the operators' log: the first digits of its key. */
export function sessionName({ key }: Pick<AdminSession, 'key'>): string {
  return key.slice(0, 12);
}

/** When the session ends if it is not used again, UTC ms. */
export function sessionEndsAt({ role, startedAt, usedAt }: Pick<AdminSession, 'role' | 'startedAt' | 'usedAt'>): number {
  return Math.min(startedAt + SESSION_LONGEST_MS[role], usedAt + SESSION_IDLE_MS);
}

/** Also false for a session that began far in the future: a clock that ran ahead must not create sessions that never end. */
export function isInTime(session: Pick<AdminSession, 'role' | 'startedAt' | 'usedAt'>, now: number): boolean {
  return now < sessionEndsAt(session) && session.startedAt - now < SESSION_LONGEST_MS.operator;
}

/** Stored sessions: they survive restarts and are shared by all processes on the database. */
export interface AdminSessions {
  /** Also removes sessions that have ended, and the oldest beyond `SESSIONS_KEPT`. */
  startSession(session: AdminSession): Promise<void>;
  findSession(key: string): Promise<AdminSession | null>;
  noteSessionUse(key: string, now: number): Promise<void>;
  /** Sessions that have not ended, most recently used first. */
  listSessions(now: number): Promise<readonly AdminSession[]>;
  /** Ends sessions for an operator, or for nobody (`null`: not written to the operators' log); returns the keys of those that existed. */
  endSessions(which: SessionSelection, operator: Operator | null): Promise<readonly string[]>;
}

/** Sessions to end: these keys, or all sessions whose credential is not in the list. */
type SessionSelection = { readonly keys: readonly string[] } | { readonly notOf: readonly string[] };
