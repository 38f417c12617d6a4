import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { appError, inEveryLanguage, type Sentence } from '../../messages/messages.ts';
import type { Destination, InstallationPlan, PlannedFile } from './plan.ts';
import { hiddenProgramRemark } from './service-setup.ts';

const run = promisify(execFile);

/** Exists if systemd manages this machine; sd_booted(3) checks the same path. */
export const SYSTEMD_RUNS = '/run/systemd/system';
const READABLE_BY_OTHERS = 0o077;

/** An installation on this machine, not into the files of an image. */
export function isForThisMachine({ destination }: { readonly destination: Destination }): boolean {
  return destination.root === '/';
}

/**
 * Refuses installations that cannot work, before asking or writing anything.
 *
 * @param uid of the user who installs; `undefined` on systems without users
 * @throws AppError `usage` without root, `invalid_input` for a program that the units cannot start, `conflict` for changed files, unless
 * `force`
 */
export function checkInstallable(plan: InstallationPlan, { uid, force }: { uid: number | undefined; force: boolean }): void {
  if (isForThisMachine(plan)) {
    if (uid !== 0) throw appError('usage', (m) => m.cli.service.installNeedsRoot, { hint: (m) => m.cli.service.installNeedsRootHint });
    checkProgram(plan);
  }
  const changed = plan.files.filter(({ state }) => state === 'changed');
  const list = changed.map(({ path }) => `\n  ${path}`).join('');
  if (changed.length > 0 && !force) {
    throw appError('conflict', (m) => m.cli.service.filesDiffer({ list }), { hint: (m) => m.cli.service.filesDifferHint });
  }
}

/** What an installation did. */
export interface InstallationResult {
  readonly written: readonly string[];
  /** The system commands that were run, as typed. */
  readonly ran: readonly string[];
  /** What it left to do, and why, as sentences. */
  readonly remarks: readonly Translated<string>[];
}

/**
 * Creates the user, writes the files, makes the user the owner of the settings, and makes systemd read the units. Idempotent; continues an
 * interrupted installation.
 *
 * @throws AppError `invalid_input` that says what failed, and what was written before
 */
export async function install(plan: InstallationPlan): Promise<InstallationResult> {
  const ran: string[] = [];
  const wanted = plan.files.filter(({ state }) => state === 'new' || state === 'changed');
  if (isForThisMachine(plan)) {
    writeFiles(wanted.filter((file) => file === plan.userLine));
    await command(ran, 'systemd-sysusers', plan.userLine.path);
    // Systemd reads the settings as root; operators who run commands as the service's user need to read them too.
    const owner = await idsOf(plan.setup.user);
    writeFiles(wanted.filter((file) => file !== plan.userLine).map((file) => (file === plan.settings ? { ...file, owner } : file)));
    if (existsSync(SYSTEMD_RUNS)) await command(ran, 'systemctl', 'daemon-reload');
  } else {
    writeFiles(wanted);
  }
  return { written: wanted.map(({ path }) => path), ran, remarks: remarksOn(plan) };
}

/**
 * Runs a system command and records it as typed.
 *
 * @throws AppError `invalid_input` with the command's output
 */
export async function command(ran: string[], file: string, ...args: readonly string[]): Promise<void> {
  const line = [file, ...args].join(' ');
  try {
    await run(file, args);
    ran.push(line);
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: string | number };
    const why = stderr?.trim() || (code === 'ENOENT' ? 'ENOENT' : String(code));
    throw appError('invalid_input', (m) => m.cli.service.failed({ line, why }), {
      hint: (m) => m.cli.service.runAgain,
      cause: error,
    });
  }
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

function remarksOn(plan: InstallationPlan): readonly Translated<string>[] {
  const { settings, leftOver } = plan;
  const { user, envFile } = plan.setup;
  const remarks: Sentence[] = [];
  if ((statSync(settings.path).mode & READABLE_BY_OTHERS) !== 0)
    remarks.push((m) => m.cli.service.secretsReadable({ path: settings.path }));
  if (!isForThisMachine(plan)) remarks.push((m) => m.cli.service.userByImage({ user, envFile }));
  else if (!existsSync(SYSTEMD_RUNS)) remarks.push((m) => m.cli.service.noSystemd);
  for (const { path } of leftOver) remarks.push((m) => m.cli.service.leftOver({ path }));
  return remarks.map((remark) => inEveryLanguage(remark));
}

function checkProgram({ setup }: InstallationPlan): void {
  const hint: Sentence = (m) => m.cli.service.copyProgram;
  const hidden = hiddenProgramRemark(setup);
  if (hidden !== undefined) throw appError('invalid_input', (_m, language) => hidden[language], { hint });
  const [file = ''] = setup.program;
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    throw appError('invalid_input', (m) => m.cli.service.noProgram({ file }), { hint, cause: error });
  }
}

interface FileToWrite extends PlannedFile {
  /** Default: the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/**
 * Writes all files or none: every text is on disk under another name before the first file is put in place. Creates folders.
 *
 * @throws AppError `invalid_input` that says what was written: nothing, unless the file system fails during the renames
 */
function writeFiles(files: readonly FileToWrite[]): void {
  const staged = new Map<FileToWrite, string>();
  const inPlace: string[] = [];
  let path = '';
  try {
    for (const file of files) {
      path = file.path;
      mkdirSync(dirname(path), { recursive: true });
      // Systemd ignores names with this suffix.
      const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.new`);
      staged.set(file, temporary);
      stage(file, temporary);
    }
    for (const [file, temporary] of staged) {
      path = file.path;
      putInPlace(file, temporary);
      inPlace.push(path);
    }
  } catch (error) {
    throw notWritten(path, error, inPlace);
  } finally {
    for (const temporary of staged.values()) rmSync(temporary, { force: true });
  }
}

function stage({ text, mode, owner }: FileToWrite, temporary: string): void {
  const file = openSync(temporary, 'wx', mode);
  try {
    // The installing user's umask must not decide whether systemd can read the file.
    fchmodSync(file, mode);
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function putInPlace({ path, onlyIfMissing }: FileToWrite, temporary: string): void {
  if (onlyIfMissing !== true) {
    renameSync(temporary, path);
    return;
  }
  try {
    // A rename would replace a file that another installation has just created.
    linkSync(temporary, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function notWritten(path: string, error: unknown, inPlace: readonly string[]): AppError {
  const why = (error as NodeJS.ErrnoException).code ?? String(error);
  const others = inPlace.length === 0 ? undefined : inPlace.join(', ');
  return appError('invalid_input', (m) => m.cli.service.cannotBeWritten({ path, why, others }), {
    hint: (m) => m.cli.service.checkFolderAndRepeat,
    cause: error,
  });
}
