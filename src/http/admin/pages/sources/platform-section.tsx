import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import { AccountsTable } from '../elements/accounts-table.tsx';
import { useMessages } from '../language.tsx';
import { Comparison } from './comparison.tsx';
import type { SourceView } from './sources-page.tsx';

interface Props {
  readonly source: SourceView;
  readonly now: number;
  readonly reconcileHours: number;
  readonly clients: readonly Client[];
}

/** What of a platform is connected, how it went, and what the last comparison found. */
export function PlatformSection({ source: { settings, accounts, checks }, now, reconcileHours, clients }: Props): ReactNode {
  const words = useMessages().web.platforms;
  const { origin } = settings;
  const hasPages = accounts.some(({ kind }) => kind === 'page');
  if (origin === 'formulario_proprio') return null;
  return (
    <section aria-labelledby={`platform-${origin}`} className="stack">
      <h2 id={`platform-${origin}`}>{words.titles[origin]}</h2>
      {accounts.length === 0 ? (
        <p className="quiet">{words.connect[origin]}</p>
      ) : (
        <AccountsTable title={words.titles[origin]} accounts={accounts} now={now} clients={clients} />
      )}
      {hasPages || checks.length > 0 ? <Comparison checks={checks} reconcileHours={reconcileHours} /> : null}
    </section>
  );
}
