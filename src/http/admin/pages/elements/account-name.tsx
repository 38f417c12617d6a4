import type { ReactNode } from 'react';
import { ANY_PAGE } from '../../../../domain/connected-account.ts';
import type { AccountName as Name } from '../../../../domain/platform-account.ts';
import { useMessages } from '../language.tsx';
import { Foreign } from './format.tsx';

/** An account at a platform: `page 123456`. */
export function AccountName({ account: { kind, id } }: { readonly account: Name }): ReactNode {
  const words = useMessages().web.accounts;
  if (id === ANY_PAGE) return words.anyPage;
  return (
    <>
      {words[kind]}{' '}
      <code>
        <Foreign text={id} />
      </code>
    </>
  );
}
