import { expect, test } from 'vitest';
import { PageAccounts } from '../../../src/app/lead-answers/page-accounts.ts';
import { PageTokenReader } from '../../../src/app/lead-answers/page-tokens.ts';
import { AppError } from '../../../src/base/app-error.ts';
import { T0 } from '../../support/factories.ts';
import { AnswersUnderTest, PAGE } from './answers-under-test.ts';

const FAULT = { code: 'credential_refused', message: 'The token has expired.' };

test('a database that is busy costs nobody the outcome: it is said, and nothing is thrown', async () => {
  await using underTest = await AnswersUnderTest.create();
  const { store, ...context } = underTest.context();
  const busy = (): Promise<never> => Promise.reject(new AppError('store_busy', 'The database is locked by another process.'));
  const accounts = new PageAccounts({
    ...context,
    store: {
      listAccounts: () => store.listAccounts(),
      pauseAccount: busy,
      refuseAccount: busy,
      noteAccountUse: busy,
      resumeParked: busy,
    },
  });
  const token = (await new PageTokenReader(underTest.context()).read()).forPage(PAGE);
  if (token === null) throw new Error('no token');
  await accounts.pause(token, T0 + 1, FAULT);
  await accounts.refuse(token, FAULT);
  await accounts.works(token);
  expect(underTest.log.filter(({ level }) => level === 'warn')).toHaveLength(4);
});

test('an event that does not name its page is given the token for all pages, or the only one there is', async () => {
  await using underTest = await AnswersUnderTest.create();
  const tokenOf = async (tokens: string): Promise<string | undefined> => {
    underTest.set({ WEBHOOK_SOCIALADS_TOKENS: tokens });
    const found = (await new PageTokenReader(underTest.context()).read()).forPage(null);
    return found === null ? undefined : `${found.account.id} ${found.token}`;
  };
  expect(await tokenOf('1=EAAfirst-page')).toBe('1 EAAfirst-page');
  expect(await tokenOf('1=EAAfirst-page,*=EAAall-pages')).toBe('* EAAall-pages');
  expect(await tokenOf('1=EAAfirst-page,2=EAAsecond-page')).toBeUndefined();
});
