import { type PageInspector, subscriptionOf } from '../../app/platforms/page-inspector.ts';
import type { Translated } from '../../base/language.ts';
import { faultText } from '../../presentation/fault-text.ts';

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
  if (stands === 'subscribed') return { isSubscribed: true, said: already(pageId, appId) };
  if (stands === 'unknown_fields' || (appId === null && apps.items.length > 0)) return { isSubscribed: null, said: unknown(pageId, appId) };
  const ours = apps.items.find(({ id }) => id === appId)?.fields ?? [];
  const subscribed = await inspector.subscribe(pageId, token, ours, AbortSignal.timeout(PATIENCE_MS));
  return subscribed.kind === 'trouble'
    ? failed(pageId, subscribed.trouble.fault.message)
    : { isSubscribed: true, said: now(pageId, appId) };
}

function already(pageId: string, appId: string | null): Translated<string> {
  return {
    en: `Meta reports the leads of page ${pageId} to app ${appId}.`,
    pt: `A Meta avisa os leads da página ${pageId} ao aplicativo ${appId}.`,
  };
}

function now(pageId: string, appId: string | null): Translated<string> {
  const app =
    appId === null ? { en: 'the app of the token', pt: 'ao aplicativo do token' } : { en: `app ${appId}`, pt: `ao aplicativo ${appId}` };
  return {
    en: `Page ${pageId} is subscribed: Meta now reports its leads to ${app.en}.`,
    pt: `A página ${pageId} está inscrita: a Meta agora avisa os leads dela ${app.pt}.`,
  };
}

function unknown(pageId: string, appId: string | null): Translated<string> {
  if (appId === null) {
    return {
      en: `Apps are subscribed to page ${pageId}, and whether yours is among them cannot be told: set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET and connect the page again.`,
      pt: `Há aplicativos inscritos na página ${pageId}, e não dá para saber se o seu está entre eles: defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET e conecte a página de novo.`,
    };
  }
  return {
    en: `App ${appId} is subscribed to page ${pageId}, and Meta does not say to which changes. Check at Meta that leadgen is one of them.`,
    pt: `O aplicativo ${appId} está inscrito na página ${pageId}, e a Meta não diz em quais mudanças. Confira na Meta se leadgen é uma delas.`,
  };
}

function failed(pageId: string, said: string): PageSubscription {
  return {
    isSubscribed: false,
    said: {
      en: `Page ${pageId} could not be subscribed, so Meta may not report its leads. ${said}`,
      pt: `Não foi possível inscrever a página ${pageId}, então a Meta talvez não avise os leads dela. ${faultText(said, 'pt')}`,
    },
  };
}
