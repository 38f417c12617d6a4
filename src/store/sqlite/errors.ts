import { AppError, type ErrorCode } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { sqliteCode } from './driver.ts';

interface Translation {
  readonly code: ErrorCode;
  readonly message: Translated<string>;
  readonly hint: Translated<string>;
}

const BUSY: Translation = {
  code: 'store_busy',
  message: {
    en: 'The database is locked by another process.',
    pt: 'O banco de dados está bloqueado por outro processo.',
  },
  hint: {
    en: 'It usually clears by itself; if it does not, look for a process that holds the file open (a backup, a database browser).',
    pt: 'Em geral passa sozinho; se não passar, procure um processo que mantém o arquivo aberto (um backup, um visualizador de banco).',
  },
};
const FULL: Translation = {
  code: 'store_full',
  message: {
    en: 'The disk of the database is full.',
    pt: 'O disco do banco de dados está cheio.',
  },
  hint: {
    en: 'Free space or move the database; nothing that was acknowledged is lost. `lead-intake queue prune` deletes old jobs.',
    pt: 'Libere espaço ou mova o banco; nada do que foi confirmado se perde. `lead-intake queue prune` apaga jobs antigos.',
  },
};
const READONLY: Translation = {
  code: 'store_unusable',
  message: {
    en: 'The database cannot be written: the file, its folder or the file system is read-only.',
    pt: 'Não é possível gravar no banco de dados: o arquivo, a pasta ou o sistema de arquivos é somente leitura.',
  },
  hint: {
    en: 'Give the user that runs lead-intake write permission to the database file and to its folder.',
    pt: 'Dê ao usuário que executa o lead-intake permissão de escrita no arquivo do banco e na pasta dele.',
  },
};
const CANNOT_OPEN: Translation = {
  code: 'store_unusable',
  message: {
    en: 'The database file cannot be opened.',
    pt: 'Não foi possível abrir o arquivo do banco de dados.',
  },
  hint: {
    en: 'Check DATABASE_URL: the path must be a file, and its folder must be writable for the user that runs lead-intake.',
    pt: 'Confira DATABASE_URL: o caminho deve ser um arquivo, e o usuário que executa o lead-intake deve poder gravar na pasta.',
  },
};
const NOT_A_DATABASE: Translation = {
  code: 'store_unusable',
  message: {
    en: 'The file is not a SQLite database, or it is damaged.',
    pt: 'O arquivo não é um banco SQLite, ou está danificado.',
  },
  hint: {
    en: 'Check DATABASE_URL. If the file was a database before, keep a copy of it and restore the newest backup.',
    pt: 'Confira DATABASE_URL. Se o arquivo já foi um banco, guarde uma cópia dele e restaure o backup mais recente.',
  },
};
const IO: Translation = {
  code: 'store_unavailable',
  message: {
    en: 'The database file could not be read or written.',
    pt: 'Não foi possível ler ou gravar o arquivo do banco de dados.',
  },
  hint: {
    en: 'Look at the disk and at the system log.',
    pt: 'Verifique o disco e o log do sistema.',
  },
};

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_FULL: FULL,
  // The memory that processes share is a file too, and could not grow.
  SQLITE_IOERR_SHMSIZE: FULL,
  SQLITE_READONLY: READONLY,
  SQLITE_CANTOPEN: CANNOT_OPEN,
  SQLITE_NOTADB: NOT_A_DATABASE,
  SQLITE_CORRUPT: NOT_A_DATABASE,
  SQLITE_IOERR: IO,
};

/** An error of the driver in the store's words, told apart by SQLite's result code, never by text. */
export function toStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = sqliteCode(error);
  const translation =
    code === undefined || isOfOneOperation(code) ? undefined : (TRANSLATIONS[code] ?? TRANSLATIONS[primaryCode(code)] ?? IO);
  if (translation === undefined) {
    return new AppError(
      'internal',
      { en: 'The database refused an operation.', pt: 'O banco de dados recusou uma operação.' },
      { cause: error },
    );
  }
  return new AppError(translation.code, translation.message, { hint: translation.hint, cause: error });
}

/** Codes that are about what one operation asked, not about the database. */
function isOfOneOperation(code: string): boolean {
  return /^SQLITE_(CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG|MISUSE)/.test(code);
}

/** True for a broken UNIQUE, FOREIGN KEY, NOT NULL or CHECK rule. */
export function isConstraintError(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') ?? false;
}

/** True for trouble of the disk itself: a read, a write or a sync that failed. */
export function isDiskError(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_IOERR') ?? false;
}

export function isBusyError(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && TRANSLATIONS[primaryCode(code)] === BUSY;
}

/** `SQLITE_IOERR_WRITE` → `SQLITE_IOERR` */
function primaryCode(code: string): string {
  return code.split('_').slice(0, 2).join('_');
}
