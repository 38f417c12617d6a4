import type { ReactNode } from 'react';
import { LONGEST_VIEW_NAME } from '../../../../domain/saved-view.ts';
import { COLUMNS_PATH, pathOfList, VIEWS_PATH, viewPath } from '../../addresses/viewed-lists.ts';
import type { ListLook } from '../../read/list-look.ts';
import type { Frame } from '../../requests/visitor.ts';
import { useWords } from '../language.tsx';
import { CancelButton } from './cancel-button.tsx';
import { FilterForm, type FilterProps } from './filter-form.tsx';
import { Foreign } from './format.tsx';
import { Menu } from './menu.tsx';
import { ChangeForm, mayChange, PostForm } from './post-form.tsx';
import { type Column, shownColumns } from './table.tsx';

interface ViewsProps {
  readonly frame: Frame;
  readonly look: ListLook;
  /** The URL of the list with the current filter. */
  readonly address: string;
}

/** The saved views of a list as tabs, with a form to save the current filter or delete the open view. */
export function SavedViews({ frame, look: { list, views }, address }: ViewsProps): ReactNode {
  const { words, actions } = useWords('views');
  const whole = pathOfList(list);
  const open = views.find((view) => viewPath(view) === address);
  const canSave = mayChange(frame) && open === undefined && address !== whole;
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
          <ChangeForm frame={frame} action={VIEWS_PATH} className="stack" hidden={{ lista: list, filtro: address.split('?')[1] }}>
            <label htmlFor="view-name">{words.viewName}</label>
            <input id="view-name" name="nome" required maxLength={LONGEST_VIEW_NAME} autoComplete="off" />
            <p className="quiet">{words.shared}</p>
            <div className="buttons">
              <button type="submit" className="primary">
                {actions.save}
              </button>
              <CancelButton />
            </div>
          </ChangeForm>
        </Menu>
      ) : null}
      {open === undefined ? null : <PostForm frame={frame} action={`${VIEWS_PATH}/${open.id}/excluir`} label={words.delete} kind="plain" />}
    </div>
  );
}

interface ToolsProps<Filter, Row> extends Omit<FilterProps<Filter>, 'role' | 'beside'> {
  readonly frame: Frame;
  readonly look: ListLook;
  readonly columns: readonly (Column<Row> | null)[];
}

/** The controls above every list: its saved views, its filter and the choice of columns. With `htmx`, the list itself shows the views. */
export function ListTools<Filter, Row>({ frame, look, columns, ...filter }: ToolsProps<Filter, Row>): ReactNode {
  return (
    <>
      {filter.htmx === undefined ? <SavedViews frame={frame} look={look} address={filter.list.address(filter.filter)} /> : null}
      <FilterForm {...filter} role={frame.role} beside={<ColumnsMenu frame={frame} look={look} columns={columns} />} />
    </>
  );
}

/** Selects the columns of the list. The choice is stored in a cookie. */
function ColumnsMenu<Row>({ frame, look, columns }: Pick<ToolsProps<unknown, Row>, 'frame' | 'look' | 'columns'>): ReactNode {
  const { words, actions } = useWords('views');
  const choosable = columns.filter((column) => column?.key !== undefined) as readonly Column<Row>[];
  const shown = shownColumns(choosable, look.columns);
  return (
    <Menu id="columns" label={words.columns}>
      <form method="get" action={COLUMNS_PATH} className="stack">
        <input type="hidden" name="lista" value={look.list} />
        <input type="hidden" name="voltar" value={frame.here} />
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
