/** Flags and arguments of the commands about signatures. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { SIGNED_SOURCES } from './signed-source.ts';

export const sourceFlag = Flags.option({
  options: SIGNED_SOURCES,
  helpValue: 'SOURCE',
  required: true,
})();

export const bodyArg = Args.string({
  default: '-',
  ignoreStdin: true,
});
