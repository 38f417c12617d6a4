import type { DeliveryConfig, SourceSecrets } from '../../config/config.ts';

/** The Meta app that the webhook and the tokens belong to. */
export interface AppAccess {
  readonly appId: string;
  readonly appSecret: string;
  /** Its own token, which inspects tokens that were made for it. */
  readonly token: string;
}

/** Null: its id or its secret is not set. */
export function appAccess(
  { socialAds: { appId } }: Pick<DeliveryConfig, 'socialAds'>,
  secrets: Pick<SourceSecrets, 'socialAds'>,
): AppAccess | null {
  const appSecret = secrets.socialAds[0];
  return appId === undefined || appSecret === undefined ? null : { appId, appSecret, token: `${appId}|${appSecret}` };
}
