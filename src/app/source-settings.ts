import { slowFingerprint } from '../base/fingerprint.ts';
import type { Config, SourceSecrets } from '../config/config.ts';
import { Origin } from '../domain/origin.ts';
import type { SecretState, SourceSettings } from '../presentation/source-record.ts';

/** The route of each source and the setting of its secret, in order. */
const SOURCES = [
  { origin: Origin.searchAds, path: '/webhooks/search_ads', key: 'searchAds', setting: 'WEBHOOK_SEARCHADS_SECRET' },
  { origin: Origin.socialAds, path: '/webhooks/social_ads', key: 'socialAds', setting: 'WEBHOOK_SOCIALADS_SECRET' },
  { origin: Origin.ownForm, path: '/integracoes/leads', key: 'ownForm', setting: 'FORMULARIO_SECRET' },
] as const;

/** The settings of each source, in order: which of them have a value, never the value. */
export function sourceSettings(
  config: Pick<Config, 'allowUnsigned'>,
  secrets: Pick<SourceSecrets, 'searchAds' | 'socialAds' | 'socialAdsVerifyToken' | 'ownForm'>,
): readonly SourceSettings[] {
  const verifyToken = { name: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN', isSet: secrets.socialAdsVerifyToken !== undefined };
  return SOURCES.map(({ origin, path, key, setting }) => ({
    origin,
    path,
    secret: secretState(setting, secrets[key][0]),
    previous: secretState(`${setting}_PREVIOUS`, secrets[key][1]),
    verifyToken: origin === Origin.socialAds ? verifyToken : null,
    allowsUnsigned: config.allowUnsigned && origin !== Origin.ownForm,
  }));
}

function secretState(name: string, value: string | undefined): SecretState {
  return { name, isSet: value !== undefined, fingerprint: value === undefined ? null : slowFingerprint(value) };
}
