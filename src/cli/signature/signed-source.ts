import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { Secrets } from '../../config/config.ts';
import { Origin } from '../../domain/origin.ts';
import { appError, type Messages } from '../../messages/messages.ts';
import { choice } from '../flags.ts';

/** The sources that sign their requests. */
export const SIGNED_SOURCES = ['form', 'search-ads', 'social-ads'] as const;
export type SignedSource = (typeof SIGNED_SOURCES)[number];

/** For the commands about signatures. */
export const sourceFlag = Flags.custom<SignedSource>({
  ...choice<SignedSource>({ 'google-ads': 'search-ads', meta: 'social-ads', form: 'form' }),
  required: true,
})();

export const bodyArg = Args.string({ default: '-', ignoreStdin: true });

/** How requests of a source are sent and signed: contract section 3. */
export interface SourceFacts {
  readonly origin: Origin;
  /** For sentences: "the website form". */
  readonly label: (words: Messages['cli']['signature']) => string;
  readonly path: string;
  readonly signatureHeader: string;
  readonly secretSetting: string;
}

export const SOURCE_FACTS: Readonly<Record<SignedSource, SourceFacts>> = {
  form: {
    origin: Origin.ownForm,
    label: (words) => words.ownForm,
    path: '/integracoes/leads',
    signatureHeader: 'X-Formulario-Signature',
    secretSetting: 'FORMULARIO_SECRET',
  },
  'search-ads': {
    origin: Origin.searchAds,
    label: (words) => words.searchAds,
    path: '/webhooks/search_ads',
    signatureHeader: 'X-Webhook-Signature',
    secretSetting: 'WEBHOOK_SEARCHADS_SECRET',
  },
  'social-ads': {
    origin: Origin.socialAds,
    label: (words) => words.socialAds,
    path: '/webhooks/social_ads',
    signatureHeader: 'X-Hub-Signature-256',
    secretSetting: 'WEBHOOK_SOCIALADS_SECRET',
  },
};

/** The secrets of a source, the current one first. */
export function secretsOfSource(secrets: Secrets, source: SignedSource): readonly string[] {
  const bySource = { form: secrets.ownForm, 'search-ads': secrets.searchAds, 'social-ads': secrets.socialAds };
  return bySource[source];
}

/**
 * The secret for signing new requests of a source.
 *
 * @throws AppError `configuration_invalid` if the source has none
 */
export function currentSecret(secrets: Secrets, source: SignedSource): string {
  const secret = secretsOfSource(secrets, source)[0];
  if (secret !== undefined) return secret;
  const { label, secretSetting } = SOURCE_FACTS[source];
  throw appError('configuration_invalid', (m) => m.cli.signature.noSecret({ label: label(m.cli.signature), secretSetting }), {
    hint: ({ cli: { signature: words } }) => (source === 'social-ads' ? words.noAppSecretHint : words.noSecretHint)({ secretSetting }),
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
