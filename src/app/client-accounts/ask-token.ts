import { ANY_PAGE } from '../../domain/connected-account.ts';
import { type Finding, ok, problem } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import type { InspectedToken } from '../platforms/page-inspector.ts';
import { judgeToken } from './judge-token.ts';
import type { AskedAccount, SocialTools } from './social-tools.ts';
import { troubleFinding } from './trouble-finding.ts';

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
      return {
        ...examined,
        ...(await tryOut(tools, account, token)),
        appRefused: problem('platforms.app_refused', { fault: answer.fault }),
      };
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
  if (account.kind !== 'page' || account.id === ANY_PAGE)
    return { works: true, findings: [ok('platforms.token_not_inspected', { account, hasApp: inspector.app !== null })] };
  const trouble = await inspector.troubleOpening(account.id, token, asking.signal());
  if (trouble !== null) return { works: false, findings: [tokenTrouble(account, trouble)] };
  return { works: true, findings: [ok('platforms.token', { account })] };
}

function tokenTrouble(account: AccountName, trouble: Parameters<typeof troubleFinding>[0]): Finding {
  return troubleFinding(trouble, { about: 'token', account, action: null }, (fault) =>
    problem('platforms.token_refused', { account, fault }),
  );
}
