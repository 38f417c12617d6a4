import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../base/app-error.ts';

/**
 * Makes the file and its folders where they are missing. It is its owner's alone: it holds personal data. SQLite gives its -wal and
 * -shm the same mode.
 * @throws AppError `store_unusable`
 */
export function makeFile(path: string): void {
  refuseLoneLog(path);
  try {
    makeFolders(dirname(path));
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
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
  if (!existsSync(log) || existsSync(path)) return;
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

/** @throws AppError `store_unusable` when there is no file */
export function refuseMissing(path: string): void {
  if (existsSync(path)) return;
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

/** @throws AppError `store_unusable` when the path is a folder, or cannot be reached */
export function refuseDirectory(path: string): void {
  if (!isDirectory(path)) return;
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

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    const message = {
      en: `The database path ${path} cannot be reached.`,
      pt: `Não foi possível chegar ao caminho do banco de dados ${path}.`,
    };
    const hint = {
      en: 'Check DATABASE_URL and the permissions of the folders on the way.',
      pt: 'Confira DATABASE_URL e as permissões das pastas no caminho.',
    };
    throw new AppError('store_unusable', message, { hint, cause: error });
  }
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
