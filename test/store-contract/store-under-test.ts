import { test } from 'vitest';
import type { Store } from '../../src/domain/ports.ts';

/** A store on data of its own. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Another handle on the same data, as a second process has it; also after `store` was closed. */
  reopen(): Promise<Store>;
  /** Closes every handle and removes the data. */
  dispose(): Promise<void>;
}

export type OpenStore = () => Promise<StoreUnderTest>;

export type StoreTest = (name: string, run: (store: Store, underTest: StoreUnderTest) => Promise<void>) => void;

/** Registers tests that each get an empty store of their own. */
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
