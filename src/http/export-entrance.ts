import type { Clock } from '../base/clock.ts';
import { slowFingerprint } from '../base/fingerprint.ts';
import { equalSecretIndex } from '../base/signature.ts';
import type { FailedLogins } from '../domain/failed-login.ts';
import { type NamedKey, type NamedSecrets, newestNamedSecrets } from '../domain/named-secret.ts';
import type { Exchange } from './exchange.ts';
import { type Failure, FailureThrottle } from './failure-throttle.ts';
import { HttpProblem, nothingHere } from './problem.ts';

const CHALLENGE = 'Basic realm="lead-intake conversions", charset="UTF-8"';

export interface ExportEntranceDeps {
  /** `user:password`; `undefined` if the settings have none. */
  readonly credential: string | undefined;
  /** The named secrets, some of which are passwords for the export of one client. */
  readonly named: () => readonly NamedKey[];
  readonly namedSecrets: Pick<NamedSecrets, 'listNamedSecrets' | 'noteSecretUse'>;
  readonly failedLogins: FailedLogins;
  readonly clock: Clock;
}

/** Who fetches the export: with one client's password, or (null) with the credential from the settings and no limit. */
interface Admitted {
  readonly clientId: string | null;
}

type ClientKey = NamedKey & { readonly clientId: string; readonly value: string };

/** Admits callers with the credential from the settings or a client's password, and slows down guessing. */
export class ExportEntrance {
  readonly #deps: ExportEntranceDeps;
  readonly #throttle: FailureThrottle;

  constructor(deps: ExportEntranceDeps) {
    this.#deps = deps;
    this.#throttle = new FailureThrottle(deps.clock, (networks, now) => deps.failedLogins.countFailedLogin('export', networks, now));
  }

  /**
   * @throws HttpProblem 404 if no credential for the export was ever configured, 401 without a valid credential, 429 after too many wrong
   * ones
   */
  async admit(exchange: Exchange): Promise<Admitted> {
    const { credential } = this.#deps;
    const named = this.#deps.named().filter(({ origin }) => origin === 'exportacao');
    if (credential === undefined && named.length === 0) throw nothingHere();
    const given = basicCredential(exchange.req.headers.authorization);
    // A caller without a credential has not guessed anything yet.
    if (given === undefined) throw unauthorized(`Send ${WHAT_OPENS} as HTTP Basic authentication.`);
    // Always compares both: a password that is also in the settings stays limited to its client.
    const isOfSettings = equalSecretIndex(credential === undefined ? [] : [credential], given) === 0;
    const keys = named.filter(isUsable);
    const passwords = keys.map(({ value }) => value);
    const key = keys[equalSecretIndex(passwords, passwordOf(given))];
    if (key !== undefined && (await this.#isValid(key))) {
      this.#noteUse(exchange, key);
      return { clientId: key.clientId };
    }
    if (isOfSettings) return { clientId: await this.#limitOf(passwordOf(given)) };
    throw await this.#refusal(exchange);
  }

  /** The client that a password from the settings is or was limited to: it must never silently open the export of all clients. */
  async #limitOf(password: string): Promise<string | null> {
    const ofExport = (await this.#deps.namedSecrets.listNamedSecrets()).filter(({ origin }) => origin === 'exportacao');
    if (ofExport.length === 0) return null;
    const fingerprint = slowFingerprint(password);
    return newestNamedSecrets(ofExport).find((secret) => secret.fingerprint === fingerprint)?.clientId ?? null;
  }

  /** The list may be a second old, but a removed secret must stop working immediately. */
  async #isValid({ fingerprint }: ClientKey): Promise<boolean> {
    const secrets = await this.#deps.namedSecrets.listNamedSecrets();
    return secrets.some((one) => one.removedAt === null && one.origin === 'exportacao' && one.fingerprint === fingerprint);
  }

  /** Not awaited: a full disk must not block the download. */
  #noteUse({ remoteAddress, log }: Exchange, { fingerprint, clientId }: ClientKey): void {
    const { namedSecrets, clock } = this.#deps;
    const use = { origin: 'exportacao', secret: fingerprint, kind: 'cliente', id: clientId, remoteAddress, seenAt: clock() } as const;
    namedSecrets.noteSecretUse(use).catch((error: unknown) => log.warn({ err: error }, 'could not note who fetched the conversions'));
  }

  async #refusal(exchange: Exchange): Promise<HttpProblem> {
    const failure = await this.#throttle.count(exchange.remoteAddress);
    logFailure(exchange, failure);
    if (failure.retryAfterSeconds === undefined) return unauthorized(`User or password is wrong. Send ${WHAT_OPENS}.`);
    return new HttpProblem(
      429,
      'too_many_logins',
      'User or password is wrong, and so were several others from this address. The right ones are always accepted; wait as long as Retry-After says before you send others.',
      { headers: { 'Retry-After': String(failure.retryAfterSeconds) } },
    );
  }
}

const WHAT_OPENS =
  'any user with the secret of `lead-intake secret add --source export` as the password, or the user and password of CONVERSIONS_EXPORT_CREDENTIAL of the running service';

/** Removed secrets have no value. */
function isUsable(key: NamedKey): key is ClientKey {
  return key.clientId !== null && key.value !== null;
}

function unauthorized(detail: string): HttpProblem {
  return new HttpProblem(401, 'export_credential_required', detail, { headers: { 'WWW-Authenticate': CHALLENGE } });
}

/** `user:password` in UTF-8 (RFC 7617); `undefined` if there is none. */
function basicCredential(header: string | undefined): string | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Everything after the first colon: user names contain none. */
function passwordOf(credential: string): string {
  const colon = credential.indexOf(':');
  return colon === -1 ? '' : credential.slice(colon + 1);
}

/** Logs only the first failure and each block: otherwise a guesser could flood the log. */
function logFailure({ log, remoteAddress: ip }: Exchange, { failures, blockSeconds }: Failure): void {
  if (blockSeconds !== undefined) log.warn({ ip, blockSeconds }, 'logins of this address to the export of conversions are slowed down');
  else if (failures === 1) log.warn({ ip }, 'login to the export of conversions failed');
}
