import { type SavedView, VIEWED_LISTS } from '../domain/saved-view.ts';
import { itemsOf, oneOf, record, rowId, text, time } from './record.ts';

export const savedViewRecord = record<SavedView>()(
  {
    visualizacao_id: rowId.of('id'),
    lista: oneOf(VIEWED_LISTS).of('list'),
    nome: text.of('name'),
    filtro: text.of('filter', "The query of the list's address: `status=erro&periodo=24h`."),
    criada_em: time.of('createdAt'),
  },
  'SavedView',
  'A filter of a list under a name, shared by everybody.',
);

export const savedViewsRecord = itemsOf(savedViewRecord);
