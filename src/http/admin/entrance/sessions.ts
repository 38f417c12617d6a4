import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { slowFingerprint } from '../../../base/fingerprint.ts';
import type { Logger } from '../../../base/logger.ts';
import { sha256Hex } from '../../../base/signature.ts';
import { type AdminSession, type AdminSessions, isInTime, type Role, SESSIONS_KEPT } from '../../../domain/admin-session.ts';
import type { Session } from '../requests/visitor.ts';

const ID_BYTES = 32;
const LONGEST_AGENT = 200;
/** Use is stored at most this often, so that viewing pages hardly ever writes. */
const NOTE_EVERY_MS = 60_000;
/** An open live page checks the database this often for whether its session was ended elsewhere. */
const CHECK_EVERY_MS = 2_000;

/** Replaces the credential in sessions that were started by the one-time link: they end when ADMIN_TOKEN is set. */
const ONE_TIME = 'one-time';

/** The tokens of this start. Without an operator's token, operators use the one-time link. */
interface Tokens {
  readonly operator: string | undefined;
  readonly reader: string | undefined;
}

export interface SessionsOptions {
  readonly store: AdminSessions;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What this process knows about a session in addition to the stored row. */
interface Known {
  session: AdminSession;
  /** `false` if the database could not store it, so it exists only in this process. */
  readonly isStored: boolean;
  hasEnded: boolean;
  notedAt: number;
  checkedAt: number;
}

/**
 * The sessions of logged-in users. They are stored, so that they survive a restart and are valid in every process on the database. Each
 * request reads its row by primary key, so a session that was revoked anywhere is invalid immediately.
 */
export class Sessions {
  readonly #store: AdminSessions;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #known = new Map<string, Known>();
  readonly #credentials: Readonly<Record<Role, string | undefined>>;

  constructor({ store, tokens, clock, log }: SessionsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#credentials = credentialsOf(tokens);
  }

  async endThoseOfOtherTokens(): Promise<void> {
    const credentials = Object.values(this.#credentials).filter((credential) => credential !== undefined);
    try {
      const ended = (await this.#store.endSessions({ notOf: credentials }, null)).length;
      if (ended > 0) this.#log.info({ sessions: ended }, 'sessions of other admin tokens were ended');
    } catch (error) {
      // They grant no access either way.
      this.#log.warn({ err: error }, 'sessions of other admin tokens could not be removed');
    }
  }

  /** Starts a session and returns the id for the cookie, which is not stored anywhere else. */
  async start(role: Role, from: { readonly remoteAddress: string; readonly userAgent: string }): Promise<{ id: string; session: Session }> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const now = this.#clock();
    const session: AdminSession = {
      key: sha256Hex(id),
      role,
      credential: this.#credentials[role] ?? '',
      remoteAddress: from.remoteAddress,
      userAgent: from.userAgent.slice(0, LONGEST_AGENT),
      startedAt: now,
      usedAt: now,
    };
    this.#forgetEnded(now);
    this.#know(session, await this.#save(session));
    return { id, session: { key: session.key, role, csrfToken: csrfTokenOf(id) } };
  }

  /** The valid session of a cookie, counted as used now. */
  async use(id: string): Promise<Session | undefined> {
    const known = await this.#look(sha256Hex(id));
    const now = this.#clock();
    if (known === undefined || !isInTime(known.session, now)) return undefined;
    const { key, role, credential } = known.session;
    if (credential !== this.#credentials[role]) return undefined;
    this.#use(known, now);
    return { key, role, csrfToken: csrfTokenOf(id) };
  }

  /**
   * `false` once it has ended: immediately for a logout or expiry, within a few seconds if another process ended it. Live pages check with
   * every message and beat, so the answer comes from memory and the database is checked in the background. Checking counts as use, so that
   * a wall display is not sent back to the login.
   */
  isLive({ key }: Session): boolean {
    const known = this.#known.get(key);
    const now = this.#clock();
    if (known === undefined || known.hasEnded || !isInTime(known.session, now)) return false;
    this.#use(known, now);
    if (Math.abs(now - known.checkedAt) >= CHECK_EVERY_MS) {
      known.checkedAt = now;
      // While the database cannot be read, the session counts as valid.
      this.#look(key).catch(() => undefined);
    }
    return true;
  }

  /** @throws AppError `store_…` if it cannot be ended permanently */
  async end({ key }: Session): Promise<void> {
    await this.#store.endSessions({ keys: [key] }, null);
    const known = this.#known.get(key);
    if (known !== undefined) known.hasEnded = true;
  }

  /** `false` if not stored. An operator who wants to find out why nothing can be written must still be able to log in. */
  async #save(session: AdminSession): Promise<boolean> {
    try {
      await this.#store.startSession(session);
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'a session could not be stored, and ends when this process does');
      return false;
    }
  }

  /** What is known of a session that has not ended, after reading its row. */
  async #look(key: string): Promise<Known | undefined> {
    const stored = await this.#store.findSession(key);
    const known = this.#known.get(key);
    if (stored === null) {
      if (known === undefined || known.hasEnded) return undefined;
      known.hasEnded = known.isStored;
      return known.hasEnded ? undefined : known;
    }
    if (known === undefined) return this.#know(stored, true);
    known.session = { ...stored, usedAt: Math.max(stored.usedAt, known.session.usedAt) };
    return known.hasEnded ? undefined : known;
  }

  #know(session: AdminSession, isStored: boolean): Known {
    const known = { session, isStored, hasEnded: false, notedAt: session.usedAt, checkedAt: this.#clock() };
    this.#known.set(session.key, known);
    return known;
  }

  /** Stored in the background: a page must load even if nothing can be written. */
  #use(known: Known, now: number): void {
    known.session = { ...known.session, usedAt: Math.max(now, known.session.startedAt) };
    if (!known.isStored || Math.abs(now - known.notedAt) < NOTE_EVERY_MS) return;
    known.notedAt = now;
    this.#store.noteSessionUse(known.session.key, now).catch(() => undefined);
  }

  #forgetEnded(now: number): void {
    for (const [key, { session, hasEnded }] of this.#known) if (hasEnded || !isInTime(session, now)) this.#known.delete(key);
    const tooMany = this.#known.size - 2 * SESSIONS_KEPT;
    for (const key of this.#known.keys().take(Math.max(0, tooMany))) this.#known.delete(key);
  }
}

function credentialsOf({ operator, reader }: Tokens): Readonly<Record<Role, string | undefined>> {
  const credential = (token: string | undefined): string | undefined => (token === undefined ? undefined : slowFingerprint(token));
  return { operator: credential(operator) ?? ONE_TIME, reader: credential(reader) };
}

/** Derived from the id, so that a form that was open during a restart can be sent. */
export function csrfTokenOf(id: string): string {
  return sha256Hex(`csrf ${id}`);
}
