import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { slowFingerprint } from '../../../base/fingerprint.ts';
import type { Logger } from '../../../base/logger.ts';
import { sha256Hex } from '../../../base/signature.ts';
import { type AdminSession, type AdminSessions, isInTime, type Role, SESSIONS_KEPT } from '../../../domain/admin-session.ts';

const ID_BYTES = 32;
const LONGEST_AGENT = 200;
/** Uses are stored this often at most, so that looking at pages hardly ever writes. */
const NOTE_EVERY_MS = 60_000;
/** An open live page asks the database again after this time whether its session was ended elsewhere. */
const CHECK_EVERY_MS = 2_000;

/** What stands for the credential of sessions that the one-time link began: they end when ADMIN_TOKEN is set. */
const ONE_TIME = 'one-time';

export interface Session {
  readonly key: string;
  readonly role: Role;
  /** What every changing request of this session must carry. */
  readonly csrfToken: string;
}

/** The tokens of this start. Without an operator's token, operators come by the one-time link. */
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

/** What this process knows of a session beyond the stored row. */
interface Known {
  session: AdminSession;
  /** False: the database could not take it, so it lives in this process only. */
  readonly isStored: boolean;
  hasEnded: boolean;
  notedAt: number;
  checkedAt: number;
}

/**
 * The sessions of logged-in people. They are stored, so that they outlive a restart and hold in every process on the database. Each request
 * reads its row by primary key: a session that was revoked anywhere opens nothing any more.
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

  /** Ends the sessions of tokens that are not those of this start. */
  async endThoseOfOtherTokens(): Promise<void> {
    const credentials = Object.values(this.#credentials).filter((credential) => credential !== undefined);
    try {
      const ended = await this.#store.keepSessionsOf(credentials);
      if (ended > 0) this.#log.info({ sessions: ended }, 'sessions of other admin tokens were ended');
    } catch (error) {
      // They open nothing either way.
      this.#log.warn({ err: error }, 'sessions of other admin tokens could not be removed');
    }
  }

  /** Starts a session and returns the id that goes into the cookie; it is kept nowhere else. */
  async start(role: Role, from: { readonly remoteAddress: string; readonly userAgent: string }): Promise<{ id: string; session: Session }> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const now = this.#clock();
    const session: AdminSession = {
      key: keyOf(id),
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

  /** The live session of a cookie, counted as used now. */
  async use(id: string): Promise<Session | undefined> {
    const known = await this.#look(keyOf(id));
    const now = this.#clock();
    if (known === undefined || !isInTime(known.session, now)) return undefined;
    const { key, role, credential } = known.session;
    if (credential !== this.#credentials[role]) return undefined;
    this.#use(known, now);
    return { key, role, csrfToken: csrfTokenOf(id) };
  }

  /**
   * False once it ended: by log-out or time at once, by another process within some seconds. Live pages ask for every message and every
   * beat, so the answer comes from memory and is looked up beside it; and asking counts as use, or a screen on the wall would fall back to the login.
   */
  isLive({ key }: Session): boolean {
    const known = this.#known.get(key);
    const now = this.#clock();
    if (known === undefined || known.hasEnded || !isInTime(known.session, now)) return false;
    this.#use(known, now);
    if (Math.abs(now - known.checkedAt) >= CHECK_EVERY_MS) {
      known.checkedAt = now;
      // While the database cannot be read, it cannot say that the session has ended.
      this.#look(key).catch(() => undefined);
    }
    return true;
  }

  /** @throws AppError `store_…` when it cannot be ended for good */
  async end({ key }: Session): Promise<void> {
    await this.#store.endSession(key);
    const known = this.#known.get(key);
    if (known !== undefined) known.hasEnded = true;
  }

  /** False: not stored. Whoever comes to see why nothing can be written must be able to log in all the same. */
  async #save(session: AdminSession): Promise<boolean> {
    try {
      await this.#store.startSession(session);
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'a session could not be stored, and ends when this process does');
      return false;
    }
  }

  /** What is known of a session that has not ended, after a look at its row. */
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

  /** Nobody waits until it is stored: a page must come while nothing can be written. */
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

function keyOf(id: string): string {
  return sha256Hex(id);
}

/** Made of the id, so that a form that was open over a restart can be sent. */
export function csrfTokenOf(id: string): string {
  return sha256Hex(`csrf ${id}`);
}
