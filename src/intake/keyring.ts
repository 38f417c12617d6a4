import { slowFingerprint } from '../base/fingerprint.ts';
import { HmacKey } from '../base/signature.ts';
import type { SourceSecrets } from '../config/config.ts';
import type { NamedKey } from '../domain/named-secret.ts';
import { Origin } from '../domain/origin.ts';
import type { IntakeRequest } from './intake-request.ts';
import { createSecretBlanker, type SecretBlanker } from './secret-blanker.ts';

/** A secret that verifies requests of a source. */
export interface SourceKey {
  readonly value: string;
  readonly hmacKey: HmacKey;
  /** True if the settings also contain a newer one. */
  readonly isPrevious: boolean;
  /** Identifies the secret that verified a request, for storage with the event. */
  readonly mark: () => SecretMark;
}

/** The secret that verified a sender, as stored. */
export interface SecretMark {
  /** Fingerprint of the secret. */
  readonly secret: string;
  /** The only client whose leads it may create; omitted if not limited. */
  readonly limitedTo?: string;
}

/** The keys that verify a source's requests, and a blanker for the secrets of all sources and of the export: people mix them up. */
export interface SourceKeys {
  readonly keys: readonly SourceKey[];
  readonly blanker: SecretBlanker;
}

/** The current secrets of all sources. */
export type Keyring = (origin: Origin) => SourceKeys;

/**
 * The secrets from the settings, and the named ones. Named ones come first: if the settings contain the same value, the named secret's limit
 * applies, even if it was removed or cannot be decrypted.
 *
 * @param named all named secrets; a changed list must be a new object
 */
export function createKeyring(secrets: SourceSecrets, named: () => readonly NamedKey[] = () => NONE): Keyring {
  let knownNamed: readonly NamedKey[] | undefined;
  let known: Readonly<Record<Origin, SourceKeys>> | undefined;
  return (origin) => {
    const now = named();
    if (known === undefined || knownNamed !== now) {
      known = keysOfAll(secrets, now);
      knownNamed = now;
    }
    return known[origin];
  };
}

/**
 * A secret of the source that the request contains anywhere in its body or headers: the sender knows the secret.
 *
 * @returns `undefined` if it contains none
 */
export function heldSecret(
  { keys }: SourceKeys,
  { body, headersJson }: Pick<IntakeRequest, 'body' | 'headersJson'>,
): SecretMark | undefined {
  const held = keys.find(({ value }) => {
    const blanker = createSecretBlanker([value]);
    return blanker.bytes(body) !== body || blanker.text(headersJson) !== headersJson;
  });
  return held?.mark();
}

const NONE: readonly NamedKey[] = [];

function keysOfAll(secrets: SourceSecrets, named: readonly NamedKey[]): Readonly<Record<Origin, SourceKeys>> {
  const { ownForm, searchAds, socialAds } = secrets;
  const blanker = createSecretBlanker([...ownForm, ...searchAds, ...socialAds, ...named.flatMap(({ value }) => value ?? [])]);
  return {
    formulario_proprio: { keys: keysOf(Origin.ownForm, ownForm, named), blanker },
    search_ads: { keys: keysOf(Origin.searchAds, searchAds, named), blanker },
    social_ads: { keys: keysOf(Origin.socialAds, socialAds, named), blanker },
  };
}

function keysOf(origin: Origin, configured: readonly string[], named: readonly NamedKey[]): readonly SourceKey[] {
  const ofSource = named.filter((key) => key.origin === origin);
  const markOf = (secret: string): SecretMark => {
    const clientId = ofSource.find(({ fingerprint }) => fingerprint === secret)?.clientId ?? null;
    return { secret, ...(clientId === null ? {} : { limitedTo: clientId }) };
  };
  return [
    ...ofSource.flatMap(({ value, fingerprint }) => (value === null ? [] : [sourceKey(value, false, () => markOf(fingerprint))])),
    ...configured.map((value, index) => sourceKey(value, index > 0, () => markOf(slowFingerprint(value)))),
  ];
}

function sourceKey(value: string, isPrevious: boolean, mark: () => SecretMark): SourceKey {
  let known: SecretMark | undefined;
  const markOnce = (): SecretMark => {
    known ??= mark();
    return known;
  };
  return { value, hmacKey: new HmacKey(value), isPrevious, mark: markOnce };
}
