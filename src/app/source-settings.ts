import { slowFingerprint } from '../base/fingerprint.ts';
import type { Config, SourceSecrets } from '../config/config.ts';
import { Origin } from '../domain/origin.ts';
import type { SecretState, SourceSettings } from '../presentation/source-record.ts';

/** The settings of each source, in order: which of them have a value, never the value. */
export function sourceSettings(
  config: Pick<Config, 'allowUnsigned'>,
  secrets: Pick<SourceSecrets, 'searchAds' | 'socialAds' | 'socialAdsVerifyToken' | 'ownForm'>,
): readonly SourceSettings[] {
  const { allowUnsigned: allowsUnsigned } = config;
  const verifyToken = { name: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN', isSet: secrets.socialAdsVerifyToken !== undefined };
  return [
    {
      ...source(Origin.searchAds, '/webhooks/search_ads', 'WEBHOOK_SEARCHADS_SECRET', secrets.searchAds),
      verifyToken: null,
      allowsUnsigned,
    },
    { ...source(Origin.socialAds, '/webhooks/social_ads', 'WEBHOOK_SOCIALADS_SECRET', secrets.socialAds), verifyToken, allowsUnsigned },
    {
      ...source(Origin.ownForm, '/integracoes/leads', 'FORMULARIO_SECRET', secrets.ownForm),
      verifyToken: null,
      allowsUnsigned: false,
    },
  ];
}

function source(
  origin: Origin,
  path: string,
  setting: string,
  values: readonly string[],
): Pick<SourceSettings, 'origin' | 'path' | 'secret' | 'previous'> {
  const [secret, previous] = values;
  return { origin, path, secret: secretState(setting, secret), previous: secretState(`${setting}_PREVIOUS`, previous) };
}

function secretState(name: string, value: string | undefined): SecretState {
  return { name, isSet: value !== undefined, fingerprint: value === undefined ? null : slowFingerprint(value) };
}
