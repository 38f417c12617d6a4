import type { ReactNode } from 'react';
import { LONGEST_VIEW_NAME } from '../../../../domain/saved-view.ts';
import { refusedList } from '../../addresses/lists.ts';
import { COLUMNS_PATH, pathOfList, VIEWS_PATH, viewPath } from '../../addresses/viewed-lists.ts';
import type { ListLook } from '../../read/list-look.ts';
import { useFrame, useWords } from '../context.tsx';
import { FilterForm, type FilterProps } from './filter-form.tsx';
import { CancelButton, Form, Menu, PostForm } from './form.tsx';
import { Foreign } from './format.tsx';
import { type Column, shownColumns } from './table.tsx';

interface ViewsProps {
  readonly look: ListLook;
  /** The URL of the list with the current filter. */
  readonly address: string;
}

/** The saved views of a list as tabs, with a form to save the current filter or delete the open view. */
export function SavedViews({ look: { list, views }, address }: ViewsProps): ReactNode {
  const { mayChange } = useFrame();
  const { words, actions } = useWords('views');
  const whole = pathOfList(list);
  const open = views.find((view) => viewPath(view) === address);
  const canSave = mayChange && open === undefined && address !== whole;
  if (views.length === 0 && !canSave) return null;
  return (
    <div className="views" id="views">
      <nav aria-label={words.name}>
        <a href={whole} aria-current={address === whole ? 'page' : undefined}>
          {words.all}
        </a>
        {views.map((view) => (
          <a key={view.id} href={viewPath(view)} aria-current={view === open ? 'page' : undefined}>
            <Foreign text={view.name} />
          </a>
        ))}
      </nav>
      {canSave ? (
        <Menu id="save-view" label={words.save}>
          <Form
            id="view"
            action={VIEWS_PATH}
            hidden={{ lista: list, filtro: address.split('?')[1] }}
            look="stack"
            fields={[{ name: 'nome', label: words.viewName, hint: words.shared, required: true, maxLength: LONGEST_VIEW_NAME }]}
            submit={{ label: actions.save }}
          />
        </Menu>
      ) : null}
      {open === undefined ? null : <PostForm action={`${VIEWS_PATH}/${open.id}/excluir`} label={words.delete} kind="plain" />}
    </div>
  );
}

interface ToolsProps<Filter, Row> extends Omit<FilterProps<Filter>, 'beside'> {
  readonly look: ListLook;
  readonly columns: readonly (Column<Row> | null)[];
}

/** The controls above every list: its saved views, its filter and the choice of columns. With `htmx`, the list itself shows the views. */
export function ListTools<Filter, Row>({ look, columns, ...filter }: ToolsProps<Filter, Row>): ReactNode {
  return (
    <>
      {filter.htmx === undefined ? <SavedViews look={look} address={filter.list.address(filter.filter)} /> : null}
      <FilterForm {...filter} beside={<ColumnsMenu look={look} columns={columns} />} />
    </>
  );
}

/** Selects the columns of the list. The choice is stored in a cookie. */
function ColumnsMenu<Row>({ look, columns }: Pick<ToolsProps<unknown, Row>, 'look' | 'columns'>): ReactNode {
  const { here } = useFrame();
  const { words, actions } = useWords('views');
  const choosable = columns.filter((column) => column?.key !== undefined) as readonly Column<Row>[];
  const shown = shownColumns(choosable, look.columns);
  return (
    <Menu id="columns" label={words.columns}>
      <form method="get" action={COLUMNS_PATH} className="stack">
        <input type="hidden" name="lista" value={look.list} />
        <input type="hidden" name="voltar" value={here} />
        {choosable.map((column) => (
          <label key={column.key} className="check">
            <input type="checkbox" name="coluna" value={column.key} defaultChecked={shown.includes(column)} /> {column.name}
          </label>
        ))}
        <div className="buttons">
          <button type="submit" className="primary">
            {actions.apply}
          </button>
          <CancelButton />
        </div>
      </form>
    </Menu>
  );
}

/** Shows how many events a search does not cover yet. */
export function Unsearched({ events }: { readonly events: number }): ReactNode {
  const { words, number } = useWords('events');
  return events === 0 ? null : <p className="notice notice-warn">{words.unsearched(number(events))}</p>;
}

/** Shows how many refused requests a search also finds: they are not in the lists of events and leads. */
export function RefusedMatches({ count, text = '' }: { readonly count: number; readonly text?: string | undefined }): ReactNode {
  const { words, number } = useWords('refusedMatches');
  if (count === 0) return null;
  return (
    <p className="notice notice-warn">
      {words.found(number(count), count)} <a href={refusedList.address({ text })}>{words.see(count)}</a>
    </p>
  );
}
