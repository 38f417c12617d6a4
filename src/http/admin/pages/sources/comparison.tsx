import type { ReactNode } from 'react';
import type { FormCheck } from '../../../../domain/delivery-ports.ts';
import { BadCount, Count, ForeignCode, Moment } from '../elements/format.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages } from '../language.tsx';

interface Props {
  readonly checks: readonly FormCheck[];
  /** How often; 0: never. */
  readonly reconcileHours: number;
}

/** What the last comparison of each form with its platform found. */
export function Comparison({ checks, reconcileHours }: Props): ReactNode {
  const words = useMessages().web.platforms;
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

function Checks({ checks }: Pick<Props, 'checks'>): ReactNode {
  const words = useMessages().web.platforms;
  const complete = <span className="badge badge-alive">{words.complete}</span>;
  return (
    <Table
      look="checks"
      caption={words.comparison}
      rows={checks}
      keyOf={({ formId }) => formId}
      columns={[
        { name: words.form, cell: ({ formId }) => <ForeignCode text={formId} /> },
        { name: words.page, cell: ({ pageId }) => pageId && <ForeignCode text={pageId} /> },
        { name: words.comparedAt, cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
        { name: words.found, look: 'number', cell: ({ found }) => <Count value={found} /> },
        { name: words.missing, look: 'number', cell: ({ missing }) => <BadCount value={missing} /> },
        { name: words.healed, look: 'number', cell: ({ healed }) => <Count value={healed} /> },
        { name: words.result, look: 'outcome', cell: ({ fault }) => (fault === null ? complete : <PlatformFault fault={fault} />) },
      ]}
    />
  );
}
