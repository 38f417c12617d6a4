import { type PageInspector, subscriptionOf } from '../../app/platforms/page-inspector.ts';
import type { Translated } from '../../base/language.ts';
import type { FaultParams } from '../../domain/fault.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** How long to wait for one answer, in ms. */
const TIMEOUT_MS = 20_000;

/** Whether Meta reports the leads of the page to our app. `isSubscribed` is `null` if unknown. */
export interface PageSubscription {
  readonly isSubscribed: boolean | null;
  readonly message: Translated<string>;
}

/**
 * Subscribes the app to the leads of the page, unless it is subscribed already. Its other subscriptions stay; if they are unknown, nothing
 * is changed.
 */
export async function subscribePage(inspector: PageInspector, pageId: string, token: string): Promise<PageSubscription> {
  const appId = inspector.app?.appId ?? null;
  const apps = await inspector.subscribedApps(pageId, token, AbortSignal.timeout(TIMEOUT_MS));
  if (apps.kind === 'trouble') return failed(pageId, apps.trouble.fault.params);
  const state = subscriptionOf(apps.items, appId);
  if (state === 'subscribed') return { isSubscribed: true, message: inEveryLanguage((m) => m.cli.sources.subscribed({ pageId, appId })) };
  if (state === 'unknown_fields' || (appId === null && apps.items.length > 0))
    return { isSubscribed: null, message: unknown(pageId, appId) };
  const ours = apps.items.find(({ id }) => id === appId)?.fields ?? [];
  const subscribed = await inspector.subscribe(pageId, token, ours, AbortSignal.timeout(TIMEOUT_MS));
  return subscribed.kind === 'trouble'
    ? failed(pageId, subscribed.trouble.fault.params)
    : { isSubscribed: true, message: now(pageId, appId) };
}

function now(pageId: string, appId: string | null): Translated<string> {
  return inEveryLanguage(({ cli: { sources } }) =>
    sources.nowSubscribed({ pageId, app: appId === null ? sources.appOfToken : sources.app({ appId }) }),
  );
}

function unknown(pageId: string, appId: string | null): Translated<string> {
  return inEveryLanguage(({ cli: { sources } }) =>
    appId === null ? sources.subscriptionUnknown({ pageId }) : sources.subscriptionFieldsUnknown({ appId, pageId }),
  );
}

function failed(pageId: string, said: FaultParams): PageSubscription {
  return {
    isSubscribed: false,
    message: inEveryLanguage((m) => m.cli.sources.subscribingFailed({ pageId, said: faultTexts(said) })),
  };
}
