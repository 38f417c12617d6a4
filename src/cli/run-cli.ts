import { ExitError } from '@oclif/core/errors';
import type { LoadOptions } from '@oclif/core/interfaces';
import { run } from '@oclif/core/run';
import { EXIT } from './exit-codes.ts';

/**
 * Runs the program. Errors that no command could catch, because oclif failed before or after it, are printed like any other.
 *
 * Unwritten output keeps the process alive until it is written; waiting for it here would never end if it cannot be written.
 *
 * @param load a folder or a file of the program, for oclif to find package.json from; or the contents it would find
 */
export async function runCli(load: LoadOptions, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await run([...args], load);
  } catch (thrown) {
    if (thrown instanceof ExitError) process.exit(thrown.oclif.exit ?? EXIT.done);
    const { printError, toCommandError } = await import('./command-error.ts');
    printError(toCommandError(thrown, { name: 'lead-intake', flags: [] }), args.includes('--json'));
  }
}
