import { configDefaults, defineConfig } from 'vitest/config';
import LongFirstSequencer from './test/support/long-first-sequencer.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What operators read follows the locale; tests read English, whatever the machine speaks.
    env: { LC_ALL: 'C.UTF-8' },
    sequence: { sequencer: LongFirstSequencer },
    // These need what `npm run package` makes: `npm run test:executable`.
    exclude: [...configDefaults.exclude, 'test/executable/**'],
    reporters: ['default', './test/support/counts-reporter.ts'],
    // Tests start real servers, files and child processes, and a third of their time they wait for them: three at a time keep two cores at work.
    maxWorkers: 3,
    // Files of a worker share what they import: half of a file's time was importing (114 files: 130 s of CPU alone, 58 s so). A test that changes the process puts it back.
    isolate: false,
    // For a test that hangs. The slowest ones run ten commands: 17 s on two cores, and shared machines are up to four times slower.
    testTimeout: 180_000,
    // What a page or a process does soon takes more than the default of a second when three tests share two cores.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 180_000,
  },
});
