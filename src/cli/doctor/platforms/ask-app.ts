import { NO_APP_ID } from '../../../app/client-accounts/ask-token.ts';
import type { SocialTools } from '../../../app/client-accounts/social-tools.ts';
import { troubleFinding } from '../../../app/client-accounts/trouble-finding.ts';
import { type Finding, ok, warning } from '../../../domain/finding.ts';

/** The app has one webhook for all pages; each page is subscribed besides. */
export async function askApp({ inspector, asking }: SocialTools): Promise<readonly Finding[]> {
  const { app } = inspector;
  const answer = await inspector.appSubscriptions(asking.signal());
  if (app === null || answer === null) {
    const en = `Whether the page's app is yours and its webhook is set up cannot be inspected: ${NO_APP_ID.en}`;
    const pt = `Não dá para inspecionar se o aplicativo da página é o seu e se o webhook dele está configurado: ${NO_APP_ID.pt}`;
    return [ok('platforms.app_unknown', en, pt)];
  }
  if (answer.kind === 'trouble') {
    if (answer.trouble.kind === 'credential') return [];
    const words = {
      refused: { en: 'Meta does not show the webhook of the app', pt: 'A Meta não mostra o webhook do aplicativo' },
      notAsked: {
        en: 'Meta could not be asked about the webhook of the app',
        pt: 'Não foi possível consultar a Meta sobre o webhook do aplicativo',
      },
    };
    return [troubleFinding(answer.trouble, words, 'platforms.app_webhook_refused', SET_UP_WEBHOOK)];
  }
  const webhook = answer.items.find(({ object }) => object === 'page');
  const what = webhook === undefined ? NO_WEBHOOK : webhook.fields.includes('leadgen') ? (webhook.isActive ? null : INACTIVE) : NOT_LEADGEN;
  const url = webhook?.callbackUrl ?? '?';
  if (what !== null) {
    const text = {
      en: `App ${app.appId} ${what.en}: Meta reports no lead.`,
      pt: `O aplicativo ${app.appId} ${what.pt}: a Meta não avisa nenhum lead.`,
    };
    return [warning('platforms.app_not_subscribed', text, SET_UP_WEBHOOK)];
  }
  if (!url.includes('/webhooks/social_ads')) {
    return [
      warning(
        'platforms.app_webhook_elsewhere',
        {
          en: `App ${app.appId} reports leads to ${url}, which is not /webhooks/social_ads.`,
          pt: `O aplicativo ${app.appId} avisa os leads em ${url}, que não é /webhooks/social_ads.`,
        },
        SET_UP_WEBHOOK,
      ),
    ];
  }
  return [ok('platforms.app_webhook', `App ${app.appId} reports leads to ${url}.`, `O aplicativo ${app.appId} avisa os leads em ${url}.`)];
}

const NO_WEBHOOK = { en: 'has no webhook for pages', pt: 'não tem webhook para páginas' };
const NOT_LEADGEN = { en: 'has a webhook for pages without the field leadgen', pt: 'tem um webhook para páginas sem o campo leadgen' };
const INACTIVE = { en: 'has a webhook for pages that is not active', pt: 'tem um webhook para páginas que não está ativo' };

const SET_UP_WEBHOOK = {
  en: 'In the app (Meta for Developers > Webhooks > Page), set the callback URL https://YOUR-HOST/webhooks/social_ads and subscribe to leadgen.',
  pt: 'No aplicativo (Meta for Developers > Webhooks > Page), defina a URL de retorno https://SEU-HOST/webhooks/social_ads e assine leadgen.',
};
