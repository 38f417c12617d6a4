import { ASK_LIMITS, Asking, type AskLimits } from '../../app/client-accounts/ask-platforms.ts';
import type { Config, DeliveryConfig, Secrets } from '../../config/config.ts';
import { checkCredentialsFile } from '../../delivery/search-ads/credentials-file.ts';
import { hasCredential } from '../../domain/connected-account.ts';
import { faultParams } from '../../domain/fault.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { ofClient } from '../../findings/find-platforms.ts';
import type { PlatformFigures } from '../../findings/snapshot.ts';
import { faultTexts } from '../../presentation/fault-text.ts';
import { type AccountsToAsk, openAccounts } from './open-accounts.ts';

export interface UsableSettings {
  readonly config: Pick<Config, 'delivery' | 'attribution' | 'retention'>;
  readonly secrets: Secrets;
}

/** What the database contains about the platforms. */
export interface PlatformFacts extends Pick<PlatformFigures, 'accounts' | 'kept' | 'owned' | 'clients'> {
  /** Number of export passwords of single clients. */
  readonly exportSecrets: number;
}

/** The platform's answers about an account. */
export interface AccountFindings {
  readonly account: AccountName;
  readonly findings: readonly Finding[];
}

/** Checks the connections to the platforms, and asks the platforms themselves unless offline. */
export async function checkPlatforms(
  settings: UsableSettings,
  facts: PlatformFacts,
  options: { readonly isOffline: boolean; readonly now: number; readonly limits?: AskLimits },
): Promise<readonly Finding[]> {
  const { credentialsKey } = settings.secrets;
  const opened = await openAccounts(settings, facts);
  return [
    ...checkConnections(settings, facts),
    ...checkChoices(settings.config, facts),
    ...(facts.kept.length > 0 && credentialsKey === undefined ? [problem('platforms.key_missing', { count: facts.kept.length })] : []),
    ...opened.unopened,
    ...(options.isOffline ? [ok('platforms.offline')] : await askPlatforms(settings, opened, facts, options)),
  ];
}

/** What is connected by settings and stored credentials, and what is incomplete. A platform that is not connected is not a problem. */
function checkConnections({ config: { delivery }, secrets }: UsableSettings, facts: PlatformFacts): readonly Finding[] {
  const pages = facts.accounts.filter((account) => account.kind === 'page' && hasCredential(account)).length;
  const hasSetting = secrets.conversionsExport !== undefined;
  const exportSecrets = facts.exportSecrets;
  return [
    pages === 0 ? ok('platforms.no_pages') : ok('platforms.pages', { count: pages }),
    socialConversions(delivery, secrets.socialAdsConversionsToken, facts),
    ...searchConversions(delivery, facts),
    hasSetting || exportSecrets > 0 ? ok('platforms.export', { hasSetting, secrets: exportSecrets }) : ok('platforms.no_export'),
  ];
}

function socialConversions({ socialAds: { datasetId: id } }: DeliveryConfig, token: string | undefined, { owned }: PlatformFacts): Finding {
  const datasets = owned.filter(({ kind }) => kind === 'dataset').length;
  if (id === undefined && datasets > 0) return ok('platforms.client_datasets', { count: datasets });
  if (id === undefined)
    return token === undefined ? ok('platforms.no_social_conversions') : halfSet('SOCIALADS_CONVERSIONS_TOKEN', 'SOCIALADS_DATASET_ID');
  return token === undefined ? halfSet('SOCIALADS_DATASET_ID', 'SOCIALADS_CONVERSIONS_TOKEN') : ok('platforms.social_conversions', { id });
}

