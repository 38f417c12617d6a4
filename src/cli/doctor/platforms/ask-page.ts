import { accountWords } from '../../../app/client-accounts/account-words.ts';
import { OTHER_TOKEN } from '../../../app/client-accounts/ask-token.ts';
import type { AskedAccount, SocialTools } from '../../../app/client-accounts/social-tools.ts';
import { troubleFinding } from '../../../app/client-accounts/trouble-finding.ts';
import { type Subscription, subscriptionOf } from '../../../app/platforms/page-inspector.ts';
import type { Translated } from '../../../base/language.ts';
import { type Finding, ok, problem, warning } from '../../../domain/finding.ts';
import { faultText } from '../../../presentation/fault-text.ts';

const CONTROL_AND_PERMISSIONS = {
  en: 'docs/meta-lead-ads.md shows where to give the system user control of the page, and which permissions the token needs.',
  pt: 'docs/meta-lead-ads.md mostra onde dar ao usuário do sistema o controle da página e de quais permissões o token precisa.',
};

/** Whether the leads of a page can be read, and are reported here. `userId`: whose its token is. */
export async function askPage(tools: SocialTools, page: AskedAccount, userId: string | null): Promise<readonly Finding[]> {
  const [access, subscribed] = await Promise.all([leadAccess(tools, page, userId), subscription(tools, page)]);
  return [...access, ...subscribed];
}

/** What the business decided in the Leads Access Manager. A platform that does not say is no fault. */
async function leadAccess(
  { inspector, asking }: SocialTools,
  { account, token }: AskedAccount,
  userId: string | null,
): Promise<readonly Finding[]> {
  const name = accountWords(account);
  const answer = await inspector.leadAccess(account.id, token, userId, asking.signal());
  if (answer.kind === 'trouble' || answer.canRead !== false) return [];
  const said = answer.reason === '' ? '' : ` Meta: "${[answer.reason, answer.resolution].filter((words) => words !== '').join(' ')}"`;
  return [
    problem(
      'platforms.no_lead_access',
      {
        en: `The Leads Access Manager does not let the token read leads ${name.of.en}.${said}`,
        pt: `O Gerenciador de acesso a leads não deixa o token ler os leads ${name.of.pt}.${said}`,
      },
      {
        en: 'In the business settings (Integrations > Leads access), give the app, as a CRM, and the owner of the token access to the leads of the page.',
        pt: 'Nas configurações da empresa (Integrações > Acesso a leads), dê ao aplicativo, como CRM, e ao dono do token acesso aos leads da página.',
      },
    ),
  ];
}

/** The app is subscribed to the page apart from the page's object: forgetting it is why a webhook stays silent. */
async function subscription({ inspector, asking }: SocialTools, { account, token }: AskedAccount): Promise<readonly Finding[]> {
  const name = accountWords(account);
  const answer = await inspector.subscribedApps(account.id, token, asking.signal());
  if (answer.kind === 'trouble') {
    const words = {
      refused: { en: `Meta does not say whether ${name.en} is subscribed`, pt: `A Meta não diz se ${name.pt} está inscrita` },
      notAsked: {
        en: `Meta could not be asked whether ${name.en} is subscribed`,
        pt: `Não foi possível perguntar à Meta se ${name.pt} está inscrita`,
      },
    };
    const { kind, fault } = answer.trouble;
    if (kind !== 'refused') return [troubleFinding(answer.trouble, words, 'platforms.page_refused', OTHER_TOKEN)];
    // Its leads may be fetched all the same.
    const text = {
      en: `${words.refused.en}. ${faultText(fault.message, 'en')}`,
      pt: `${words.refused.pt}. ${faultText(fault.message, 'pt')}`,
    };
    return [warning('platforms.page_refused', text, CONTROL_AND_PERMISSIONS)];
  }
  const appId = inspector.app?.appId ?? null;
  const stands = subscriptionOf(answer.items, appId);
  if (stands === 'subscribed' || stands === 'some_app') {
    const whose = stands === 'subscribed' ? { en: `app ${appId}`, pt: `ao aplicativo ${appId}` } : { en: 'an app', pt: 'a um aplicativo' };
    return [
      ok('platforms.subscribed', `Leads ${name.of.en} are reported to ${whose.en}.`, `Leads ${name.of.pt} são avisados ${whose.pt}.`),
    ];
  }
  return [warning('platforms.not_subscribed', notSubscribed(stands, appId, name.of), subscribeAction(account.id))];
}

function notSubscribed(
  stands: Exclude<Subscription, 'subscribed' | 'some_app'>,
  appId: string | null,
  of: Translated<string>,
): Translated<string> {
  if (stands === 'unknown_fields') {
    return {
      en: `App ${appId} is subscribed to changes ${of.en}; Meta does not say whether to its leads.`,
      pt: `O aplicativo ${appId} está inscrito em mudanças ${of.pt}; a Meta não diz se nos leads dela.`,
    };
  }
  if (stands === 'only_others') {
    return {
      en: `Other apps are subscribed to the leads ${of.en}, and app ${appId} is not: Meta does not report them to lead-intake.`,
      pt: `Outros aplicativos estão inscritos nos leads ${of.pt}, e o aplicativo ${appId} não: a Meta não os avisa ao lead-intake.`,
    };
  }
  return {
    en: `No app is subscribed to the leads ${of.en}: Meta sends no webhook for them.`,
    pt: `Nenhum aplicativo está inscrito nos leads ${of.pt}: a Meta não envia webhook deles.`,
  };
}

function subscribeAction(pageId: string): Translated<string> {
  return {
    en: `Connect the page again with \`lead-intake source connect social-ads --page ${pageId}\`, which subscribes it, or POST /${pageId}/subscribed_apps?subscribed_fields=leadgen with its own token.`,
    pt: `Conecte a página de novo com \`lead-intake source connect social-ads --page ${pageId}\`, que a inscreve, ou faça POST /${pageId}/subscribed_apps?subscribed_fields=leadgen com o token dela.`,
  };
}
