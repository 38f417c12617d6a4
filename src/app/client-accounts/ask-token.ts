import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import type { TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { ANY_PAGE, TIME_TO_RENEW_MS } from '../../domain/connected-account.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';
import type { InspectedToken } from '../platforms/page-inspector.ts';
import { NEEDED_SCOPE, permissionsFor, USEFUL_SCOPES } from '../platforms/page-scopes.ts';
import { type AccountWords, accountWords } from './account-words.ts';
import { troubleFinding } from './ask-limits.ts';
import type { AskedAccount, SocialTools } from './social-tools.ts';

export const OTHER_TOKEN = inEveryLanguage((m) => m.errors.clientAccounts.otherToken);

export interface ExaminedToken {
  /** Whether Meta takes the token. */
  readonly works: boolean;
  readonly userId: string | null;
  readonly findings: readonly Finding[];
  /** Id and secret of the app do not belong together, which is no fault of the account. */
  readonly appRefused: Finding | null;
}

/** What Meta says of the token of an account. */
export async function askToken(tools: SocialTools, { account, token }: AskedAccount): Promise<ExaminedToken> {
  const answer: InspectedToken = await tools.inspect(token);
  const examined = { userId: null, appRefused: null };
  switch (answer.kind) {
    case 'token':
      return { ...examined, works: answer.info.isValid, userId: answer.info.userId, findings: judgeToken(account, answer.info, tools.now) };
    case 'trouble':
      return { ...examined, works: false, findings: [tokenTrouble(account, answer.trouble)] };
    case 'app_refused':
      return { ...examined, ...(await tryOut(tools, account, token)), appRefused: appRefused(answer.fault.message) };
    case 'not_inspected':
      return { ...examined, ...(await tryOut(tools, account, token)) };
  }
}

/** What can be told of a token that nobody may inspect: whether it opens its page. */
async function tryOut(
  { inspector, asking }: SocialTools,
  account: AccountName,
  token: string,
): Promise<Pick<ExaminedToken, 'works' | 'findings'>> {
  const { token: name } = accountWords(account);
  if (account.kind !== 'page' || account.id === ANY_PAGE) {
    const why = inspector.app === null ? NO_APP_ID : inEveryLanguage((m) => m.errors.clientAccounts.otherApp);
    const en = `What ${name.en} may do and when it expires cannot be inspected: ${why.en}`;
    const pt = `Não dá para inspecionar o que ${name.pt} permite nem quando expira: ${why.pt}`;
    return { works: true, findings: [ok('platforms.token_not_inspected', en, pt)] };
  }
  const trouble = await inspector.troubleOpening(account.id, token, asking.signal());
  if (trouble !== null) return { works: false, findings: [tokenTrouble(account, trouble)] };
  return { works: true, findings: [ok('platforms.token', `Meta accepts ${name.en}.`, `A Meta aceita ${name.pt}.`)] };
}

function tokenTrouble(account: AccountName, trouble: Parameters<typeof troubleFinding>[0]): Finding {
  const { token: name } = accountWords(account);
  const words = {
    refused: inEveryLanguage((m) => m.errors.clientAccounts.metaDoesNotAccept({ name })),
    notAsked: inEveryLanguage((m) => m.errors.clientAccounts.metaCouldNotBeAsked({ name })),
  };
  return troubleFinding(trouble, words, 'platforms.token_refused', OTHER_TOKEN);
}

export const NO_APP_ID = inEveryLanguage((m) => m.errors.clientAccounts.noAppId);

/** @param said in the words of Meta */
function appRefused(said: string): Finding {
  return problem(
    'platforms.app_refused',
    inEveryLanguage((m) => m.errors.clientAccounts.appNotAccepted({ said: faultTexts(said) })),
    inEveryLanguage((m) => m.errors.clientAccounts.setSocialadsAppId),
  );
}

type TokenInfo = Extract<TokenInspection, { kind: 'token' }>['info'];

/** What the platform says of a token, judged by what it is used for. */
export function judgeToken(account: AccountName, info: TokenInfo, now: number): readonly Finding[] {
  const name = accountWords(account);
  if (!info.isValid || (info.expiresAt !== null && info.expiresAt <= now)) {
    return [
      problem(
        'platforms.token_invalid',
        inEveryLanguage((m) => m.errors.clientAccounts.metaSaysNotValid({ token: name.token })),
        inEveryLanguage((m) => m.errors.clientAccounts.renew),
      ),
    ];
  }
  const findings = [...(account.kind === 'page' ? judgePageToken(account, info, name) : []), ...judgeEnds(info, name, now)];
  const isFine = findings.every(({ level }) => level === 'ok');
  return isFine ? [ok('platforms.token', `Meta accepts ${name.token.en}.`, `A Meta aceita ${name.token.pt}.`)] : findings;
}

function judgePageToken(account: AccountName, info: TokenInfo, name: AccountWords): readonly Finding[] {
  const { profileId } = info;
  const mayDo = permissionsFor(info, account.id);
  if (account.id !== ANY_PAGE && profileId !== null && profileId !== account.id) {
    return [
      problem(
        'platforms.token_page',
        inEveryLanguage((m) => m.errors.clientAccounts.tokenOfAnother({ of: name.of, profileId })),
        inEveryLanguage((m) => m.errors.clientAccounts.setTokenPage),
      ),
    ];
  }
  const add = inEveryLanguage((m) => m.errors.clientAccounts.makeTokenPermissionsDocs);
  if (!mayDo(NEEDED_SCOPE)) {
    return [
      problem(
        'platforms.token_scope',
        inEveryLanguage((m) =>
          m.errors.clientAccounts.theTokenLacksMeta({ of: name.of, neededScope: NEEDED_SCOPE, elsewhere: elsewhere(info) }),
        ),
        add,
      ),
    ];
  }
  const missing = USEFUL_SCOPES.filter((scope) => !mayDo(scope)).join(', ');
  if (missing === '') return [];
  const text = inEveryLanguage((m) => m.errors.clientAccounts.theTokenLacks({ of: name.of, missing }));
  return [warning('platforms.token_scopes', text, add)];
}

/** A permission may have been given for other pages alone. */
function elsewhere({ scopes }: TokenInfo): Translated<string> {
  return inEveryLanguage((m) => (scopes.includes(NEEDED_SCOPE) ? m.errors.clientAccounts.forPageOthers : ''));
}

function judgeEnds({ expiresAt, dataAccessExpiresAt }: TokenInfo, name: AccountWords, now: number): readonly Finding[] {
  const findings: Finding[] = [];
  if (expiresAt !== null && expiresAt - now <= TIME_TO_RENEW_MS) {
    const left = formatDuration(expiresAt - now);
    const text = inEveryLanguage((m) => m.errors.clientAccounts.theTokenEndsIn({ of: name.of, left }));
    findings.push(
      warning(
        'platforms.token_expires',
        text,
        inEveryLanguage((m) => m.errors.clientAccounts.renew),
      ),
    );
  }
  if (dataAccessExpiresAt !== null && dataAccessExpiresAt - now <= TIME_TO_RENEW_MS) {
    const left = formatDuration(Math.max(0, dataAccessExpiresAt - now));
    findings.push(
      warning(
        'platforms.token_data_access',
        inEveryLanguage((m) => m.errors.clientAccounts.whatTokenOpensClosed({ of: name.of, left })),
        inEveryLanguage((m) => m.errors.clientAccounts.renew),
      ),
    );
  }
  return findings;
}
