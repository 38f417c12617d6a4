import type { ReactNode } from 'react';
import { useMessages, useWords } from '../context.tsx';

/** One column of a table. */
export interface Column<Row> {
  readonly name: string;
  /** Empty values (`null`, `undefined`, '') are shown as a dash. */
  readonly cell: (row: Row) => ReactNode;
  /** CSS classes of its cells; the header shares `number` and `fit`. */
  readonly look?: string;
  /** The name is only for screen readers. */
  readonly isUnnamed?: boolean;
  /** The cell has text that means nothing, and is styled as empty. */
  readonly isNothing?: (row: Row) => boolean;
  /** A column that users may hide or show: the name of its field in JSON. Columns without one are always shown. */
  readonly key?: string;
  /** Hidden by default. */
  readonly isExtra?: boolean;
}

/** The visible columns: the selected ones, otherwise the default ones. */
export function shownColumns<Row>(columns: readonly (Column<Row> | null)[], chosen: readonly string[] | undefined): readonly Column<Row>[] {
  return columns
    .filter((column) => column !== null)
    .filter(({ key, isExtra }) => key === undefined || (chosen === undefined ? isExtra !== true : chosen.includes(key)));
}

interface Props<Row> {
  readonly columns: readonly (Column<Row> | null)[];
  /** The keys of the selected columns; `undefined` if none were selected. */
  readonly chosen?: readonly string[] | undefined;
  readonly rows: readonly Row[];
  /** Shown instead of a table without rows. */
  readonly none?: ReactNode;
  /** For screen readers, before the table. Omitted if a heading says the same. */
  readonly caption?: string;
  readonly look?: string;
  readonly isCurrent?: (row: Row) => boolean;
  /** A table that is updated while it is open: its id, those of its rows, and data for its script. */
  readonly live?: { readonly id: string; readonly rowId: (row: Row) => string; readonly shown: string };
}

/** A list of items, one per row. On a narrow screen, the column names are next to the values. */
export function Table<Row>({ columns, chosen, rows, none, caption, look, isCurrent, live }: Props<Row>): ReactNode {
  const shown = shownColumns(columns, chosen);
  if (rows.length === 0 && none !== undefined) return none;
  return (
    <table className={look === undefined ? 'list' : `list ${look}`} id={live?.id} data-shown={live?.shown} data-rows>
      {caption === undefined ? null : <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {shown.map(({ name, look, isUnnamed }) => (
            <th key={name} scope="col" className={look?.split(' ').find((word) => word === 'number' || word === 'fit')}>
              {isUnnamed === true ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
          <tr key={index} id={live?.rowId(row)} aria-current={isCurrent?.(row) === true ? 'true' : undefined}>
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
  const { name, cell, look, isUnnamed, isNothing } = column;
  const content = cell(row);
  const isEmpty = content === null || content === undefined || content === '';
  const looks = [look, isEmpty || isNothing?.(row) === true ? 'nothing' : undefined].filter((word) => word !== undefined);
  return (
    <td data-label={isUnnamed === true ? '' : name} className={looks.length === 0 ? undefined : looks.join(' ')}>
      {isEmpty ? isUnnamed !== true && labels.none : content}
    </td>
  );
}

/** Checkboxes that select rows for the form with this id; rows without a value cannot be selected. */
export function boxColumn<Row>(props: {
  readonly name: string;
  readonly form: string;
  readonly field: string;
  readonly value: (row: Row) => string | null;
  /** The label of a checkbox for screen readers. */
  readonly label: (value: string) => string;
}): Column<Row> {
  const { name, form, field, value, label } = props;
  return {
    name,
    look: 'fit box',
    isUnnamed: true,
    cell: (row) => {
      const id = value(row);
      if (id === null) return null;
      return (
        <label className="pick">
          <input type="checkbox" name={field} value={id} form={form} id={`marcar-${id}`} aria-label={label(id)} />
        </label>
      );
    },
  };
}

interface PagerProps {
  readonly page: { readonly nextCursor: string | null };
  /** `false` if the page starts further down the list. */
  readonly isFirst: boolean;
  /** The URL of the list from a cursor; without one, from the start. */
  readonly path: (before?: string) => string;
  /** The list is sorted by name; others go back in time. */
  readonly byName?: boolean;
}

/** Links to the start of a list and to the next page. */
export function Pager({ page: { nextCursor }, isFirst, path, byName = false }: PagerProps): ReactNode {
  const { words } = useWords('frame');
  if (isFirst && nextCursor === null) return null;
  return (
    <nav className="pages" aria-label={words.pages}>
      {isFirst ? null : <a href={path()}>← {byName ? words.firstPage : words.newest}</a>}
      {nextCursor === null ? null : (
        <a href={path(nextCursor)} rel="next">
          {byName ? words.nextPage : words.older} →
        </a>
      )}
    </nav>
  );
}
