import { ExitError } from '@oclif/core/errors';
import type { LoadOptions } from '@oclif/core/interfaces';
import { run } from '@oclif/core/run';
import { commandErrorJson, commandErrorText, toCommandError } from './command-error.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { jsonText } from './render.ts';

/**
 * Runs the program. What no command could catch, because oclif failed before or after it, is said as every error is.
 *
 * Output that is not written yet keeps the process alive until it is; waiting for it here would never end where it cannot be written.
 *
 * @param load a folder or a file of the program, for oclif to find package.json from; or what it would find
 */
export async function runCli(load: LoadOptions, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await run([...args], load);
  } catch (thrown) {
    if (thrown instanceof ExitError) process.exit(thrown.oclif.exit ?? EXIT.done);
    const error = toCommandError(thrown, { name: 'lead-intake', flags: [] });
    process.exitCode = exitCodeOf(error.code);
    if (args.includes('--json')) process.stdout.write(`${jsonText(commandErrorJson(error))}\n`);
    else process.stderr.write(`${commandErrorText(error)}\n`);
  }
}
