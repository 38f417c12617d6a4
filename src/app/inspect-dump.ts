import { statSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { SERVER_SCHEMA_VERSION } from '../store/postgres/migrate.ts';
import type { FileJournal } from '../store/sql/privacy/journal.ts';
import { fileBegins, journalBeside } from './backup-files.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { NO_JOURNAL, unusableBackup, type Verification } from './verify-backup.ts';

/** Of `pg_dump --format=custom`. */
const DUMP_BEGINS = 'PGDMP';

/**
 * Reads a whole dump, by writing it as SQL that nobody runs.
 *
 * @param folder where the journal of erasures has to be; `undefined` for a dump that is being made
 */
export async function inspectDump(path: string, signal: AbortSignal, folder?: string): Promise<Verification> {
  const { size } = statSync(path);
  const unusable = (problem: Translated<string>): Verification => unusableBackup(size, problem);
  if (!fileBegins(path, DUMP_BEGINS)) return unusable(inEveryLanguage((m) => m.errors.backups.notADump));
  const contents = new DumpContents();
  try {
    const args = ['--data-only', '--file=-', path];
    await runPostgresProgram({ program: 'pg_restore', args, signal, onLine: (line) => contents.read(line) });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store_unavailable') throw error;
    return unusable(inEveryLanguage((_, language) => error.inLanguage(language).message));
  }
  const { version, events, leads, jobs, newestEventAt } = contents;
  if (version === 0) return unusable(inEveryLanguage((m) => m.errors.backups.empty));
  const newer = inEveryLanguage((m) => m.errors.schema.newer({ version, newest: SERVER_SCHEMA_VERSION }).message);
  return {
    bytes: size,
    schemaVersion: version,
    contents: { events, leads, jobs, newestEventAt: newestEventAt === 0 ? null : newestEventAt },
    problems: version > SERVER_SCHEMA_VERSION ? [newer] : [],
    warnings: folder === undefined || (await journalOfDump(path, folder, signal)).exists ? [] : [NO_JOURNAL],
  };
}

/** That of the database that was dumped, which is not always the one that is restored. */
export async function journalOfDump(dump: string, folder: string, signal: AbortSignal): Promise<FileJournal> {
  let database = '';
  const onLine = (line: string): void => {
    database ||= /^; +dbname: (.*)$/.exec(line)?.[1] ?? '';
  };
  await runPostgresProgram({ program: 'pg_restore', args: ['--list', dump], signal, onLine });
  return journalBeside(folder, fileStem(database));
}

/** How the files of a database are called. */
export function fileStem(database: string): string {
  return database.replaceAll('/', '_');
}

/** What the lines of a dump contain: `COPY public.eventos (id, …) FROM stdin;`, a line for each row, `\\.`. The schema may be quoted. */
class DumpContents {
  version = 0;
  events = 0;
  leads = 0;
  jobs = 0;
  newestEventAt = 0;
  #table = '';
  #columns: readonly string[] = [];

  read(line: string): void {
    if (this.#table === '') {
      const [, table = '', columns = ''] = /^COPY (?:(?:"(?:[^"]|"")*"|[^ ".]+)\.)?(\w+) \((.*)\) FROM stdin;$/.exec(line) ?? [];
      this.#table = table;
      this.#columns = columns.split(', ');
    } else if (line === '\\.') this.#table = '';
    else this.#count(line);
  }

  #count(line: string): void {
    const numberOf = (column: string): number => Number(line.split('\t', this.#columns.length)[this.#columns.indexOf(column)]);
    switch (this.#table) {
      case 'migracoes':
        this.version = Math.max(this.version, numberOf('versao'));
        break;
      case 'eventos':
        this.events += 1;
        this.newestEventAt = Math.max(this.newestEventAt, numberOf('recebido_em'));
        break;
      case 'lead_linhas':
        this.leads += 1;
        break;
      case 'fila_vivos':
      case 'fila_encerrados':
        this.jobs += 1;
        break;
    }
  }
}
