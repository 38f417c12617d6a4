import type { ReactNode } from 'react';
import type { FormCheck } from '../../../../domain/delivery-ports.ts';
import type { Client } from '../../../../domain/directory.ts';
import { Origin } from '../../../../domain/origin.ts';
import type { SourceView } from '../../../../presentation/source-record.ts';
import { AccountsTable } from '../elements/accounts-table.tsx';
import { BadCount, Count, ForeignCode, Sentence } from '../elements/format.tsx';
import { Moment } from '../elements/moment.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { Table } from '../elements/table.tsx';
import { useWords } from '../language.tsx';

interface Props {
  readonly source: SourceView;
  readonly now: number;
  readonly reconcileHours: number;
  readonly clients: readonly Client[];
}

/** A platform's connected accounts, their results, and the results of the last comparison. */
export function PlatformSection({ source: { settings, accounts, checks }, now, reconcileHours, clients }: Props): ReactNode {
  const { words } = useWords('platforms');
  const { origin } = settings;
  const hasPages = accounts.some(({ kind }) => kind === 'page');
  if (origin === Origin.ownForm) return null;
  return (
    <section aria-labelledby={`platform-${origin}`} className="stack">
      <h2 id={`platform-${origin}`}>{words.titles[origin]}</h2>
      {accounts.length === 0 ? (
        <p className="quiet">
          <Sentence text={words.connect[origin]} />
        </p>
      ) : (
        <AccountsTable title={words.titles[origin]} accounts={accounts} now={now} clients={clients} />
      )}
      {hasPages || checks.length > 0 ? <Comparison checks={checks} reconcileHours={reconcileHours} /> : null}
    </section>
  );
}

interface ComparisonProps {
  readonly checks: readonly FormCheck[];
  /** How often; 0 if never. */
  readonly reconcileHours: number;
}

/** The results of each form's last comparison with its platform. */
function Comparison({ checks, reconcileHours }: ComparisonProps): ReactNode {
  const { words } = useWords('platforms');
  return (
    <section aria-labelledby="comparison" className="stack">
      <h3 id="comparison">{words.comparison}</h3>
      <p className="quiet">{reconcileHours === 0 ? words.comparedNever : words.comparedEvery(reconcileHours)}</p>
      {checks.length === 0 ? <p className="empty">{words.notCompared}</p> : <Checks checks={checks} />}
    </section>
  );
}

function Checks({ checks }: Pick<ComparisonProps, 'checks'>): ReactNode {
  const { words, fields } = useWords('platforms');
  const complete = <span className="badge badge-alive">{words.complete}</span>;
  return (
    <Table
      caption={words.comparison}
      rows={checks}
      keyOf={({ formId }) => formId}
      columns={[
        { name: fields.form, cell: ({ formId }) => <ForeignCode text={formId} /> },
        { name: fields.page, cell: ({ pageId }) => pageId && <ForeignCode text={pageId} /> },
        { name: words.comparedAt, cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
        { name: words.found, look: 'number', cell: ({ found }) => <Count value={found} /> },
        { name: words.missing, look: 'number', cell: ({ missing }) => <BadCount value={missing} /> },
        { name: words.recovered, look: 'number', cell: ({ recovered }) => <Count value={recovered} /> },
        { name: words.result, look: 'outcome', cell: ({ fault }) => (fault === null ? complete : <PlatformFault fault={fault} />) },
      ]}
    />
  );
}
