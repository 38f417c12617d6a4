import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The note of a skipped test starts with this if there is nothing to test on this machine, whatever is installed. */
const NOTHING_TO_TEST = 'nothing to test:';

/**
 * Ends a run with one plain line that any CI can parse: `123 passed, 0 failed, 1 skipped`. CI has everything installed, so a skipped test
 * fails the run there.
 */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: TestCase[] = [];
    for (const module of modules) {
      // A file that cannot be loaded has no failing tests to count.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        if (test.result().state === 'skipped') skipped.push(test);
      }
    }
    if (process.env['CI'] !== undefined) failOn(skipped.filter((test) => !noteOf(test).startsWith(NOTHING_TO_TEST)));
    process.stdout.write(`\n${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped\n`);
  }
}

function failOn(skipped: readonly TestCase[]): void {
  if (skipped.length === 0) return;
  process.exitCode = 1;
  const lines = skipped.map((test) => `  ${test.module.relativeModuleId} > ${test.fullName}: ${noteOf(test) || 'no reason given'}`);
  process.stdout.write(`\nSkipped, although CI has everything installed:\n${lines.join('\n')}\n`);
}

function noteOf(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' ? result.note : undefined) ?? '';
}
