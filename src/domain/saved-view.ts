import type { Operator } from './ports.ts';

/** The lists whose filters can be saved, by their names in URLs and in the database. */
export const VIEWED_LISTS = ['eventos', 'leads', 'conversoes', 'recusadas', 'atividade'] as const;

export type ViewedList = (typeof VIEWED_LISTS)[number];

/** More would not fit next to a title. */
export const MOST_VIEWS = 50;

export const LONGEST_VIEW_NAME = 60;

/** A list's filter saved under a name that all operators share. */
export interface SavedView {
  readonly id: string;
  readonly list: ViewedList;
  /** Unique for each list, ignoring case. */
  readonly name: string;
  /** The filter as the query of the list's URL. */
  readonly filter: string;
  readonly createdAt: number;
}

/** Named filters of lists, shared by all operators. Every method is one durable step, as in `ports.ts`. */
export interface SavedViews {
  /** Sorted by name. Default: views of all lists. */
  listViews(list?: ViewedList): Promise<readonly SavedView[]>;
  /** Fails with `conflict` if another view of the list has the name, or the list already has `MOST_VIEWS`. */
  saveView(view: Pick<SavedView, 'list' | 'name' | 'filter'>, operator: Operator): Promise<SavedView>;
  /** Fails with `not_found` if the view does not exist. */
  deleteView(id: string, operator: Operator): Promise<SavedView>;
}
