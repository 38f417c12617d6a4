import { describe, expect } from 'vitest';
import { formDelivery, operator, QUEUE, T0 } from '../support/factories.ts';
import { accept, claim, eventOf } from './steps.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

export function lifetimeContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('a resolved write', () => {
    test('is seen by a read that begins afterwards, of this handle and of another', async (store, underTest) => {
      const other = await underTest.reopen();
      for (let round = 0; round < 20; round += 1) {
        const [eventId = ''] = await accept(round % 2 === 0 ? store : other, `e${round}`);
        expect(await eventOf(store, eventId)).toMatchObject({ identity: `e${round}` });
        expect(await eventOf(other, eventId)).toMatchObject({ identity: `e${round}` });
      }
    });

    test('is there after closing and opening again', async (store, underTest) => {
      const [eventId = ''] = await accept(store, 'a');
      await store.close();
      const again = await underTest.reopen();
      expect(await eventOf(again, eventId)).toMatchObject({ identity: 'a', status: 'recebido' });
      expect(await claim(again)).toHaveLength(1);
    });

    test('is not disturbed by a neighbour that fails', async (store) => {
      await store.addClient({ id: '1', name: 'Agência Um' }, operator());
      const results = await Promise.allSettled([
        store.accept(formDelivery('a')),
        store.addClient({ id: '1', name: 'Outra' }, operator()),
        store.accept(formDelivery('b')),
        store.removeUser('99', operator()),
        store.accept(formDelivery('c')),
      ]);
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
      expect(await claim(store)).toHaveLength(3);
    });
  });

  describe('close', () => {
    test('waits for the writes that were accepted before it', async (store, underTest) => {
      const writes = Array.from({ length: 50 }, (_, index) => store.accept(formDelivery(`e${index}`)));
      await store.close();
      expect((await Promise.all(writes)).flat()).toHaveLength(50);
      const again = await underTest.reopen();
      expect((await again.queueSnapshot(QUEUE, T0)).waiting).toBe(50);
    });

    test('refuses reads and writes that come later with store_closed', async (store) => {
      const closing = store.close();
      const later = [
        store.accept(formDelivery('a')),
        store.listEvents({ limit: 1 }),
        claim(store),
        store.checkWritable(),
        store.waitForChange({ timeoutMs: 60_000, signal: new AbortController().signal }),
      ];
      for (const promise of later) await expect(promise).rejects.toMatchObject({ name: 'AppError', code: 'store_closed' });
      await closing;
      await expect(store.accept(formDelivery('a'))).rejects.toMatchObject({ code: 'store_closed' });
      await expect(store.waitForChange({ timeoutMs: 60_000, signal: new AbortController().signal })).rejects.toMatchObject({
        code: 'store_closed',
      });
    });

    test('wakes whoever waits for a change', async (store) => {
      const waiting = store.waitForChange({ timeoutMs: 60_000, signal: new AbortController().signal });
      await store.close();
      await waiting;
    });

    test('may be called twice, at once or later', async (store) => {
      const write = store.accept(formDelivery('a'));
      await Promise.all([store.close(), store.close(), store[Symbol.asyncDispose]()]);
      await store.close();
      expect(await write).toHaveLength(1);
    });
  });

  describe('checkWritable', () => {
    test('resolves while the store can be written', async (store) => {
      await store.checkWritable();
      await store.checkWritable();
    });
  });

  describe('storeFacts', () => {
    test('tell what stands on disk', async (store) => {
      await accept(store, 'a');
      const facts = await store.storeFacts();
      expect(facts.schemaVersion).toBeGreaterThan(0);
      expect(facts.fileBytes).toBeGreaterThan(0);
      expect(facts.diskFreeBytes ?? Number.POSITIVE_INFINITY).toBeGreaterThan(0);
    });
  });
}
