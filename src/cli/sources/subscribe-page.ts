import { type PageInspector, subscriptionOf } from '../../app/platforms/page-inspector.ts';
import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** How long one answer is waited for, in ms. */
const PATIENCE_MS = 20_000;

/** Whether Meta reports the leads of the page to our app. `isSubscribed` null: that cannot be told. */
export interface PageSubscription {
  readonly isSubscribed: boolean | null;
  readonly said: Translated<string>;
}

/**
 * Has Meta report the leads of the page to the app, unless it does already. What the app is told of besides stays as it is; where that is not known,
 * nothing is changed.
 */
export async function subscribePage(inspector: PageInspector, pageId: string, token: string): Promise<PageSubscription> {
  const appId = inspector.app?.appId ?? null;
  const apps = await inspector.subscribedApps(pageId, token, AbortSignal.timeout(PATIENCE_MS));
  if (apps.kind === 'trouble') return failed(pageId, apps.trouble.fault.message);
  const stands = subscriptionOf(apps.items, appId);
  if (stands === 'subscribed')
    return { isSubscribed: true, said: inEveryLanguage((m) => m.cli.sources.metaReportsLeadsPage({ pageId, appId })) };
  if (stands === 'unknown_fields' || (appId === null && apps.items.length > 0)) return { isSubscribed: null, said: unknown(pageId, appId) };
  const ours = apps.items.find(({ id }) => id === appId)?.fields ?? [];
  const subscribed = await inspector.subscribe(pageId, token, ours, AbortSignal.timeout(PATIENCE_MS));
  return subscribed.kind === 'trouble'
    ? failed(pageId, subscribed.trouble.fault.message)
    : { isSubscribed: true, said: now(pageId, appId) };
}

function now(pageId: string, appId: string | null): Translated<string> {
  const app = inEveryLanguage((m) => (appId === null ? m.cli.sources.theAppToken : m.cli.sources.app({ appId })));
  return inEveryLanguage((m) => m.cli.sources.pageSubscribedMetaNow({ pageId, app }));
}

function unknown(pageId: string, appId: string | null): Translated<string> {
  if (appId === null) {
    return inEveryLanguage((m) => m.cli.sources.appsSubscribedPageWhether({ pageId }));
  }
  return inEveryLanguage((m) => m.cli.sources.appSubscribedPageMeta({ appId, pageId }));
}

function failed(pageId: string, said: string): PageSubscription {
  return {
    isSubscribed: false,
    said: inEveryLanguage((m) => m.cli.sources.pageCouldNotSubscribed({ pageId, said: faultTexts(said) })),
  };
}
