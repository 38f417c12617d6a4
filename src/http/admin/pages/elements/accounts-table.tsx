import type { ReactNode } from 'react';
import { type AccountState, accountState, type ConnectedAccount, endsSoon } from '../../../../domain/connected-account.ts';
import type { Client } from '../../../../domain/directory.ts';
import { isBlocked } from '../../../../domain/platform-account.ts';
import { clientAccountsPath } from '../../addresses/directory-paths.ts';
import { textFor, useMessages } from '../language.tsx';
import { AccountName } from './account-name.tsx';
import { ForeignLink, Moment, Name, Sentence } from './format.tsx';
import { PlatformFault } from './platform-fault.tsx';
import { type Column, Table } from './table.tsx';

interface TableProps<Account extends ConnectedAccount> {
  readonly title: string;
  readonly accounts: readonly Account[];
  readonly now: number;
  /** With them there is a column that names the client of each account. */
  readonly clients?: readonly Client[];
  /** What else is told of an account, below its name. */
  readonly more?: (account: Account) => ReactNode;
  /** What can be done with an account, in a column of its own. */
  readonly act?: Column<Account>;
}

/** Accounts at platforms: what each is used for, how it is, and where its credential comes from. */
export function AccountsTable<Account extends ConnectedAccount>(props: TableProps<Account>): ReactNode {
  const { title, accounts, now, clients, more, act } = props;
  const words = useMessages().web.accountsTable;
  return (
    <Table
      look="accounts"
      caption={title}
      rows={accounts}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      columns={[
        {
          name: words.account,
          cell: (account) => (
            <>
              <span>
                <AccountName account={account} />
              </span>
              {more?.(account)}
            </>
          ),
        },
        { name: words.use, cell: ({ kind }) => words.uses[kind] },
        clients === undefined ? null : { name: words.client, cell: ({ owner }) => owner && <Owner owner={owner} clients={clients} /> },
        { name: words.state, look: 'outcome', cell: (account) => <State account={account} now={now} /> },
        { name: words.credential, cell: ({ credential }) => <Credential credential={credential} /> },
        {
          name: words.lastUsed,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <Moment at={lastUsedAt} />),
          isNothing: ({ lastUsedAt }) => lastUsedAt === null,
        },
        act ?? null,
      ]}
    />
  );
}

function Owner({ owner, clients }: { readonly owner: string; readonly clients: readonly Client[] }): ReactNode {
  const words = useMessages().web.accountsTable;
  if (owner === 'all') return words.everyClient;
  return <ForeignLink href={clientAccountsPath(owner)} text={clients.find(({ id }) => id === owner)?.name ?? owner} />;
}

interface AccountProps {
  readonly account: ConnectedAccount;
  readonly now: number;
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

function State({ account, now }: AccountProps): ReactNode {
  const words = useMessages().web.accountsTable;
  const state = accountState(account, now);
  const key = state === 'refused' && isBlocked(account) ? 'blocked' : state;
  const isStopped = state === 'paused' || state === 'away' || state === 'refused';
  const said = state === 'unconnected' && account.kind === 'page' ? words.pageWithoutToken(account.id) : textFor(words.advice, key);
  return (
    <>
      <span>
        <span className={`badge ${BADGES[state]}`}>{words.states[key]}</span>
        {state === 'paused' ? <Bound word={words.until} at={account.pausedUntil} /> : null}
        {state === 'away' ? <Bound word={words.since} at={account.awaySince} /> : null}
        {state === 'refused' ? <Bound word={words.since} at={account.refusedSince} /> : null}
      </span>
      {isStopped && account.fault !== null ? <PlatformFault fault={account.fault} /> : null}
      {said === undefined ? null : (
        <p className="quiet">
          <Sentence text={said} />
        </p>
      )}
      <Expiry account={account} now={now} />
    </>
  );
}

/** When the token ends, as far as that is known; soon, with what to do. */
function Expiry({ account, now }: AccountProps): ReactNode {
  const words = useMessages().web.accountsTable;
  const { expiresAt } = account;
  if (expiresAt === null) return null;
  const isSoon = endsSoon(account, now);
  return (
    <p className={isSoon ? undefined : 'quiet'}>
      <Bound word={expiresAt <= now ? words.expired : words.expires} at={expiresAt} />
      {isSoon ? `. ${words.renew}` : null}
    </p>
  );
}

/** Where a state begins or ends, as far as that is known. */
function Bound({ word, at }: { readonly word: string; readonly at: number | null }): ReactNode {
  if (at === null) return null;
  return (
    <>
      {' '}
      {word} <Moment at={at} />
    </>
  );
}

/** Where it comes from; never what it is. */
function Credential({ credential: { setting, keptSince } }: Pick<ConnectedAccount, 'credential'>): ReactNode {
  const words = useMessages().web.accountsTable;
  if (setting === null && keptSince === null) return <span className="nothing">{words.none}</span>;
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
