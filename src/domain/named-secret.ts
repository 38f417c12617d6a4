import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { Origin } from './origin.ts';
import type { Operator } from './ports.ts';
import { QUIET_MS, type Rotation, type SecretPurpose, type SecretUse, type SecretUses } from './secret-rotation.ts';

/**
 * What named secrets are for: sources whose senders may each have one of their own, and the export of a client's conversions. The secret of Meta is that
 * of an app, which the settings hold.
 */
export const NAMED_SECRET_ORIGINS = [Origin.ownForm, Origin.searchAds, 'exportacao'] as const satisfies readonly SecretPurpose[];
export type NamedSecretOrigin = (typeof NAMED_SECRET_ORIGINS)[number];

/** Shorter ones can be guessed; longer ones fit into no field of a platform. */
const SHORTEST = 16;
const LONGEST = 256;

/** A secret of one sender or client, by its name; several of a source are valid at once. Times are UTC ms. */
export interface NamedSecret {
  readonly name: string;
  readonly origin: NamedSecretOrigin;
  /** The only client whose leads it may create, or whose conversions it hands out; null: all. */
  readonly clientId: string | null;
  readonly fingerprint: string;
  readonly createdAt: number;
  /** Null: it is valid. Removed ones are kept, because events came by them. */
  readonly removedAt: number | null;
}

/** A valid one with what it is sealed in. */
export interface SealedNamedSecret extends NamedSecret {
  readonly sealed: Uint8Array;
}

/** What a new one is to be; without `value` one is generated. */
export interface NewNamedSecret extends Pick<NamedSecret, 'name' | 'origin' | 'clientId'> {
  readonly value?: string;
}

/** What requests are verified with. */
export interface NamedKey extends Pick<NamedSecret, 'origin' | 'clientId' | 'fingerprint'> {
  /** Null: it was removed or cannot be opened. It verifies nothing then, but a setting with the same value keeps its limit. */
  readonly value: string | null;
}

/** Named secrets of sources in the database. Every verb is one durable step, as in `ports.ts`. */
export interface NamedSecrets {
  /** All, by name, removed ones last. */
  listNamedSecrets(): Promise<readonly NamedSecret[]>;
  /** Those that are valid. */
  sealedNamedSecrets(): Promise<readonly SealedNamedSecret[]>;
  /** Fails with `conflict` when the name or the secret itself is in use, with `not_found` when there is no such client. */
  addNamedSecret(secret: Omit<SealedNamedSecret, 'removedAt'>, operator: Operator): Promise<void>;
  /** The secret itself is deleted. Fails with `not_found` when no valid one has the name. */
  removeNamedSecret(name: string, operator: Operator): Promise<NamedSecret>;
  /** For secrets that no event comes by. */
  noteSecretUse(use: SecretUse): Promise<void>;
}

/** Of each value the one whose limit counts: the valid one, else the one that was removed last. */
export function newestNamedSecrets(secrets: readonly NamedSecret[]): readonly NamedSecret[] {
  const byAge = secrets.toSorted((a, b) => (a.removedAt ?? Infinity) - (b.removedAt ?? Infinity));
  return [...new Map(byAge.map((secret) => [`${secret.origin} ${secret.fingerprint}`, secret])).values()];
}

/** A sender that used a named secret; `movedTo`: the name of another one of the same source that it has used since. */
export interface NamedSecretSender extends SecretUse {
  readonly movedTo: string | null;
}

/** A named secret with who uses it, the last one first. */
export interface UsedNamedSecret extends NamedSecret {
  readonly senders: readonly NamedSecretSender[];
  /** UTC ms; null: it was not used yet. */
  readonly usedAt: number | null;
}

/** Who uses which of the valid named secrets. One can be removed when all of its senders have moved. */
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
 * How far the replacement of a named secret is, in the words of the rotation of a source's secret; begun where one of its senders has moved to another.
 * Several secrets of a client may be meant to stay, so nothing says which is the newer one.
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

/** What a secret is sealed for: a row that was given to another client or source does not open. */
export function namedSecretLabel({ name, origin, clientId }: Pick<NamedSecret, 'name' | 'origin' | 'clientId'>): string {
  return JSON.stringify(['named_secret', origin, clientId, name]);
}

/** What is wrong with a secret that a person chose; undefined: nothing. It is not repeated. */
export function secretProblem(secret: string): Translated<string> | undefined {
  if (!/^[\x21-\x7e]*$/.test(secret)) {
    return inEveryLanguage((m) => m.errors.namedSecrets.mustOneLineLetters);
  }
  if (secret.length >= SHORTEST && secret.length <= LONGEST) return undefined;
  return inEveryLanguage((m) => m.errors.namedSecrets.mustHaveToCharacters({ shortest: SHORTEST, longest: LONGEST }));
}

/** What is wrong with the limit of a new one; undefined: nothing. */
export function limitProblem({ origin, clientId }: Pick<NewNamedSecret, 'origin' | 'clientId'>): Translated<string> | undefined {
  if (origin !== 'exportacao' || clientId !== null) return undefined;
  return inEveryLanguage((m) => m.errors.namedSecrets.aSecretExportNeeds);
}
