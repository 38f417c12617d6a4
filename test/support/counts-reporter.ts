import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that any CI can read: `123 passed, 0 failed, 1 skipped`. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that cannot be loaded has no tests to fail.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    process.stdout.write(`\n${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped\n`);
  }
}
