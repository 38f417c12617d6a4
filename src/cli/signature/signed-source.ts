import { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import type { Secrets } from '../../config/config.ts';
import type { Origin } from '../../domain/origin.ts';

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
    label: { en: 'the own form', pt: 'o formulário próprio' },
    path: '/integracoes/leads',
    signatureHeader: 'X-Formulario-Signature',
    secretSetting: 'FORMULARIO_SECRET',
  },
  'search-ads': {
    origin: 'search_ads',
    label: { en: 'search ads', pt: 'search ads' },
    path: '/webhooks/search_ads',
    signatureHeader: 'X-Webhook-Signature',
    secretSetting: 'WEBHOOK_SEARCHADS_SECRET',
  },
  'social-ads': {
    origin: 'social_ads',
    label: { en: 'social ads', pt: 'social ads' },
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
  const message = {
    en: `Nothing can be signed for ${label.en}: ${secretSetting} is not set.`,
    pt: `Nada pode ser assinado para ${label.pt}: ${secretSetting} não está definida.`,
  };
  const hint = {
    en: `Set ${secretSetting} in the environment or in the .env file; \`lead-intake secret generate\` makes one.`,
    pt: `Defina ${secretSetting} no ambiente ou no arquivo .env; \`lead-intake secret generate\` gera um.`,
  };
  throw new AppError('configuration_invalid', message, { hint });
}
