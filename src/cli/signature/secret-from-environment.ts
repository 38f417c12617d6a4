import { AppError } from '../../base/app-error.ts';

/**
 * A secret that is no setting, by the name of its variable: on the command line itself other users of the machine could read it.
 *
 * @throws AppError `configuration_invalid` when the variable is not set
 */
export function secretFromEnvironment(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  throw new AppError('configuration_invalid', `The environment variable ${name} is not set.`, {
    hint: `Set it for this command only, for example with \`read -rs ${name} && export ${name}\`.`,
  });
}
