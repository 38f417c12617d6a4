/** The logins of people in the operators' web. */
import { HOUR_MS } from '../base/time-units.ts';
import type { Operator } from './ports.ts';

/** A session ends this long after the login, whatever happens in it: one of a reader later, so that a screen on the wall shows the queue for weeks. */
export const SESSION_LONGEST_MS: Readonly<Record<Role, number>> = { operator: 12 * HOUR_MS, reader: 30 * 24 * HOUR_MS };
/** A session ends this long after its last use: a request, or a live page that is open. */
export const SESSION_IDLE_MS = 2 * HOUR_MS;

/** Whoever knows a token may log in as often as they like; the oldest sessions make room. */
export const SESSIONS_KEPT = 500;

/** An operator sees and does everything; a reader sees what is not personal, and changes nothing. */
export type Role = 'operator' | 'reader';

export interface AdminSession {
  /** SHA-256 of the id in the cookie, so that nothing that is stored can be used to log in. */
  readonly key: string;
  readonly role: Role;
  /** Fingerprint of the token it began with: another token ends its sessions. */
  readonly credential: string;
  /** Where the login came from, and with which browser, so that people recognise their own. */
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly startedAt: number;
  readonly usedAt: number;
}

/** What a session is called in lists, commands and the operators' log: the first digits of its key. */
export function sessionName({ key }: Pick<AdminSession, 'key'>): string {
  return key.slice(0, 12);
}

/** When it ends if nobody uses it any more, UTC ms. */
export function sessionEndsAt({ role, startedAt, usedAt }: Pick<AdminSession, 'role' | 'startedAt' | 'usedAt'>): number {
  return Math.min(startedAt + SESSION_LONGEST_MS[role], usedAt + SESSION_IDLE_MS);
}

/** Also false for one that began far in the future: a clock that was ahead must not make sessions that never end. */
export function isInTime(session: Pick<AdminSession, 'role' | 'startedAt' | 'usedAt'>, now: number): boolean {
  return now < sessionEndsAt(session) && session.startedAt - now < SESSION_LONGEST_MS.operator;
}

/** Sessions as they are stored, so that they outlive a restart and every process on the database knows them. */
export interface AdminSessions {
  /** Also removes what has ended, and the oldest beyond `SESSIONS_KEPT`. */
  startSession(session: AdminSession): Promise<void>;
  findSession(key: string): Promise<AdminSession | null>;
  noteSessionUse(key: string, now: number): Promise<void>;
  endSession(key: string): Promise<void>;
  /** Ends the sessions of every credential that is not among these; returns how many. */
  keepSessionsOf(credentials: readonly string[]): Promise<number>;
  /** Those that have not ended, the one used last first. */
  listSessions(now: number): Promise<readonly AdminSession[]>;
  /** Ends these on an operator's word; returns the keys of those that there were. */
  revokeSessions(keys: readonly string[], operator: Operator): Promise<readonly string[]>;
}
