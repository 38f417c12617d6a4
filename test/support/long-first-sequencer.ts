import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short to read and long to run: most of them begin many programs, threads or pages. */
const LONG = [
  'store/sqlite/thread-contract',
  'browser/accessibility',
  'store/sqlite/contract',
  'browser/layout',
  'browser/hostile',
  'crash/kill-cycles',
  'crash/power-cuts',
  'crash/many-workers',
  'commands/bench',
  'terminal/watch-remote',
];

/** Starts these before Vitest's own order, which is by size where no earlier run is known: begun last, they would leave one core without work. */
export default class LongFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
