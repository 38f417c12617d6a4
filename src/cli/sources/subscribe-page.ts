import { type PageInspector, subscriptionOf } from '../../app/platforms/page-inspector.ts';
import type { Translated } from '../../base/language.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { inEveryLanguage, type Messages } from '../../messages/messages.ts';
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
  const failed = ({ fault }: PlatformTrouble): PageSubscription =>
    subscription(false, (words) => words.subscribingFailed({ pageId, said: faultTexts(fault.params) }));
  const apps = await inspector.subscribedApps(pageId, token, AbortSignal.timeout(TIMEOUT_MS));
  if (apps.kind === 'trouble') return failed(apps.trouble);
  const state = subscriptionOf(apps.items, appId);
  if (state === 'subscribed') return subscription(true, (words) => words.subscribed({ pageId, appId }));
  if (appId === null && apps.items.length > 0) return subscription(null, (words) => words.subscriptionUnknown({ pageId }));
  if (appId !== null && state === 'unknown_fields')
    return subscription(null, (words) => words.subscriptionFieldsUnknown({ appId, pageId }));
  const ours = apps.items.find(({ id }) => id === appId)?.fields ?? [];
  const subscribed = await inspector.subscribe(pageId, token, ours, AbortSignal.timeout(TIMEOUT_MS));
  if (subscribed.kind === 'trouble') return failed(subscribed.trouble);
  return subscription(true, (words) => words.nowSubscribed({ pageId, app: appId === null ? words.appOfToken : words.app({ appId }) }));
}

function subscription(isSubscribed: boolean | null, sentence: (words: Messages['cli']['sources']) => string): PageSubscription {
  return { isSubscribed, message: inEveryLanguage((m) => sentence(m.cli.sources)) };
}
