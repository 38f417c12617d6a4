import { AppError } from '../../base/app-error.ts';

/**
 * A secret that is no setting, by the name of its variable: on the command line itself other users of the machine could read it.
 *
 * @throws AppError `configuration_invalid` when the variable is not set
 */
export function secretFromEnvironment(name: string): string {
  const secret = process.env[name];
  if (secret !== undefined && secret !== '') return secret;
  const message = { en: `The environment variable ${name} is not set.`, pt: `A variável de ambiente ${name} não está definida.` };
  const hint = {
    en: `Set it for this command only, for example with \`read -rs ${name} && export ${name}\`.`,
    pt: `Defina-a só para este comando, por exemplo com \`read -rs ${name} && export ${name}\`.`,
  };
  throw new AppError('configuration_invalid', message, { hint });
}
