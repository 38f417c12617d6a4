import { configDefaults, defineConfig } from 'vitest/config';
import LongFirstSequencer from './test/support/long-first-sequencer.ts';
import { EXECUTABLE } from './test/support/run-program.ts';

const testsExecutable = process.env['PROGRAM_UNDER_TEST'] === EXECUTABLE;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What operators read follows the locale; tests read English, whatever the machine speaks.
    env: { LC_ALL: 'C.UTF-8' },
    sequence: { sequencer: LongFirstSequencer },
    // They test the executable that `npm run package` makes, so they run where the suite does (`.ci/run`).
    exclude: [...configDefaults.exclude, ...(testsExecutable ? [] : ['test/executable/**'])],
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
