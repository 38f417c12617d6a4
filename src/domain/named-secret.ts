import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { Origin } from './origin.ts';
import type { Operator } from './ports.ts';
import { QUIET_MS, type Rotation, type SecretPurpose, type SecretUse, type SecretUses } from './secret-rotation.ts';

/**
 * The uses of named secrets: sources whose senders can each have their own, and the export of a client's conversions. Meta's secret is that of an
 * app, so it is in the settings.
 */
export const NAMED_SECRET_ORIGINS = [Origin.ownForm, Origin.searchAds, 'exportacao'] as const satisfies readonly SecretPurpose[];
export type NamedSecretOrigin = (typeof NAMED_SECRET_ORIGINS)[number];

/** Shorter ones can be guessed; longer ones do not fit into a platform's field. */
const SHORTEST = 16;
const LONGEST = 256;

/** A named secret of one sender or client; several of a source can be valid at once. Times are UTC ms. */
export interface NamedSecret {
  readonly name: string;
  readonly origin: NamedSecretOrigin;
  /** The only client whose leads it may create or whose conversions it exports; `null` if not limited. */
  readonly clientId: string | null;
  readonly fingerprint: string;
  readonly createdAt: number;
  /** `null` if it is valid. Removed ones are kept, because events were received with them. */
  readonly removedAt: number | null;
}

/** A valid secret with its encrypted value. */
export interface SealedNamedSecret extends NamedSecret {
  readonly sealed: Uint8Array;
}

/** A new secret; without `value` one is generated. */
export interface NewNamedSecret extends Pick<NamedSecret, 'name' | 'origin' | 'clientId'> {
  readonly value?: string;
}

/** A key that verifies requests. */
export interface NamedKey extends Pick<NamedSecret, 'origin' | 'clientId' | 'fingerprint'> {
  /** `null` if it was removed or cannot be decrypted. It then verifies nothing, but a setting with the same value keeps its limit. */
  readonly value: string | null;
}

/** Named secrets of sources in the database. Every method is one durable step, as in `ports.ts`. */
export interface NamedSecrets {
  /** All, by name, removed ones last. */
  listNamedSecrets(): Promise<readonly NamedSecret[]>;
  /** The valid ones. */
  sealedNamedSecrets(): Promise<readonly SealedNamedSecret[]>;
  /** Fails with `conflict` if the name or the secret itself is in use, with `not_found` if the client does not exist. */
  addNamedSecret(secret: Omit<SealedNamedSecret, 'removedAt'>, operator: Operator): Promise<void>;
  /** Deletes the secret itself. Fails with `not_found` if no valid secret has the name. */
  removeNamedSecret(name: string, operator: Operator): Promise<NamedSecret>;
  /** For secrets that no event is received with. */
  noteSecretUse(use: SecretUse): Promise<void>;
}

/** For each value, the secret whose limit applies: the valid one, otherwise the last one removed. */
export function newestNamedSecrets(secrets: readonly NamedSecret[]): readonly NamedSecret[] {
  const byAge = secrets.toSorted((a, b) => (a.removedAt ?? Infinity) - (b.removedAt ?? Infinity));
  return [...new Map(byAge.map((secret) => [`${secret.origin} ${secret.fingerprint}`, secret])).values()];
}

/** A sender that used a named secret; `movedTo`: the name of another secret of the same source that it has used since. */
export interface NamedSecretSender extends SecretUse {
  readonly movedTo: string | null;
}

/** A named secret with its senders, most recent first. */
export interface UsedNamedSecret extends NamedSecret {
  readonly senders: readonly NamedSecretSender[];
  /** UTC ms; `null` if it has not been used yet. */
  readonly usedAt: number | null;
}

/** The senders of each valid named secret. A secret can be removed when all its senders have moved to another. */
export function usedNamedSecrets(secrets: readonly NamedSecret[], { uses }: Pick<SecretUses, 'uses'>): readonly UsedNamedSecret[] {
  const valid = secrets.filter(({ removedAt }) => removedAt === null);
  return valid.map((secret) => {
    const own = uses.filter(({ origin, secret: fingerprint }) => origin === secret.origin && fingerprint === secret.fingerprint);
    const senders = own
      .map((use) => ({ ...use, movedTo: movedTo(use, valid, uses) }))
      .toSorted((a, b) => b.seenAt - a.seenAt || a.id.localeCompare(b.id, 'en'));
    return { ...secret, senders, usedAt: senders[0]?.seenAt ?? null };
  });
}

/**
 * How far the replacement of a named secret is, in the states of a source's secret rotation; it begins when one of its senders has moved to another
 * secret. A client may keep several secrets on purpose, so no secret counts as the newer one.
 */
export function judgeNamedRotation({ senders, usedAt }: UsedNamedSecret, now: number): Rotation['state'] {
  const moved = senders.filter(({ movedTo: other }) => other !== null).length;
  if (moved === 0 || usedAt === null) return 'nenhuma';
  if (now < usedAt + QUIET_MS) return 'em_uso';
  return moved === senders.length ? 'concluida' : 'a_conferir';
}

function movedTo(use: SecretUse, valid: readonly NamedSecret[], uses: readonly SecretUse[]): string | null {
  const later = uses.filter(
    ({ origin, kind, id, seenAt }) => origin === use.origin && kind === use.kind && id === use.id && seenAt > use.seenAt,
  );
  return (
    valid.find(({ origin, fingerprint }) => later.some((other) => other.origin === origin && other.secret === fingerprint))?.name ?? null
  );
}

/** The context that a secret is encrypted for: if its row is given to another client or source, it does not decrypt. */
export function namedSecretLabel({ name, origin, clientId }: Pick<NamedSecret, 'name' | 'origin' | 'clientId'>): string {
  return JSON.stringify(['named_secret', origin, clientId, name]);
}

/** The problem with a secret that a person chose; `undefined` if it is valid. The text does not repeat the secret. */
export function secretProblem(secret: string): Translated<string> | undefined {
  if (!/^[\x21-\x7e]*$/.test(secret)) {
    return inEveryLanguage((m) => m.errors.namedSecrets.secretCharacters);
  }
  if (secret.length >= SHORTEST && secret.length <= LONGEST) return undefined;
  return inEveryLanguage((m) => m.errors.namedSecrets.secretLength({ shortest: SHORTEST, longest: LONGEST }));
}

/** The problem with a new secret's limit; `undefined` if it is valid. */
export function limitProblem({ origin, clientId }: Pick<NewNamedSecret, 'origin' | 'clientId'>): Translated<string> | undefined {
  if (origin !== 'exportacao' || clientId !== null) return undefined;
  return inEveryLanguage((m) => m.errors.namedSecrets.exportNeedsClient);
}
