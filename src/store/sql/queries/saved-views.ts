import type { SavedView, ViewedList } from '../../../domain/saved-view.ts';
import type { Connection } from '../connection.ts';
import { allOfThem, type Fields, id, oneOrNull, reading } from '../rows/fields.ts';

const SAVED_VIEW: Fields<SavedView> = { id: id('id'), list: 'lista', name: 'nome', filter: 'filtro', createdAt: 'criada_em' };

const toSavedView = reading(SAVED_VIEW);

const views = allOfThem('select * from visualizacoes where cast(? as text) is null or lista = ? order by lista, nome_dobrado', toSavedView);

export const viewById = oneOrNull('select * from visualizacoes where id = ?', toSavedView);

export async function listViews(connection: Connection, list?: ViewedList): Promise<readonly SavedView[]> {
  return await views(connection, list ?? null, list ?? null);
}
