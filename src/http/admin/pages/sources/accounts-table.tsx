import type { ReactNode } from 'react';
import { type AccountState, accountState, type ConnectedAccount } from '../../../../domain/connected-account.ts';
import { isBlocked } from '../../../../domain/platform-account.ts';
import { AccountName } from '../elements/account-name.tsx';
import { ColumnHeads } from '../elements/column-heads.tsx';
import { Moment, Name } from '../elements/format.tsx';
import { useTexts } from '../language.tsx';
import { PlatformFault } from './platform-fault.tsx';
import { platformTexts } from './platform-texts.ts';

interface TableProps {
  readonly title: string;
  readonly accounts: readonly ConnectedAccount[];
  readonly now: number;
}

/** The accounts of one platform: what each is used for, how it is, and where its credential comes from. */
export function AccountsTable({ title, accounts, now }: TableProps): ReactNode {
  const words = useTexts(platformTexts);
  return (
    <table className="list accounts">
      <caption className="visually-hidden">{title}</caption>
      <ColumnHeads names={[words.account, words.use, words.state, words.credential, words.lastUsed]} />
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={`${account.kind} ${account.id}`} account={account} now={now} />
        ))}
      </tbody>
    </table>
  );
}

interface AccountProps {
  readonly account: ConnectedAccount;
  readonly now: number;
}

function AccountRow({ account, now }: AccountProps): ReactNode {
  const words = useTexts(platformTexts);
  return (
    <tr>
      <td data-label={words.account}>
        <span>
          <AccountName account={account} />
        </span>
      </td>
      <td data-label={words.use}>{words.uses[account.kind]}</td>
      <td data-label={words.state} className="outcome">
        <State account={account} now={now} />
      </td>
      <td data-label={words.credential}>
        <Credential credential={account.credential} />
      </td>
      <td data-label={words.lastUsed} className={account.lastUsedAt === null ? 'nothing' : undefined}>
        {account.lastUsedAt === null ? words.never : <Moment at={account.lastUsedAt} />}
      </td>
    </tr>
  );
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
  const words = useTexts(platformTexts);
  const state = accountState(account, now);
  const { word, advice } = state === 'refused' && isBlocked(account) ? words.blocked : words.states[state];
  const isStopped = state === 'paused' || state === 'away' || state === 'refused';
  return (
    <>
      <span>
        <span className={`badge ${BADGES[state]}`}>{word}</span>
        {state === 'paused' ? <Bound word={words.until} at={account.pausedUntil} /> : null}
        {state === 'away' ? <Bound word={words.since} at={account.awaySince} /> : null}
        {state === 'refused' ? <Bound word={words.since} at={account.refusedSince} /> : null}
      </span>
      {isStopped && account.fault !== null ? <PlatformFault fault={account.fault} /> : null}
      {advice === undefined ? null : <p className="quiet">{advice}</p>}
    </>
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
  const words = useTexts(platformTexts);
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
