import { describe, expect } from 'vitest';
import { MOST_VIEWS } from '../../src/domain/saved-view.ts';
import { operator, T0 } from '../support/factories.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const FAILED = { list: 'eventos', name: 'Failed today', filter: 'status=erro&periodo=24h' } as const;

export function savedViewsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('saved views', () => {
    test('are listed by name, those of one list or all, and each is in the log of activity', async (store) => {
      const { id } = await store.saveView(FAILED, operator());
      await store.saveView({ ...FAILED, name: 'clinic', filter: 'cliente=3' }, operator());
      await store.saveView({ list: 'leads', name: 'Clinic', filter: 'cliente=3' }, operator());
      expect((await store.listViews('eventos')).map(({ name }) => name)).toEqual(['clinic', 'Failed today']);
      expect(await store.listViews('conversoes')).toEqual([]);
      expect(await store.listViews()).toHaveLength(3);
      expect(await store.listViews('eventos')).toContainEqual({ ...FAILED, id, createdAt: T0 });
      const { items } = await store.listActivity({ action: 'salvar_visualizacao', limit: 10 });
      expect(items.map(({ target, detail }) => [target, detail])).toContainEqual([`visualizacao:${id}`, 'eventos Failed today']);
    });

    test('have names that are unique for their list, whatever the case', async (store) => {
      await store.saveView(FAILED, operator());
      const again = store.saveView({ ...FAILED, name: 'FAILED TODAY' }, operator());
      await expect(again).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('FAILED TODAY') });
      await expect(store.saveView({ ...FAILED, list: 'leads' }, operator())).resolves.toMatchObject({ list: 'leads' });
    });

    test('are limited in number for each list', async (store) => {
      for (let index = 0; index < MOST_VIEWS; index += 1) await store.saveView({ ...FAILED, name: `view ${index}` }, operator());
      const more = store.saveView(FAILED, operator());
      await expect(more).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(String(MOST_VIEWS)) });
      await store.saveView({ ...FAILED, list: 'leads' }, operator());
    });

    test('are deleted once', async (store) => {
      const view = await store.saveView(FAILED, operator());
      expect(await store.deleteView(view.id, operator())).toEqual(view);
      expect(await store.listViews('eventos')).toEqual([]);
      await expect(store.deleteView(view.id, operator())).rejects.toMatchObject({ code: 'not_found' });
      const { items } = await store.listActivity({ action: 'excluir_visualizacao', limit: 10 });
      expect(items).toMatchObject([{ target: `visualizacao:${view.id}` }]);
    });
  });
}
