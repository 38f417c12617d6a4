import type { Translated } from '../../base/language.ts';
import type { Secrets } from '../../config/config.ts';
import type { Origin } from '../../domain/origin.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';

/** The sources as the command line names them. */
export const SIGNED_SOURCES = ['form', 'search-ads', 'social-ads'] as const;
export type SignedSource = (typeof SIGNED_SOURCES)[number];

/** How requests of one source are sent and signed: contract section 3. */
export interface SourceFacts {
  readonly origin: Origin;
  /** For sentences: "the own form". */
  readonly label: Translated<string>;
  readonly path: string;
  readonly signatureHeader: string;
  readonly secretSetting: string;
}

export const SOURCE_FACTS: Readonly<Record<SignedSource, SourceFacts>> = {
  form: {
    origin: 'formulario_proprio',
    label: inEveryLanguage((m) => m.cli.signature.theOwnForm),
    path: '/integracoes/leads',
    signatureHeader: 'X-Formulario-Signature',
    secretSetting: 'FORMULARIO_SECRET',
  },
  'search-ads': {
    origin: 'search_ads',
    label: inEveryLanguage((m) => m.cli.signature.searchAds),
    path: '/webhooks/search_ads',
    signatureHeader: 'X-Webhook-Signature',
    secretSetting: 'WEBHOOK_SEARCHADS_SECRET',
  },
  'social-ads': {
    origin: 'social_ads',
    label: inEveryLanguage((m) => m.cli.signature.socialAds),
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
 * The secret that new requests of a source are signed with.
 *
 * @throws AppError `configuration_invalid` when the source has none
 */
export function currentSecret(secrets: Secrets, source: SignedSource): string {
  const secret = secretsOfSource(secrets, source)[0];
  if (secret !== undefined) return secret;
  const { label, secretSetting } = SOURCE_FACTS[source];
  throw appError('configuration_invalid', (m) => m.cli.signature.nothingCanSignedNot({ label, secretSetting }), {
    hint: (m) => m.cli.signature.setEnvironmentEnvFile({ secretSetting }),
  });
}
