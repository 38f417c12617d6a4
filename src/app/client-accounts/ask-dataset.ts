import { field, scalarText } from '../../base/exact-json.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import type { AskedAccount, SocialTools } from './social-tools.ts';
import { troubleFinding } from './trouble-finding.ts';

/** Asks Meta for the dataset itself: a token that works says nothing about the id beside it. */
export async function askDataset({ api, asking }: Pick<SocialTools, 'api' | 'asking'>, { account, token }: AskedAccount): Promise<Finding> {
  const { id } = account;
  const answer = await api.ask({ path: id, query: { fields: 'id' }, token, purpose: 'conversion', signal: asking.signal() });
  if (answer.kind === 'answer' && scalarText(field(answer.json, 'id')) === id) return ok('platforms.dataset', { id });
  if (answer.kind === 'trouble' && !(answer.trouble.kind === 'credential' && answer.trouble.isPermission === true)) {
    return troubleFinding(answer.trouble, { about: 'dataset', account, action: null }, (fault) =>
      problem('platforms.dataset_refused', { id, fault }),
    );
  }
  // A token may be allowed to send and not to read.
  return warning('platforms.dataset_unchecked', { id });
}
