import type { TokenInspection } from '../../delivery/social-ads/graph-client.ts';
import { ANY_PAGE, TIME_TO_RENEW_MS } from '../../domain/connected-account.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AccountName } from '../../domain/platform-account.ts';
import { NEEDED_SCOPE, permissionsFor, USEFUL_SCOPES } from '../platforms/page-scopes.ts';

type TokenInfo = Extract<TokenInspection, { kind: 'token' }>['info'];

/** What the platform says of a token, judged by what it is used for. */
export function judgeToken(account: AccountName, info: TokenInfo, now: number): readonly Finding[] {
  if (!info.isValid || (info.expiresAt !== null && info.expiresAt <= now)) return [problem('platforms.token_invalid', { account })];
  const findings = [...(account.kind === 'page' ? judgePageToken(account, info) : []), ...judgeEnds(account, info, now)];
  return findings.length === 0 ? [ok('platforms.token', { account })] : findings;
}

/** A permission may have been given for other pages alone. */
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
