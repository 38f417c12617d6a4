import type { ReactNode } from 'react';
import { type AccountState, ANY_PAGE, accountState, type ConnectedAccount, endsSoon } from '../../../../domain/connected-account.ts';
import type { Client } from '../../../../domain/directory.ts';
import { isBlocked, type AccountName as NameOfAccount } from '../../../../domain/platform-account.ts';
import { clientAccountsPath } from '../../addresses/directory-paths.ts';
import { textFor, useFrame, useMessages, useWords } from '../context.tsx';
import { Foreign, ForeignLink, Moment, Name, PlatformFault, Sentence } from './format.tsx';
import { type Column, Table } from './table.tsx';

interface TableProps<Account extends ConnectedAccount> {
  readonly title: string;
  readonly accounts: readonly Account[];
  /** If given, a column names the client of each account. */
  readonly clients?: readonly Client[];
  /** Further details of an account, below its name. */
  readonly more?: (account: Account) => ReactNode;
  /** The actions of an account, in a separate column. */
  readonly act?: Column<Account> | null;
  /** Shown if there are no accounts. */
  readonly none: ReactNode;
}

/** Accounts at platforms: the use of each, its state, and the origin of its credential. */
export function AccountsTable<Account extends ConnectedAccount>(props: TableProps<Account>): ReactNode {
  const { title, accounts, clients, more, act = null, none } = props;
  const { words, fields, labels } = useWords('accountsTable');
  return (
    <Table
      look="accounts"
      caption={title}
      rows={accounts}
      none={none}
      columns={[
        {
          name: fields.account,
          cell: (account) => (
            <>
              <span className="account-name">
                <AccountName account={account} />
              </span>
              <p className="quiet">{words.uses[account.kind]}</p>
              {more?.(account)}
            </>
          ),
        },
        clients === undefined ? null : { name: fields.client, cell: ({ owner }) => owner && <Owner owner={owner} clients={clients} /> },
        { name: fields.state, look: 'outcome', cell: (account) => <State account={account} /> },
        { name: fields.credential, cell: ({ credential }) => <Credential credential={credential} /> },
        {
          name: fields.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? labels.never : <Moment at={lastUsedAt} />),
          isNothing: ({ lastUsedAt }) => lastUsedAt === null,
        },
        act,
      ]}
    />
  );
}

function Owner({ owner, clients }: { readonly owner: string; readonly clients: readonly Client[] }): ReactNode {
  const { labels } = useMessages();
  if (owner === 'all') return labels.everyClient;
  return <ForeignLink href={clientAccountsPath(owner)} text={clients.find(({ id }) => id === owner)?.name ?? owner} />;
}

/** Colours that the state words share with other lists. */
const BADGES: Readonly<Record<AccountState, string>> = {
  ok: 'badge-alive',
  unused: '',
  paused: 'badge-adiado',
  away: 'badge-erro',
  refused: 'badge-erro',
  unconnected: 'badge-adiado',
};

function State({ account }: { readonly account: ConnectedAccount }): ReactNode {
  const { now } = useFrame();
  const { words } = useWords('accountsTable');
  const state = accountState(account, now);
  const key = state === 'refused' && isBlocked(account) ? 'blocked' : state;
  const isStopped = state === 'paused' || state === 'away' || state === 'refused';
  const said = state === 'unconnected' && account.kind === 'page' ? words.pageWithoutToken(account.id) : textFor(words.advice, key);
  return (
    <>
      <span>
        <span className={`badge ${BADGES[state]}`}>{words.states[key]}</span>
        {state === 'paused' ? <Bound word={words.until} at={account.pausedUntil} /> : null}
        {state === 'away' ? <Bound at={account.awaySince} /> : null}
        {state === 'refused' ? <Bound at={account.refusedSince} /> : null}
      </span>
      {isStopped && account.fault !== null ? <PlatformFault fault={account.fault} /> : null}
      {said === undefined ? null : (
        <p className="quiet">
          <Sentence text={said} />
        </p>
      )}
      <Expiry account={account} />
    </>
  );
}

/** When the token expires, as far as is known; if soon, with the action to take. */
function Expiry({ account }: { readonly account: ConnectedAccount }): ReactNode {
  const { now } = useFrame();
  const { words } = useWords('accountsTable');
  const { expiresAt } = account;
  if (expiresAt === null) return null;
  const isSoon = endsSoon(account, now);
  return (
    <p className={isSoon ? undefined : 'quiet'}>
      {expiresAt <= now ? words.expired : words.expires} <Moment at={expiresAt} />
      {isSoon ? ` · ${words.renew}` : null}
    </p>
  );
}

function Bound({ word, at }: { readonly word?: string; readonly at: number | null }): ReactNode {
  if (at === null) return null;
  return (
    <>
      {' · '}
      {word} <Moment at={at} />
    </>
  );
}

/** The origin of the credential, never the credential itself. */
function Credential({ credential: { setting, keptSince } }: Pick<ConnectedAccount, 'credential'>): ReactNode {
  const { words, labels } = useWords('accountsTable');
  if (setting === null && keptSince === null) return <span className="nothing">{labels.none}</span>;
  return (
    <span>
      {setting === null ? null : (
        <>
          {words.inSettings} <Name text={setting} />
        </>
      )}
      {setting === null || keptSince === null ? null : '; '}
      {keptSince === null ? null : (
        <>
          {words.inDatabase} <Moment at={keptSince} />
        </>
      )}
    </span>
  );
}

/** An account at a platform: `page 123456`. */
function AccountName({ account: { kind, id } }: { readonly account: NameOfAccount }): ReactNode {
  const { words } = useWords('accounts');
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
