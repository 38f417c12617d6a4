import type { ReactNode } from 'react';
import { type AccountState, accountState, type ConnectedAccount } from '../../../../domain/connected-account.ts';
import type { FormCheck } from '../../../../domain/delivery-ports.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { AccountName } from '../elements/account-name.tsx';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { useLanguage, useTexts } from '../language.tsx';
import { platformTexts } from './platform-texts.ts';
import type { SourceView } from './sources-page.tsx';

interface Props {
  readonly source: SourceView;
  readonly now: number;
  readonly reconcileHours: number;
}

/** What of a platform is connected, how it went, and what the last comparison found. */
export function PlatformSection({ source: { settings, accounts, checks }, now, reconcileHours }: Props): ReactNode {
  const words = useTexts(platformTexts);
  const { origin } = settings;
  const hasPages = accounts.some(({ kind }) => kind === 'page');
  if (origin === 'formulario_proprio') return null;
  return (
    <section aria-labelledby={`platform-${origin}`} className="stack">
      <h2 id={`platform-${origin}`}>{words.title(origin)}</h2>
      {accounts.length === 0 ? (
        <p className="quiet">{words.connect[origin]}</p>
      ) : (
        <Accounts origin={origin} accounts={accounts} now={now} />
      )}
      {hasPages || checks.length > 0 ? <Comparison checks={checks} reconcileHours={reconcileHours} /> : null}
    </section>
  );
}

function Accounts({ origin, accounts, now }: { origin: string; accounts: readonly ConnectedAccount[]; now: number }): ReactNode {
  const words = useTexts(platformTexts);
  return (
    <table className="list accounts">
      <caption className="visually-hidden">{words.title(origin)}</caption>
      <thead>
        <tr>
          {[words.account, words.use, words.state, words.credential, words.lastUsed].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={`${account.kind} ${account.id}`}>
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
              <Credential account={account} />
            </td>
            <td data-label={words.lastUsed} className={account.lastUsedAt === null ? 'nothing' : undefined}>
              {account.lastUsedAt === null ? words.never : <Moment at={account.lastUsedAt} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Colours that the state words share with other lists. */
const BADGES: Readonly<Record<AccountState, string>> = {
  ok: 'badge-alive',
  unused: '',
  paused: 'badge-adiado',
  refused: 'badge-erro',
  unconnected: 'badge-adiado',
};

function State({ account, now }: { readonly account: ConnectedAccount; readonly now: number }): ReactNode {
  const words = useTexts(platformTexts);
  const state = accountState(account, now);
  const { word, advice } = words.states[state];
  const { pausedUntil, refusedSince, fault } = account;
  return (
    <>
      <span>
        <span className={`badge ${BADGES[state]}`}>{word}</span>
        {state === 'paused' && pausedUntil !== null ? (
          <>
            {' '}
            {words.until} <Moment at={pausedUntil} />
          </>
        ) : null}
        {state === 'refused' && refusedSince !== null ? (
          <>
            {' '}
            {words.since} <Moment at={refusedSince} />
          </>
        ) : null}
      </span>
      {state === 'paused' || state === 'refused' ? <Why fault={fault} /> : null}
      {advice === undefined ? null : <p className="quiet">{advice}</p>}
    </>
  );
}

function Why({ fault }: { readonly fault: Fault | null }): ReactNode {
  const language = useLanguage();
  if (fault === null) return null;
  return (
    <p>
      <code className="error-code">{fault.code}</code> <Foreign text={faultText(fault.message, language)} longest={500} />
    </p>
  );
}

/** Where it comes from; never what it is. */
function Credential({ account: { credential } }: { readonly account: ConnectedAccount }): ReactNode {
  const words = useTexts(platformTexts);
  const { setting, keptSince } = credential;
  if (setting === null && keptSince === null) return <span className="nothing">{words.none}</span>;
  return (
    <span>
      {setting === null ? null : words.inSettings(setting)}
      {setting === null || keptSince === null ? null : '; '}
      {keptSince === null ? null : (
        <>
          {words.inDatabase} <Moment at={keptSince} />
        </>
      )}
    </span>
  );
}

function Comparison({ checks, reconcileHours }: { readonly checks: readonly FormCheck[]; readonly reconcileHours: number }): ReactNode {
  const words = useTexts(platformTexts);
  return (
    <section aria-labelledby="comparison" className="stack">
      <h3 id="comparison">{words.comparison}</h3>
      <p className="quiet">
        {reconcileHours === 0 ? words.comparedNever : words.comparedEvery(reconcileHours)}{' '}
        {checks.some(({ missing }) => missing > 0) ? words.missingNote : null}
      </p>
      {checks.length === 0 ? <p className="empty">{words.notCompared}</p> : <Checks checks={checks} />}
    </section>
  );
}

function Checks({ checks }: { readonly checks: readonly FormCheck[] }): ReactNode {
  const words = useTexts(platformTexts);
  return (
    <table className="list checks">
      <caption className="visually-hidden">{words.comparison}</caption>
      <thead>
        <tr>
          <th scope="col">{words.form}</th>
          <th scope="col">{words.page}</th>
          <th scope="col">{words.comparedAt}</th>
          <th scope="col" className="number">
            {words.found}
          </th>
          <th scope="col" className="number">
            {words.missing}
          </th>
          <th scope="col">{words.result}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.formId}>
            <td data-label={words.form}>
              <code>
                <Foreign text={check.formId} />
              </code>
            </td>
            <td data-label={words.page}>
              {check.pageId === null ? (
                <span className="nothing">{words.none}</span>
              ) : (
                <code>
                  <Foreign text={check.pageId} />
                </code>
              )}
            </td>
            <td data-label={words.comparedAt}>
              <Moment at={check.checkedAt} />
            </td>
            <td data-label={words.found} className="number">
              <Count value={check.found} />
            </td>
            <td data-label={words.missing} className="number">
              <span className={check.missing > 0 ? 'bad' : undefined}>
                <Count value={check.missing} />
              </span>
            </td>
            <td data-label={words.result} className="outcome">
              {check.fault === null ? <span className="badge badge-alive">{words.complete}</span> : <Why fault={check.fault} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
