import { closeSync, existsSync, mkdirSync, openSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';

/**
 * Makes the file and its folders where they are missing. It is its owner's alone: it holds personal data. SQLite gives its -wal and
 * -shm the same mode.
 * @throws AppError `store_unusable`, `store_forbidden`
 */
export function makeFile(path: string): void {
  refuseLoneLog(path);
  const isThere = databaseExists(path);
  try {
    makeFolders(dirname(path));
    if (!isThere) closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    const message = {
      en: `The database ${resolve(path)} cannot be made.`,
      pt: `Não foi possível criar o banco de dados ${resolve(path)}.`,
    };
    const hint = {
      en: 'Check DATABASE_URL and the permissions of the folder.',
      pt: 'Confira DATABASE_URL e as permissões da pasta.',
    };
    throw new AppError('store_unusable', message, { hint, cause: error });
  }
}

/** SQLite deletes the log that it finds beside an empty database, and with it what was acknowledged and not copied yet. */
function refuseLoneLog(path: string): void {
  const log = `${path}-wal`;
  // The log first: a process that starts at the same moment makes the database before its log.
  if (!existsSync(log) || databaseExists(path)) return;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const message = {
    en: `There is no database at ${resolve(path)}, but its log ${resolve(log)} is there: the database was moved or deleted.`,
    pt: `Não existe banco de dados em ${resolve(path)}, mas o log dele, ${resolve(log)}, está lá: o banco foi movido ou apagado.`,
  };
  const hint = {
    en: 'Put the database back beside its log, which may hold events that it lacks. To begin anew, move the log away too.',
    pt: 'Ponha o banco de volta ao lado do log, que pode ter eventos que faltam nele. Para começar do zero, mova também o log.',
  };
  throw new AppError('store_unusable', message, { hint });
}

/** @throws AppError `store_unusable` when there is no file; what `databaseExists` throws */
export function refuseMissing(path: string): void {
  if (databaseExists(path)) return;
  const message = { en: `There is no database at ${resolve(path)}.`, pt: `Não existe banco de dados em ${resolve(path)}.` };
  const hint = {
    en: '`lead-intake init` makes it. If it exists elsewhere, check DATABASE_URL, --env-file and the working directory.',
    pt: '`lead-intake init` cria um. Se ele existe em outro lugar, confira DATABASE_URL, --env-file e a pasta atual.',
  };
  throw new AppError('store_unusable', message, { hint });
}

/** One level at a time: `recursive: true` never returns where a folder cannot be made although its parent exists (/proc). */
export function makeFolders(folder: string, mode = 0o750): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** @throws AppError `store_unusable` when the path is a folder; what `databaseExists` throws */
export function refuseDirectory(path: string): void {
  if (!(statsOf(path)?.isDirectory() ?? false)) return;
  const message = {
    en: `The database path ${resolve(path)} is a directory.`,
    pt: `O caminho do banco de dados ${resolve(path)} é uma pasta.`,
  };
  const hint = {
    en: 'DATABASE_URL must name a file, for example sqlite:data/lead-intake.db.',
    pt: 'DATABASE_URL deve indicar um arquivo, por exemplo sqlite:data/lead-intake.db.',
  };
  throw new AppError('store_unusable', message, { hint });
}

/**
 * Whether there is something at the path of a database. What may not be looked at is not taken for missing.
 * @throws AppError `store_forbidden` where this user may not enter a folder on the way, `store_unusable` for a symbolic link to nothing
 *   or a path that cannot be one
 */
export function databaseExists(path: string): boolean {
  return statsOf(path) !== undefined;
}

function statsOf(path: string): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) return stats;
  } catch (error) {
    throw unreachable(path, error);
  }
  // SQLite would begin a new database at the other end, where perhaps a disk is not mounted.
  const target = linkTarget(path);
  if (target !== undefined) throw leadsNowhere(path, target);
  return undefined;
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function unreachable(path: string, cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return wrongPath(path, cause);
  const message = {
    en: `This user may not reach the database ${resolve(path)} (${code}).`,
    pt: `Este usuário não tem permissão para chegar ao banco de dados ${resolve(path)} (${code}).`,
  };
  const hint = {
    en: 'Run the command as the user of the service (`sudo -u lead-intake …`), or give this user access to the folder. Check DATABASE_URL too.',
    pt: 'Execute o comando com o usuário do serviço (`sudo -u lead-intake …`) ou dê a este usuário acesso à pasta. Confira também DATABASE_URL.',
  };
  return new AppError('store_forbidden', message, { hint, cause });
}

function wrongPath(path: string, cause: unknown): AppError {
  const message = {
    en: `The database path ${path} cannot be reached.`,
    pt: `Não foi possível chegar ao caminho do banco de dados ${path}.`,
  };
  const hint = {
    en: 'Check DATABASE_URL and the permissions of the folders on the way.',
    pt: 'Confira DATABASE_URL e as permissões das pastas no caminho.',
  };
  return new AppError('store_unusable', message, { hint, cause });
}

function leadsNowhere(path: string, target: string): AppError {
  const message = {
    en: `The database path ${resolve(path)} is a symbolic link to ${target}, which does not exist.`,
    pt: `O caminho do banco de dados ${resolve(path)} é um link simbólico para ${target}, que não existe.`,
  };
  const hint = {
    en: 'Mount or restore what it points to. To begin a new database here, remove the link.',
    pt: 'Monte ou restaure o destino do link. Para começar um banco novo aqui, remova o link.',
  };
  return new AppError('store_unusable', message, { hint });
}

/** The file that SQLite uses where the path is a link: its log, and what is kept of it, stand beside that one. */
export function realDatabase(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

/** Tells the file at a path from every other one; undefined: there is none. */
export function fileAt(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino}`;
}

/** @param path absolute */
export function notInPlace(path: string): AppError {
  const message = {
    en: `The database ${path} was moved, deleted or replaced while this program has it open; nothing is stored in the old file any more.`,
    pt: `O banco de dados ${path} foi movido, apagado ou substituído enquanto este programa o usa; nada mais é gravado no arquivo antigo.`,
  };
  const hint = {
    en: 'Put the file back in its place with its -wal and -shm, or start every lead-intake process anew to use what stands there now.',
    pt: 'Ponha o arquivo de volta no lugar com seus -wal e -shm, ou reinicie todos os processos do lead-intake para usar o que está lá agora.',
  };
  return new AppError('store_moved', message, { hint });
}
