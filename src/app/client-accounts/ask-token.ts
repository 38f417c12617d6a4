import { ANY_PAGE } from '../../domain/connected-account.ts';
import { type Finding, ok, problem } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';
import type { InspectedToken } from '../platforms/page-inspector.ts';
import { accountWords } from './account-words.ts';
import { judgeToken } from './judge-token.ts';
import type { AskedAccount, SocialTools } from './social-tools.ts';
import { troubleFinding } from './trouble-finding.ts';

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
