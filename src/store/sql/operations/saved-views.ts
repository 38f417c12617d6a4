import { OperatorAction } from '../../../domain/activity.ts';
import { foldedName } from '../../../domain/directory-rules.ts';
import { MOST_VIEWS } from '../../../domain/saved-view.ts';
import { appError } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import { listViews, viewById } from '../queries/saved-views.ts';
import { rowId, textId } from '../rows/fields.ts';
import { recordActivity } from './control.ts';

const INSERT = 'insert into visualizacoes (lista, nome, nome_dobrado, filtro, criada_em) values (?, ?, ?, ?, ?)';

export const saveView: PortOperation<'saveView'> = async (connection, view, operator) => {
  const { list, name, filter } = view;
  const others = await listViews(connection, list);
  if (others.some((other) => foldedName(other.name) === foldedName(name))) {
    throw appError('conflict', (m) => m.errors.store.viewNameTaken({ name }));
  }
  if (others.length >= MOST_VIEWS) throw appError('conflict', (m) => m.errors.store.tooManyViews({ most: MOST_VIEWS }));
  const id = textId(await connection.insert(INSERT, list, name, foldedName(name), filter, operator.now));
  await recordActivity(connection, OperatorAction.saveView, `visualizacao:${id}`, `${list} ${name}`, operator);
  return { id, list, name, filter, createdAt: operator.now };
};

export const deleteView: PortOperation<'deleteView'> = async (connection, id, operator) => {
  const view = await viewById(connection, rowId(id));
  if (view === null) throw appError('not_found', (m) => m.errors.store.noView({ id }));
  await connection.run('delete from visualizacoes where id = ?', rowId(id));
  await recordActivity(connection, OperatorAction.deleteView, `visualizacao:${id}`, `${view.list} ${view.name}`, operator);
  return view;
};
