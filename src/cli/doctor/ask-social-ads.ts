import { askDataset } from '../../app/client-accounts/ask-dataset.ts';
import { askToken } from '../../app/client-accounts/ask-token.ts';
import { type AskedAccount, openSocialTools, type SocialTools } from '../../app/client-accounts/social-tools.ts';
import { troubleFinding } from '../../app/client-accounts/trouble-finding.ts';
import { subscriptionOf } from '../../app/platforms/page-inspector.ts';
import type { DeliveryConfig, SourceSecrets } from '../../config/config.ts';
import { ANY_PAGE } from '../../domain/connected-account.ts';
import { type Finding, finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountFindings } from './check-platforms.ts';

/**
 * Asks Meta about the app, where there are pages, and about each account: its token, whether the leads of a page can be read and are reported here, and whether a dataset is there. Never
 * shows a token.
 *
 * @param accounts with the token of each; `*` stands for the token of all other pages
 * @param others pages that the token for all pages opens
 */
export async function askSocialAds(
  delivery: Pick<DeliveryConfig, 'socialAds'>,
  secrets: Pick<SourceSecrets, 'socialAds'>,
  { accounts, others }: { readonly accounts: readonly AskedAccount[]; readonly others: readonly AskedAccount[] },
  limits: Pick<SocialTools, 'asking' | 'now'>,
): Promise<{ readonly ofApp: readonly Finding[]; readonly ofAccounts: readonly AccountFindings[] }> {
  await using tools = openSocialTools(delivery, secrets, limits);
  const { asking } = limits;
  const refusals: Finding[] = [];
  const ask = async (asked: AskedAccount): Promise<readonly Finding[]> => {
    const { findings, appRefused } = await askAccount(tools, asked);
    if (appRefused !== null) refusals.push(appRefused);
    return findings;
  };
  const hasPages = [...accounts, ...others].some(({ account }) => account.kind === 'page');
  const [app, own, shared] = await Promise.all([
    hasPages ? askApp(tools) : [],
    asking.each(accounts, ask),
    asking.each(others, (page) => askOther(tools, page)),
  ]);
  const told = [...accounts, ...others].map(({ account }, index) => ({ account, findings: [...own, ...shared][index] ?? [] }));
  return { ofApp: [...refusals.slice(0, 1), ...app], ofAccounts: told };
}

/** A page or dataset is asked about only with a token that works: with another one the answer would be the same trouble once more. */
async function askAccount(
  tools: SocialTools,
  asked: AskedAccount,
): Promise<{ readonly findings: readonly Finding[]; readonly appRefused: Finding | null }> {
  const { works, userId, findings, appRefused } = await askToken(tools, asked);
  if (!works || asked.account.id === ANY_PAGE) return { findings, appRefused };
  const more = asked.account.kind === 'dataset' ? [await askDataset(tools, asked)] : await askPage(tools, asked, userId);
  return { findings: [...findings, ...more], appRefused };
}

/** What is wrong with its token is told of the token for all pages. */
async function askOther(tools: SocialTools, page: AskedAccount): Promise<readonly Finding[]> {
  const { works, userId } = await askToken(tools, { ...page, account: { ...page.account, id: ANY_PAGE } });
  return works ? await askPage(tools, page, userId) : [];
}

/** The app has one webhook for all pages; each page is subscribed besides. */
async function askApp({ inspector, asking }: SocialTools): Promise<readonly Finding[]> {
  const answer = await inspector.appSubscriptions(asking.signal());
  if (inspector.app === null || answer === null) return [ok('platforms.app_unknown')];
  if (answer.kind === 'trouble') {
    const about = { about: 'webhook', account: null, action: null } as const;
    const refused = troubleFinding(answer.trouble, about, (fault) => problem('platforms.app_webhook_refused', { fault }));
    return answer.trouble.kind === 'credential' ? [] : [refused];
  }
  const app = inspector.app.appId;
  const webhook = answer.items.find(({ object }) => object === 'page');
  if (webhook === undefined) return [warning('platforms.app_not_subscribed', { app, why: 'none' })];
  if (!webhook.fields.includes('leadgen')) return [warning('platforms.app_not_subscribed', { app, why: 'fields' })];
  if (!webhook.isActive) return [warning('platforms.app_not_subscribed', { app, why: 'inactive' })];
  const url = webhook.callbackUrl ?? '?';
  return [
    url.includes('/webhooks/social_ads')
      ? ok('platforms.app_webhook', { app, url })
      : warning('platforms.app_webhook_elsewhere', { app, url }),
  ];
}

/** Whether the leads of a page can be read, and are reported here. `userId`: whose its token is. */
async function askPage(tools: SocialTools, page: AskedAccount, userId: string | null): Promise<readonly Finding[]> {
  const [access, subscribed] = await Promise.all([leadAccess(tools, page, userId), subscription(tools, page)]);
  return [...access, subscribed];
}

/** What the business decided in the Leads Access Manager. A platform that does not say is no fault. */
async function leadAccess(
  { inspector, asking }: SocialTools,
  { account, token }: AskedAccount,
  userId: string | null,
): Promise<readonly Finding[]> {
  const answer = await inspector.leadAccess(account.id, token, userId, asking.signal());
  if (answer.kind === 'trouble' || answer.canRead !== false) return [];
  const said = answer.reason === '' ? [] : [answer.reason, answer.resolution];
  return [problem('platforms.no_lead_access', { account, reason: said.filter((words) => words !== '').join(' ') })];
}

/** The app is subscribed to the page apart from the page's object: forgetting it is why a webhook stays silent. */
async function subscription({ inspector, asking }: SocialTools, { account, token }: AskedAccount): Promise<Finding> {
  const answer = await inspector.subscribedApps(account.id, token, asking.signal());
  if (answer.kind === 'trouble') {
    // What is refused for lack of permission may have leads that are fetched all the same.
    const isOfToken = answer.trouble.kind !== 'refused';
    return troubleFinding(answer.trouble, { about: 'subscription', account, action: null }, (fault) =>
      finding(isOfToken ? 'problem' : 'warning', 'platforms.page_refused', { account, fault, isOfToken }),
    );
  }
  const app = inspector.app?.appId ?? null;
  const why = subscriptionOf(answer.items, app);
  if (why === 'subscribed' || why === 'some_app') return ok('platforms.subscribed', { account, app: why === 'subscribed' ? app : null });
  return warning('platforms.not_subscribed', { account, pageId: account.id, app, why });
}
