import {
  type AskedAccount,
  askDataset,
  askToken,
  type ExaminedToken,
  openSocialTools,
  type SocialTools,
  troubleFinding,
} from '../../app/client-accounts/ask-platforms.ts';
import { subscriptionOf } from '../../app/platforms/page-inspector.ts';
import type { DeliveryConfig, SourceSecrets } from '../../config/config.ts';
import { ANY_PAGE } from '../../domain/connected-account.ts';
import { type Finding, finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountFindings } from './check-platforms.ts';

/**
 * Asks Meta about the app, if there are pages, and about each account: its token, whether the leads of a page can be read and are reported
 * here, and whether a dataset exists. Never shows a token.
 *
 * @param accounts with the token of each; `*` is the token of all other pages
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

/** Only asks about a page or dataset if its token works: otherwise the answer would repeat the same error. */
async function askAccount(tools: SocialTools, asked: AskedAccount): Promise<Pick<ExaminedToken, 'findings' | 'appRefused'>> {
  const { works, userId, findings, appRefused } = await askToken(tools, asked);
  if (!works || asked.account.id === ANY_PAGE) return { findings, appRefused };
  const more = asked.account.kind === 'dataset' ? [await askDataset(tools, asked)] : await askPage(tools, asked, userId);
  return { findings: [...findings, ...more], appRefused };
}

/** Problems of its token are reported for the token for all pages. */
async function askOther(tools: SocialTools, page: AskedAccount): Promise<readonly Finding[]> {
  const { works, userId } = await askToken(tools, { ...page, account: { ...page.account, id: ANY_PAGE } });
  return works ? await askPage(tools, page, userId) : [];
}

/** The app has one webhook for all pages; each page is also subscribed separately. */
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

/** Whether the leads of a page can be read and are reported here. `userId`: the user of its token. */
async function askPage(tools: SocialTools, page: AskedAccount, userId: string | null): Promise<readonly Finding[]> {
  const [access, subscribed] = await Promise.all([leadAccess(tools, page, userId), subscription(tools, page)]);
  return [...access, subscribed];
}

/** What the business configured in the Leads Access Manager. If the platform does not say, that is not a problem. */
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

/** Subscribing the app to the page is a separate step from the webhook on the page object: if it is missing, the webhook stays silent. */
async function subscription({ inspector, asking }: SocialTools, { account, token }: AskedAccount): Promise<Finding> {
  const answer = await inspector.subscribedApps(account.id, token, asking.signal());
  if (answer.kind === 'trouble') {
    // A call refused because a permission is missing does not mean that leads cannot be fetched.
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
