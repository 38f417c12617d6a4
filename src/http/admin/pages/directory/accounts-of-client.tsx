import type { ReactNode } from 'react';
import { CLIENT_NOT_CONNECTED } from '../../../../domain/client-account.ts';
import type { ConsentRule } from '../../../../domain/client-connections.ts';
import { ConversionState } from '../../../../domain/conversion.ts';
import { ownerlessAccountsText } from '../../../../presentation/ownerless-accounts-text.ts';
import { conversionList } from '../../addresses/lists.ts';
import type { AccountOfClient, ClientAccountsView } from '../../read/platforms.ts';
import { useWords } from '../context.tsx';
import { AccountsTable } from '../elements/accounts-table.tsx';
import { Foreign, ForeignCode, Sentence } from '../elements/format.tsx';
import type { Column } from '../elements/table.tsx';

interface Props {
  readonly clientId: string;
  readonly view: ClientAccountsView;
  /** The actions of an account, in a separate column. */
  readonly act?: Column<AccountOfClient> | null;
}

/** A client's accounts at the platforms, and what waits for a missing account. */
export function AccountsOfClient({ clientId, view, act = null }: Props): ReactNode {
  const { words, language, number } = useWords('clientAccounts');
  const { accounts, waiting, ownerless } = view;
  return (
    <>
      {waiting === 0 ? null : (
        <p className="notice notice-bad">
          <strong>{words.waiting(number(waiting), waiting)}</strong> {words.waitingText}{' '}
          <a href={conversionList.address({ state: ConversionState.pending, errorCode: CLIENT_NOT_CONNECTED, clientId })}>
            {words.showWaiting}
          </a>
        </p>
      )}
      {ownerless.length === 0 ? null : (
        <p className="notice notice-warn">
          <Sentence text={ownerlessAccountsText(ownerless)[language]} />
        </p>
      )}
      <AccountsTable
        title={words.accounts}
        accounts={accounts}
        none={<p className="empty">{words.none}</p>}
        more={(account) => <Given {...account} />}
        act={act}
      />
    </>
  );
}

function Given({ own, kind }: AccountOfClient): ReactNode {
  const { words } = useWords('clientAccounts');
  if (own === undefined) return <p className="quiet">{words.ofSettings}</p>;
  if (kind === 'dataset') {
    return (
      <p className="quiet">
        {words.initialStage}: {own.initialStage === null ? words.notReported : <Foreign text={own.initialStage} />}
      </p>
    );
  }
  if (kind !== 'ads_account') return null;
  return (
    <>
      {own.loginAccountId === null ? null : (
        <p className="quiet">
          {words.through} <Foreign text={own.loginAccountId} />
        </p>
      )}
      <p className="quiet">
        {words.actions}:{' '}
        {[...own.conversionActions].map(([name, id], index) => (
          <span key={name}>
            {index === 0 ? null : ', '}
            {name === '*' ? words.allOthers(own.conversionActions.size) : <Foreign text={name} />} → <Foreign text={id} />
          </span>
        ))}
      </p>
      <p className="quiet">
        {words.withoutClick}: {own.enhancedLeads ? words.reportedByContact : words.notReported}
      </p>
    </>
  );
}

/** The consents that the client's conversions need, in words. */
export function ConsentRuleText({ consent: { mode, keys, isOwn } }: { readonly consent: ConsentRule }): ReactNode {
  const { words } = useWords('clientAccounts');
  return (
    <p>
      {words.consentModes[mode]}{' '}
      {keys.map((key, index) => (
        <span key={key}>
          {index === 0 ? null : ', '}
          <ForeignCode text={key} />
        </span>
      ))}
      . <span className="quiet">{isOwn ? words.ownRule : words.settingsRule}</span>
    </p>
  );
}
