import type { SavedView, SavedViews, ViewedList } from '../../../domain/saved-view.ts';
import type { Exchange } from '../../exchange.ts';
import { searchedBy } from '../addresses/viewed-lists.ts';
import { chosenColumns } from '../requests/columns.ts';
import { maySearch, type Visitor } from '../requests/visitor.ts';

/** A visitor's settings for a list: the saved views, and the selected columns (`undefined` if none were selected). */
export interface ListLook {
  readonly list: ViewedList;
  readonly views: readonly SavedView[];
  readonly columns: readonly string[] | undefined;
}

interface Looking {
  readonly store: SavedViews;
  readonly exchange: Exchange;
  readonly visitor: Visitor;
}

/** Without the views that this visitor may not open. */
export async function readListLook({ store, exchange, visitor }: Looking, list: ViewedList): Promise<ListLook> {
  return { list, views: visibleViews(await store.listViews(list), visitor), columns: chosenColumns(exchange, list) };
}

/** A search text may be a name. */
export function visibleViews(views: readonly SavedView[], visitor: Visitor): readonly SavedView[] {
  return views.filter((view) => {
    const searched = searchedBy(view);
    return searched === null ? visitor.role === 'operator' : maySearch(visitor, searched);
  });
}
