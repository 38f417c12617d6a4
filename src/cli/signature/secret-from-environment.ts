import { appError } from '../../messages/messages.ts';

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
