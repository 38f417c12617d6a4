import * as Args from '@oclif/core/args';
import type { Secrets } from '../../config/config.ts';
import { Origin } from '../../domain/origin.ts';
import { appError } from '../../messages/messages.ts';

export const bodyArg = Args.string({ default: '-', ignoreStdin: true });

/** How requests of a source are sent and signed: contract section 3. */
export interface SourceFacts {
  /** Its key in the secrets, and in the catalogue: "the website form". */
  readonly key: keyof typeof Origin;
  readonly path: string;
  readonly signatureHeader: string;
  readonly secretSetting: 'FORMULARIO_SECRET' | 'WEBHOOK_SEARCHADS_SECRET' | 'WEBHOOK_SOCIALADS_SECRET';
}

export const SOURCE_FACTS: Readonly<Record<Origin, SourceFacts>> = {
  [Origin.ownForm]: {
    key: 'ownForm',
    path: '/integracoes/leads',
    signatureHeader: 'X-Formulario-Signature',
    secretSetting: 'FORMULARIO_SECRET',
  },
  [Origin.searchAds]: {
    key: 'searchAds',
    path: '/webhooks/search_ads',
    signatureHeader: 'X-Webhook-Signature',
    secretSetting: 'WEBHOOK_SEARCHADS_SECRET',
  },
  [Origin.socialAds]: {
    key: 'socialAds',
    path: '/webhooks/social_ads',
    signatureHeader: 'X-Hub-Signature-256',
    secretSetting: 'WEBHOOK_SOCIALADS_SECRET',
  },
};

/** The secrets of each source, the current one first. */
export type SigningSecrets = Pick<Secrets, keyof typeof Origin>;

/**
 * The secret for signing new requests of a source.
 *
 * @throws AppError `configuration_invalid` if the source has none
 */
export function currentSecret(secrets: SigningSecrets, source: Origin): string {
  const { key, secretSetting } = SOURCE_FACTS[source];
  const [secret] = secrets[key];
  if (secret !== undefined) return secret;
  throw appError('configuration_invalid', ({ cli: { signature: words } }) => words.noSecret({ label: words[key], secretSetting }), {
    hint: ({ cli: { signature: words } }) => (source === Origin.socialAds ? words.noAppSecretHint : words.noSecretHint)({ secretSetting }),
  });
}

/**
 * A secret that is not a setting, from an environment variable: on the command line other users of the machine could read it.
 *
 * @throws AppError `configuration_invalid` if the variable is not set
 */
export function secretFromEnvironment(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw appError('configuration_invalid', (m) => m.cli.signature.variableNotSet({ name }), {
    hint: (m) => m.cli.signature.variableNotSetHint({ name }),
  });
}
