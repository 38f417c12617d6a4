import type { ReactNode } from 'react';
import { useMessages } from '../language.tsx';

/** One column: what each row says in it. */
export interface Column<Row> {
  readonly name: string;
  /** Nothing (null, undefined, '') is shown as the sign for nothing. */
  readonly cell: (row: Row) => ReactNode;
  /** Classes of its cells; the head shares `number` and `fit`. */
  readonly look?: string;
  /** Where the name is not seen: in the head it is read out only, and beside a value it may not stand at all. */
  readonly unnamed?: 'head' | 'everywhere';
  /** Shown, but said to be nothing: a word that says so. */
  readonly isNothing?: (row: Row) => boolean;
}

interface Props<Row> {
  readonly columns: readonly (Column<Row> | null)[];
  readonly rows: readonly Row[];
  /** What tells a row from the others. */
  readonly keyOf: (row: Row) => string;
  /** Read out before the table; left out where a heading says it. */
  readonly caption?: string;
  readonly look?: string;
  readonly isCurrent?: (row: Row) => boolean;
  /** A table that is sent anew while it is looked at: its id, the start of the ids of its rows, and what its script reads. */
  readonly live?: { readonly id: string; readonly row: string; readonly shown: string };
}

/** A list of like things, one in each row. On a narrow screen the names of the columns stand beside the values. */
export function Table<Row>({ columns, rows, keyOf, caption, look, isCurrent, live }: Props<Row>): ReactNode {
  const shown = columns.filter((column) => column !== null);
  return (
    <table className={look === undefined ? 'list' : `list ${look}`} id={live?.id} data-shown={live?.shown}>
      {caption === undefined ? null : <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {shown.map(({ name, look, unnamed }) => (
            <th key={name} scope="col" className={look?.split(' ').find((word) => word === 'number' || word === 'fit')}>
              {unnamed === undefined ? name : <span className="visually-hidden">{name}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} id={live && `${live.row}${keyOf(row)}`} aria-current={isCurrent?.(row) === true ? 'true' : undefined}>
            {shown.map((column) => (
              <Cell key={column.name} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }): ReactNode {
  const { labels } = useMessages();
  const { name, cell, look, unnamed, isNothing } = column;
  const content = cell(row);
  const isEmpty = content === null || content === undefined || content === '';
  const looks = [look, isEmpty || isNothing?.(row) === true ? 'nothing' : undefined].filter((word) => word !== undefined);
  return (
    <td data-label={unnamed === 'everywhere' ? '' : name} className={looks.length === 0 ? undefined : looks.join(' ')}>
      {isEmpty ? labels.none : content}
    </td>
  );
}
