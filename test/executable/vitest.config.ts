import { defineConfig, mergeConfig } from 'vitest/config';
import everyTest from '../../vitest.config.ts';
import { EXECUTABLE } from '../support/run-program.ts';

/** The tests of the executable, and the end-to-end tests that run against it. */
export default mergeConfig(
  { ...everyTest, test: { ...everyTest.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['test/executable/*.test.ts', 'test/end-to-end/{mission,bad-input}.test.ts'],
      testTimeout: 120_000,
      env: { PROGRAM_UNDER_TEST: EXECUTABLE },
    },
  }),
);
