import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { appError } from '../../messages/messages.ts';
import { SIGNED_SOURCES } from './signed-source.ts';

/** Flags and arguments of the commands about signatures. */

export const sourceFlag = Flags.option({ options: SIGNED_SOURCES, helpValue: 'SOURCE', required: true })();

export const bodyArg = Args.string({ default: '-', ignoreStdin: true });

/**
 * A secret that is no setting, by the name of its variable: on the command line itself other users of the machine could read it.
 *
 * @throws AppError `configuration_invalid` when the variable is not set
 */
export function secretFromEnvironment(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw appError('configuration_invalid', (m) => m.cli.signature.theEnvironmentVariableNot({ name }), {
    hint: (m) => m.cli.signature.setCommandOnlyExample({ name }),
  });
}
