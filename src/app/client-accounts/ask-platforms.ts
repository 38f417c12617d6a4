import { field, scalarText } from '../../base/exact-json.ts';
import { mapAtMost } from '../../base/map-at-most.ts';
import type { DeliveryConfig, SourceSecrets } from '../../config/config.ts';
import { Outgoing } from '../../delivery/outgoing.ts';
import { GraphApi } from '../../delivery/social-ads/graph-api.ts';
import { GraphClient, type TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { ANY_PAGE, TIME_TO_RENEW_MS } from '../../domain/connected-account.ts';
import type { ConversionTrouble } from '../../domain/connectors.ts';
import { type Finding, type FindingParams, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { appAccess, type InspectedToken, NEEDED_SCOPE, PageInspector, permissionsFor, USEFUL_SCOPES } from '../platforms/page-inspector.ts';

/** Limits for asking the platforms, so that one that hangs does not block the report. */
export interface AskLimits {
  /** How long to wait for one answer, in ms. */
  readonly callMs: number;
  /** How long all accounts together may take, in ms; the platforms are asked concurrently. */
  readonly totalMs: number;
  /** How many accounts of a platform are checked concurrently. */
  readonly atOnce: number;
}

export const ASK_LIMITS: AskLimits = { callMs: 10_000, totalMs: 60_000, atOnce: 8 };

/** Enforces the limits, starting when it is created. */
export class Asking {
  readonly #limits: AskLimits;
  readonly #end: AbortSignal;

  constructor(limits: AskLimits) {
    this.#limits = limits;
    this.#end = AbortSignal.timeout(limits.totalMs);
  }

  /** For one call that starts now. */
  signal(): AbortSignal {
    return AbortSignal.any([this.#end, AbortSignal.timeout(this.#limits.callMs)]);
  }

  /** The findings of each account, in the order of the accounts. Accounts for which no time is left are reported. */
  async each<Item extends { readonly account: AccountName }>(
    items: readonly Item[],
    ask: (item: Item) => Promise<readonly Finding[]>,
  ): Promise<readonly (readonly Finding[])[]> {
    return await mapAtMost(items, this.#limits.atOnce, async (item) => (this.#end.aborted ? [timeIsOver(item.account)] : await ask(item)));
  }
}

function timeIsOver(account: AccountName): Finding {
  return warning('platforms.not_asked', { about: 'no_time', account, action: null, fault: null });
}

/** A page or dataset with its token. */
export interface AskedAccount {
  readonly account: AccountName;
  readonly token: string;
}

/** Clients and data for checks with Meta. */
export interface SocialTools extends AsyncDisposable {
  readonly inspector: PageInspector;
  readonly api: GraphApi;
  readonly asking: Asking;
  readonly now: number;
  /** Each token is inspected once, however many accounts use it. */
  inspect(token: string): Promise<InspectedToken>;
}

export function openSocialTools(
  delivery: Pick<DeliveryConfig, 'socialAds'>,
  secrets: Pick<SourceSecrets, 'socialAds'>,
  { asking, now }: Pick<SocialTools, 'asking' | 'now'>,
): SocialTools {
  const { apiUrl, apiVersion } = delivery.socialAds;
  const outgoing = new Outgoing({ origins: [new URL(apiUrl).origin] });
  const options = { apiUrl, apiVersion, outgoing, appSecrets: secrets.socialAds };
  const inspector = new PageInspector(new GraphClient(options), appAccess(delivery, secrets));
  const inspected = new Map<string, Promise<InspectedToken>>();
  return {
    inspector,
    api: new GraphApi(options),
    asking,
    now,
    inspect: (token) => {
      const answer = inspected.get(token) ?? inspector.inspect(token, asking.signal());
      inspected.set(token, answer);
      return answer;
    },
    [Symbol.asyncDispose]: () => outgoing[Symbol.asyncDispose](),
  };
}

type About = Omit<FindingParams<'platforms.not_asked'>, 'fault'>;

/** Why the platform did not answer a check, in its own words. A temporary fault is a warning. */
export function troubleFinding(
  { kind, fault }: ConversionTrouble,
  about: About,
  refused: (fault: ConversionTrouble['fault']) => Finding,
): Finding {
  const mayPass = kind === 'passing' || kind === 'throttled';
  return mayPass ? warning('platforms.not_asked', { ...about, fault }) : refused(fault);
}

type TokenInfo = Extract<TokenInspection, { kind: 'token' }>['info'];

/** Judges the platform's information about a token by what the token is used for. */
export function judgeToken(account: AccountName, info: TokenInfo, now: number): readonly Finding[] {
  if (!info.isValid || (info.expiresAt !== null && info.expiresAt <= now)) return [problem('platforms.token_invalid', { account })];
  const findings = [...(account.kind === 'page' ? judgePageToken(account, info) : []), ...judgeEnds(account, info, now)];
  return findings.length === 0 ? [ok('platforms.token', { account })] : findings;
}

/** A permission may have been granted for other pages only. */
function judgePageToken(account: AccountName, info: TokenInfo): readonly Finding[] {
  const { profileId, scopes } = info;
  const mayDo = permissionsFor(info, account.id);
  if (account.id !== ANY_PAGE && profileId !== null && profileId !== account.id)
    return [problem('platforms.token_page', { account, profileId })];
  if (!mayDo(NEEDED_SCOPE))
    return [problem('platforms.token_scope', { account, scope: NEEDED_SCOPE, isElsewhere: scopes.includes(NEEDED_SCOPE) })];
  const missing = USEFUL_SCOPES.filter((scope) => !mayDo(scope)).join(', ');
  return missing === '' ? [] : [warning('platforms.token_scopes', { account, scopes: missing })];
}

function judgeEnds(account: AccountName, { expiresAt, dataAccessExpiresAt }: TokenInfo, now: number): readonly Finding[] {
  const findings: Finding[] = [];
  if (expiresAt !== null && expiresAt - now <= TIME_TO_RENEW_MS)
    findings.push(warning('platforms.token_expires', { account, until: { at: expiresAt } }));
  if (dataAccessExpiresAt !== null && dataAccessExpiresAt - now <= TIME_TO_RENEW_MS)
    findings.push(warning('platforms.token_data_access', { account, until: { at: Math.max(now, dataAccessExpiresAt) } }));
  return findings;
}

export interface ExaminedToken {
  /** Whether Meta accepts the token. */
  readonly works: boolean;
  readonly userId: string | null;
  readonly findings: readonly Finding[];
  /** App id and secret do not belong together; this is not a fault of the account. */
  readonly appRefused: Finding | null;
}

/** Asks Meta about the token of an account. */
export async function askToken(tools: SocialTools, { account, token }: AskedAccount): Promise<ExaminedToken> {
  const answer: InspectedToken = await tools.inspect(token);
  const examined = { userId: null, appRefused: null };
  switch (answer.kind) {
    case 'token':
      return { ...examined, works: answer.info.isValid, userId: answer.info.userId, findings: judgeToken(account, answer.info, tools.now) };
    case 'trouble':
      return { ...examined, works: false, findings: [tokenTrouble(account, answer.trouble)] };
    case 'app_refused':
      return {
        ...examined,
        ...(await tryOut(tools, account, token)),
        appRefused: problem('platforms.app_refused', { fault: answer.fault }),
      };
    case 'not_inspected':
      return { ...examined, ...(await tryOut(tools, account, token)) };
  }
}

/** Checks a token that cannot be inspected: whether it opens its page. */
async function tryOut(
  { inspector, asking }: SocialTools,
  account: AccountName,
  token: string,
): Promise<Pick<ExaminedToken, 'works' | 'findings'>> {
  if (account.kind !== 'page' || account.id === ANY_PAGE)
    return { works: true, findings: [ok('platforms.token_not_inspected', { account, hasApp: inspector.app !== null })] };
  const opened = await inspector.ownToken(account.id, token, asking.signal());
  if (opened.kind === 'trouble') return { works: false, findings: [tokenTrouble(account, opened.trouble)] };
  return { works: true, findings: [ok('platforms.token', { account })] };
}

function tokenTrouble(account: AccountName, trouble: Parameters<typeof troubleFinding>[0]): Finding {
  return troubleFinding(trouble, { about: 'token', account, action: null }, (fault) =>
    problem('platforms.token_refused', { account, fault }),
  );
}

/** Asks Meta for the dataset itself: a working token does not prove that the dataset id is right. */
export async function askDataset({ api, asking }: Pick<SocialTools, 'api' | 'asking'>, { account, token }: AskedAccount): Promise<Finding> {
  const { id } = account;
  const answer = await api.ask({ path: id, query: { fields: 'id' }, token, purpose: 'conversion', signal: asking.signal() });
  if (answer.kind === 'answer' && scalarText(field(answer.json, 'id')) === id) return ok('platforms.dataset', { id });
  if (answer.kind === 'trouble' && !(answer.trouble.kind === 'credential' && answer.trouble.isPermission === true)) {
    return troubleFinding(answer.trouble, { about: 'dataset', account, action: null }, (fault) =>
      problem('platforms.dataset_refused', { id, fault }),
    );
  }
  // A token may be allowed to send but not to read.
  return warning('platforms.dataset_unchecked', { id });
}
