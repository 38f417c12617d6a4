import type { ReactNode } from 'react';
import type { FormCheck } from '../../../../domain/delivery-ports.ts';
import { ColumnHeads } from '../elements/column-heads.tsx';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
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
  const { form, page, comparedAt, found, missing, healed, result } = words;
  return (
    <table className="list checks">
      <caption className="visually-hidden">{words.comparison}</caption>
      <ColumnHeads names={[form, page, comparedAt, found, missing, healed, result]} figures={[found, missing, healed]} />
      <tbody>
        {checks.map((check) => (
          <CheckRow key={check.formId} check={check} />
        ))}
      </tbody>
    </table>
  );
}

function CheckRow({ check }: { readonly check: FormCheck }): ReactNode {
  const words = useMessages().web.platforms;
  return (
    <tr>
      <td data-label={words.form}>
        <Id text={check.formId} />
      </td>
      <td data-label={words.page}>{check.pageId === null ? <span className="nothing">{words.none}</span> : <Id text={check.pageId} />}</td>
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
      <td data-label={words.healed} className="number">
        <Count value={check.healed} />
      </td>
      <td data-label={words.result} className="outcome">
        {check.fault === null ? <span className="badge badge-alive">{words.complete}</span> : <PlatformFault fault={check.fault} />}
      </td>
    </tr>
  );
}

function Id({ text }: { readonly text: string }): ReactNode {
  return (
    <code>
      <Foreign text={text} />
    </code>
  );
}
