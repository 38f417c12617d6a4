import { test } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';

/** A store with its own data. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Another handle on the same data, as a second process would open it; also after `store` was closed. */
  reopen(): Promise<Store>;
  /** Closes every handle and removes the data. */
  dispose(): Promise<void>;
}

export type OpenStore = () => Promise<StoreUnderTest>;

export type StoreTest = (name: string, run: (store: Store, underTest: StoreUnderTest) => Promise<void>) => void;

/** Registers tests that each get their own empty store. */
export function storeTests(open: OpenStore): StoreTest {
  return (name, run) =>
    test(name, async () => {
      const underTest = await open();
      try {
        await run(underTest.store, underTest);
      } finally {
        await underTest.dispose();
      }
    });
}
