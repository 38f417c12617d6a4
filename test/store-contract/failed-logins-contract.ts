import { describe, expect } from 'vitest';
import { NETWORKS_KEPT, type Network } from '../../src/domain/failed-login.ts';
import { T0 } from '../support/factories.ts';
import { type OpenStore, storeTests } from './store-under-test.ts';

const NETWORK: readonly Network[] = [{ key: '203.0.113.9', failuresAllowed: 5 }];

export function failedLoginsContract(open: OpenStore): void {
  const test = storeTests(open);

  describe('failed logins', () => {
    test('of two processes count together, whichever is asked', async (store, { reopen }) => {
      const stores = [store, await reopen()];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? stores[0] : stores[1])?.countFailedLogin('login', NETWORK, T0)),
      );
      expect(answers.filter((answer) => answer?.isCounted)).toHaveLength(5);
      expect((await store.countFailedLogin('bearer', NETWORK, T0)).tallies).toMatchObject([{ failures: 1 }]);
      const again = await store.countFailedLogin('login', NETWORK, T0 + 60_000);
      expect(again).toEqual({ isCounted: true, tallies: [{ failures: 1, since: T0 + 60_000, blocks: 1, blockedUntil: T0 + 60_000 }] });
    });

    test('the wider network of several addresses is counted too', async (store) => {
      const wide = { key: '2001:db8::/32', failuresAllowed: 2 };
      const networkOf = (key: string) => [{ key, failuresAllowed: 5 }, wide];
      await store.countFailedLogin('login', networkOf('a'), T0);
      const second = await store.countFailedLogin('login', networkOf('b'), T0);
      expect(second.tallies).toMatchObject([{ failures: 1 }, { failures: 2, blockedUntil: T0 + 60_000 }]);
      expect((await store.countFailedLogin('login', networkOf('c'), T0)).isCounted).toBe(false);
    });

    test('those of the networks that were quiet the longest are forgotten', async (store) => {
      await store.countFailedLogin('login', NETWORK, T0);
      const many = Array.from({ length: NETWORKS_KEPT }, (_, index) => ({ key: `n${index}`, failuresAllowed: 5 }));
      await store.countFailedLogin('login', many, T0 + 1);
      expect((await store.countFailedLogin('login', NETWORK, T0 + 2)).tallies).toMatchObject([{ failures: 1 }]);
    });
  });
}
