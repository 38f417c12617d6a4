/** Backups of a PostgreSQL database, by the programs that PostgreSQL has for them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { databaseName, databasePath, isPostgresUrl, shownDatabase } from '../config/database-path.ts';
import { openStore } from '../store/open-store.ts';
import { journalEntries } from '../store/sql/privacy/stored-erasures.ts';
import { type BackupSource, fileSource } from './back-up.ts';
import { hashFile, journalBeside } from './backup-files.ts';
import { type BackupKey, decryptFile, makeDecrypter } from './encrypted-backups.ts';
import { fileStem, inspectDump, journalOfDump } from './inspect-dump.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { type BackupVerification, existingFile, type Restored, type RestoreRequest, verificationOf } from './restore-backup.ts';

/** @throws AppError `store_unusable` if a file is missing */
export function backupSource(databaseUrl: string): BackupSource {
  return isPostgresUrl(databaseUrl) ? serverSource(databaseUrl) : fileSource(databasePath(databaseUrl));
}

function serverSource(url: string): BackupSource {
  return {
    name: shownDatabase(url),
    stem: fileStem(databaseName(url)),
    ending: '.dump',
    folder: resolve('backups'),
    workFolder: resolve('.'),
    // Compressed, so nobody knows before.
    size: () => 0,
    isLive: () => false,
    async copy(path, { signal }) {
      await runPostgresProgram({
        program: 'pg_dump',
        args: ['--format=custom', '--exclude-table=restauracao', `--file=${path}`],
        url,
        signal,
      });
      return await inspectDump(path, signal);
    },
    async onDone(path) {
      const { serverErasures } = await import('../store/postgres/restore-server.ts');
      journalBeside(dirname(path), fileStem(databaseName(url))).complete(await serverErasures(url));
    },
    async note({ action, target, detail }, operator) {
      await using store = await openStore(url, operator.now, {});
      await store.recordActivity(action, target, detail, operator);
      return true;
    },
  };
}

/** Verifies a dump without changing anything. Throws as `checkBackup`, and `not_found` without `pg_restore`. */
export async function checkDump(file: string, key: BackupKey, signal: AbortSignal): Promise<BackupVerification> {
  return await withDump(file, key, signal, async (verification) => verification);
}

/**
 * Replaces the contents of a database with a dump, in one transaction. Erasures that the dump does not know are repeated: those of the
 * database that is replaced, and those in the journal of the dumped one, next to the dump. Until that is done, the database is refused by
 * whatever else opens it.
 *
 * @throws AppError `conflict` while a process uses the database, `not_found`, `store_…`, `usage` as `restoreBackup`; the signal's abort reason
 */
export async function restoreDump(request: Omit<RestoreRequest, 'database'> & { readonly url: string }): Promise<Restored> {
  const { file, key, url, operator, signal, onErasing } = request;
  return await withDump(file, key, signal, async (verification, dump) => {
    const isWanted = verification.problems.length === 0 && (await request.confirm(verification));
    if (!isWanted) return { verification, isDone: false, kept: null, erasedAgain: 0 };
    const { finishRestore, lockForRestore, replaceLocked } = await import('../store/postgres/restore-server.ts');
    const folder = dirname(verification.path);
    const journal = journalBeside(folder, fileStem(databaseName(url)));
    {
      await using locked = await lockForRestore(url, operator.now);
      // On disk first: the database forgets those that the dump does not know.
      journal.complete([...(await journalOfDump(dump, folder, signal)).read(), ...(await journalEntries(locked, null))]);
      await replaceLocked(locked, () => replaceContents(url, dump, signal));
    }
    const target = basename(verification.path);
    const erasedAgain = await finishRestore(url, { journal, target, operator }, { signal, onProgress: onErasing });
    return { verification, isDone: true, kept: null, erasedAgain };
  });
}

/** Lines of `pg_restore --list`. The mark of the restore is in the schema, and extensions belong to the administrator: neither can be dropped. */
const KEPT = /^\d+; \d+ \d+ (COMMENT - )?(SCHEMA|EXTENSION) /;

async function replaceContents(url: string, dump: string, signal: AbortSignal): Promise<void> {
  const lines: string[] = [];
  await runPostgresProgram({ program: 'pg_restore', args: ['--list', dump], signal, onLine: (line) => lines.push(line) });
  const folder = mkdtempSync(join(tmpdir(), 'lead-intake-'));
  try {
    const list = join(folder, 'list');
    writeFileSync(list, lines.filter((line) => !KEPT.test(line)).join('\n'));
    const options = ['--clean', '--if-exists', '--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runPostgresProgram({ program: 'pg_restore', args: [...options, `--use-list=${list}`, dump], url, signal });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Decrypts the dump if needed, and verifies it. */
async function withDump<Result>(
  file: string,
  key: BackupKey,
  signal: AbortSignal,
  use: (verification: BackupVerification, dump: string) => Promise<Result>,
): Promise<Result> {
  const path = existingFile(file);
  const decrypter = await makeDecrypter(path, key);
  const sha256 = await hashFile(path, signal);
  const verify = (dump: string) => inspectDump(dump, signal, dirname(path));
  if (decrypter === undefined) return await use(await verificationOf(path, path, { sha256 }, verify), path);
  const staged = join(resolve('.'), `${basename(path)}.${process.pid}.partial`);
  try {
    const problem = await decryptFile(decrypter, path, staged, signal);
    return await use(await verificationOf(path, staged, { sha256, problem }, verify), staged);
  } finally {
    rmSync(staged, { force: true });
  }
}