function searchConversions({ searchAds }: DeliveryConfig, { owned }: PlatformFacts): readonly Finding[] {
  const { accountId: id, credentialsFile, conversionActions } = searchAds;
  const count = owned.filter(({ kind }) => kind === 'ads_account').length;
  const credentials = credentialsFile === undefined ? [] : [credentialsOf(credentialsFile)];
  if (id === undefined && count > 0) return [ok('platforms.client_ads_accounts', { count }), ...credentials];
  if (id === undefined)
    return [
      credentialsFile === undefined ? ok('platforms.no_search_conversions') : halfSet('SEARCHADS_CREDENTIALS_FILE', 'SEARCHADS_ACCOUNT_ID'),
    ];
  if (credentialsFile === undefined) return [halfSet('SEARCHADS_ACCOUNT_ID', 'SEARCHADS_CREDENTIALS_FILE')];
  const actions = conversionActions.size;
  const sent =
    actions === 0 ? halfSet('SEARCHADS_ACCOUNT_ID', 'SEARCHADS_CONVERSION_ACTIONS') : ok('platforms.search_conversions', { id, actions });
  return [sent, ...credentials];
}

function halfSet(set: string, missing: string): Finding {
  return warning('platforms.half_set', { set, missing });
}

function credentialsOf(path: string): Finding {
  const found = checkCredentialsFile(path);
  if (!found.ok) {
    const [what, todo] = found.sentences;
    return problem(`platforms.${found.code}`, { message: faultTexts(faultParams(what)), hint: faultTexts(faultParams(todo)) });
  }
  if (found.isOpenToAll) return warning('platforms.credentials_readable', { path });
  return ok('platforms.credentials', { path, who: found.account ?? found.type });
}

/** Which leads are reported to clients' accounts, and settings that name a client whose own account says otherwise. */
function checkChoices({ attribution: { enhancedLeads: named } }: Pick<Config, 'attribution'>, facts: PlatformFacts): readonly Finding[] {
  return facts.owned.flatMap((account) => {
    const { clientId, id, kind, enhancedLeads, initialStage: stage } = account;
    const isNamed = named !== 'all' && named.includes(clientId);
    const findings = [
      ...(kind === 'ads_account' && enhancedLeads ? [ok('platforms.enhanced_leads', { id })] : []),
      ...(kind === 'ads_account' && !enhancedLeads && isNamed ? [warning('platforms.enhanced_leads_ignored', { clientId, id })] : []),
      ...(stage === null ? [] : [ok('platforms.initial_stage', { id, stage })]),
    ];
    return findings.map((found) => ofClient(facts, account, found));
  });
}

/** Platform clients are loaded here: an offline check, or one without connections, needs no HTTP client. */
async function askPlatforms(
  { config, secrets }: UsableSettings,
  { social, search }: AccountsToAsk,
  facts: PlatformFacts,
  { now, limits = ASK_LIMITS }: { readonly now: number; readonly limits?: AskLimits },
): Promise<readonly Finding[]> {
  const asking = new Asking(limits);
  const askSocial = async () => {
    if (social.accounts.length === 0) return { ofApp: [], ofAccounts: [] };
    return await (await import('./ask-social-ads.ts')).askSocialAds(config.delivery, secrets, social, { asking, now });
  };
  const askSearch = async (): Promise<readonly AccountFindings[]> => {
    if (search.length === 0) return [];
    const { askAdsAccount } = await import('../../app/client-accounts/ask-ads-account.ts');
    const findings = await asking.each(search, (asked) => askAdsAccount(config.delivery, asked, { asking, now }));
    return search.map(({ account }, index) => ({ account, findings: findings[index] ?? [] }));
  };
  const [{ ofApp, ofAccounts }, ofAdsAccounts] = await Promise.all([askSocial(), askSearch()]);
  const told = [...ofAccounts, ...ofAdsAccounts].flatMap(({ account, findings }) =>
    shortened(findings.map((found) => ofClient(facts, account, found))),
  );
  return [...ofApp, ...told];
}

/** An agency has many accounts: for a client's account only notable findings are shown, or else the last `ok`, which implies the others. */
function shortened(findings: readonly Finding[]): readonly Finding[] {
  if (findings.at(-1)?.client === undefined) return findings;
  const remarkable = findings.filter(({ severity }) => severity !== 'ok');
  return remarkable.length > 0 ? remarkable : findings.slice(-1);
}
