import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import type { TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { ANY_PAGE, TIME_TO_RENEW_MS } from '../../domain/connected-account.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { NEEDED_SCOPE, permissionsFor, USEFUL_SCOPES } from '../platforms/page-scopes.ts';
import { type AccountWords, accountWords } from './account-words.ts';

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
