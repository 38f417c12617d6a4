import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

type Skip = (condition: boolean, note?: string) => void;

/** Skips a test if its program is not installed; in CI, a skipped test fails the run (`counts-reporter.ts`). */
export async function requireTool(skip: Skip, command: string, versionFlag = '--version'): Promise<void> {
  const isHere = await promisify(execFile)(command, [versionFlag]).then(
    () => true,
    () => false,
  );
  skip(!isHere, `${command} is not on this machine; test/install-debian-packages.sh installs it`);
}
