import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with long run times: most of them start many programs, threads or pages. */
const LONG = [
  'browser/accessibility',
  'store/sqlite/thread-contract',
  'store/postgres/contract',
  'browser/layout',
  'browser/keyboard',
  'executable/commands',
  'end-to-end/whole-way',
  'commands/move',
  'crash/many-workers',
  'browser/hostile',
  'commands/conversions/conversions',
  'cli/json-errors',
  'commands/refused/refused',
  'commands/bench',
  'browser/live-connection',
  'crash/chaos',
  'crash/fail-over',
  'end-to-end/same-answers',
  'crash/full-disk',
  'crash/kill-cycles',
  'crash/power-cuts',
  'terminal/watch',
  'terminal/watch-looks',
];

/**
 * Starts these before Vitest's own order, which is by file size if there is no earlier run. Started last, they would leave one core idle.
 */
export default class LongFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
