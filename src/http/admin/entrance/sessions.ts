import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { sha256Hex } from '../../../base/signature.ts';

/** A session ends this long after the login, whatever happens in it. */
export const SESSION_LONGEST_MS = 12 * 3_600_000;
/** A session ends this long after its last request. */
export const SESSION_IDLE_MS = 2 * 3_600_000;

/** Whoever knows the token may log in as often as they like; the oldest sessions make room. */
const SESSIONS_KEPT = 500;
const ID_BYTES = 32;

/** An operator sees and does everything; a reader sees what is not personal, and changes nothing. */
export type Role = 'operator' | 'reader';

export interface Session {
  /** SHA-256 of the id in the cookie, so that nothing in memory can be used to log in. */
  readonly key: string;
  /** What every changing request of this session must carry. */
  readonly csrfToken: string;
  readonly role: Role;
  readonly startedAt: number;
  seenAt: number;
}

/** The sessions of logged-in operators. They live in memory: a restart of `serve` ends them all. */
export class Sessions {
  readonly #clock: Clock;
  readonly #byKey = new Map<string, Session>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a session and returns the id that goes into the cookie; it is kept nowhere else. */
  start(role: Role): string {
    this.#makeRoom();
    const id = randomBytes(ID_BYTES).toString('base64url');
    const now = this.#clock();
    const csrfToken = randomBytes(ID_BYTES).toString('base64url');
    const session: Session = { key: keyOf(id), csrfToken, role, startedAt: now, seenAt: now };
    this.#byKey.set(session.key, session);
    return id;
  }

  /** The live session of a cookie, counted as used now. */
  use(id: string): Session | undefined {
    const session = this.#byKey.get(keyOf(id));
    if (session === undefined || !this.isLive(session)) return undefined;
    session.seenAt = this.#clock();
    return session;
  }

  /** False once it ended by log-out or by time. Asking does not count as use. */
  isLive(session: Session): boolean {
    const now = this.#clock();
    const inTime = now - session.startedAt < SESSION_LONGEST_MS && now - session.seenAt < SESSION_IDLE_MS;
    if (!inTime) this.#byKey.delete(session.key);
    return inTime && this.#byKey.has(session.key);
  }

  end(session: Session): void {
    this.#byKey.delete(session.key);
  }

  #makeRoom(): void {
    for (const session of [...this.#byKey.values()]) this.isLive(session);
    const oldest = this.#byKey.keys().next();
    if (this.#byKey.size >= SESSIONS_KEPT && !oldest.done) this.#byKey.delete(oldest.value);
  }
}

function keyOf(id: string): string {
  return sha256Hex(Buffer.from(id));
}
