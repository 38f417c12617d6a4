import { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';

/** Who processes the queue: workers that keep running, or a timer that starts `queue once` every minute. */
type Processing = { readonly kind: 'workers'; readonly count: number } | { readonly kind: 'timer' };

/** Everything that decides how the units look. */
export interface ServiceSetup {
  /** Beginning of every unit's name, and the name of the folders below /var/lib and /var/cache: two setups can share a machine. */
  readonly prefix: string;
  /** The words that start the program, the first one an absolute path. */
  readonly program: readonly string[];
  /** System user, and group of the same name. */
  readonly user: string;
  /** Absolute path of the settings file. */
  readonly envFile: string;
  readonly processing: Processing;
}

/** Folders that the sandbox of the units hides or empties: a program in there is not found. */
const HIDDEN_FOLDERS = ['/home', '/root', '/tmp', '/var/tmp', '/run/user', '/dev'] as const;

/** What systemd reads as itself without quotes; `--` stands between Node and its script. */
const PLAIN_WORD = /^(--|\/[\w.@+,:~/-]*)$/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,30}$/;

const NAME_RULE = {
  en: 'must be small letters, digits and hyphens, beginning with a letter, 31 at most',
  pt: 'deve ter letras minúsculas, algarismos e hífens, começar por letra e ter no máximo 31 caracteres',
};
const USER_RULE = {
  en: 'must not be root: the service needs no privileges',
  pt: 'não pode ser root: o serviço não precisa de privilégios',
};
const PATH_RULE = {
  en: 'must be an absolute path of letters, digits and ._@+,:~- without blanks, so that systemd reads it as it is',
  pt: 'deve ser um caminho absoluto com letras, algarismos e ._@+,:~- sem espaços, para que o systemd o leia como está',
};

/** Folder of the database, and the working directory of every unit. */
export function stateFolder({ prefix }: Pick<ServiceSetup, 'prefix'>): string {
  return `/var/lib/${prefix}`;
}

/** Compiled code, and what the packaged executable unpacks. */
export function cacheFolder({ prefix }: Pick<ServiceSetup, 'prefix'>): string {
  return `/var/cache/${prefix}`;
}

/** Why the units could not start the program from where it lies; undefined when they can. */
export function hiddenProgramRemark({ program }: Pick<ServiceSetup, 'program'>): Translated<string> | undefined {
  const folder = HIDDEN_FOLDERS.find((hidden) => program.some((word) => word.startsWith(`${hidden}/`)));
  if (folder === undefined) return undefined;
  return {
    en: `The program lies in ${folder}, which the units hide from it: it would not start.`,
    pt: `O programa está em ${folder}, que as unidades escondem dele: ele não iniciaria.`,
  };
}

/** @throws AppError `usage` for names and paths that systemd would read as something else */
export function checkSetup(setup: ServiceSetup): ServiceSetup {
  requireThat(PLAIN_NAME.test(setup.prefix), '--prefix', NAME_RULE, setup.prefix);
  requireThat(PLAIN_NAME.test(setup.user), '--user', NAME_RULE, setup.user);
  requireThat(setup.user !== 'root', '--user', USER_RULE, setup.user);
  requireThat(PLAIN_WORD.test(setup.envFile), '--env-file', PATH_RULE, setup.envFile);
  for (const word of setup.program) requireThat(PLAIN_WORD.test(word), '--program', PATH_RULE, word);
  return setup;
}

function requireThat(holds: boolean, flag: string, rule: Translated<string>, value: string): void {
  if (holds) return;
  throw new AppError('usage', { en: `${flag} ${rule.en} (given: "${value}").`, pt: `${flag} ${rule.pt} (recebido: "${value}").` });
}
