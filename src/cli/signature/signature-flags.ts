/** Flags and arguments of the commands about signatures. */
import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { SIGNED_SOURCES } from './signed-source.ts';

export const sourceFlag = Flags.option({
  summary: `Whose secret: ${SIGNED_SOURCES.join(', ')}.`,
  options: SIGNED_SOURCES,
  helpValue: 'SOURCE',
  required: true,
})();

export const bodyArg = Args.string({
  description: 'File with the body, byte for byte, or - for standard input.',
  default: '-',
  ignoreStdin: true,
});
