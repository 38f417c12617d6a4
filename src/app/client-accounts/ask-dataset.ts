import { field, scalarText } from '../../base/exact-json.ts';
import { type Finding, ok, warning } from '../../domain/finding.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { AskedAccount, SocialTools } from './social-tools.ts';
import { troubleFinding } from './trouble-finding.ts';

/** Asks Meta for the dataset itself: a token that works says nothing about the id beside it. */
export async function askDataset(
  { api, asking }: Pick<SocialTools, 'api' | 'asking'>,
  { account: { id }, token }: AskedAccount,
): Promise<Finding> {
  const answer = await api.ask({ path: id, query: { fields: 'id' }, token, purpose: 'conversion', signal: asking.signal() });
  if (answer.kind === 'answer' && scalarText(field(answer.json, 'id')) === id) {
    return ok('platforms.dataset', `Meta knows dataset ${id}.`, `A Meta conhece o conjunto de dados ${id}.`);
  }
  if (answer.kind === 'trouble' && !(answer.trouble.kind === 'credential' && answer.trouble.isPermission === true)) {
    const words = {
      refused: inEveryLanguage((m) => m.errors.clientAccounts.metaDoesNotShow({ id })),
      notAsked: inEveryLanguage((m) => m.errors.clientAccounts.datasetNotAsked({ id })),
    };
    return troubleFinding(
      answer.trouble,
      words,
      'platforms.dataset_refused',
      inEveryLanguage((m) => m.errors.clientAccounts.checkId),
    );
  }
  // A token may be allowed to send and not to read.
  return warning(
    'platforms.dataset_unchecked',
    inEveryLanguage((m) => m.errors.clientAccounts.theTokenMayNot({ id })),
    inEveryLanguage((m) => m.errors.clientAccounts.checkId),
  );
}
