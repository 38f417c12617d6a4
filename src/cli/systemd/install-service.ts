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
import { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { Destination, InstallationPlan } from './plan.ts';
import { hiddenProgramRemark } from './service-setup.ts';

const run = promisify(execFile);

/** Exists while systemd manages this machine; sd_booted(3) looks at the same. */
export const SYSTEMD_RUNS = '/run/systemd/system';
const READABLE_BY_OTHERS = 0o077;

/** An installation into this machine rather than into the files of an image. */
export function isForThisMachine({ destination }: { readonly destination: Destination }): boolean {
  return destination.root === '/';
}

/**
 * Refuses what could not work, before anybody is asked and anything is written.
 *
 * @param uid of whoever installs; undefined on systems without users
 * @throws AppError `usage` without root, `invalid_input` for a program that the units cannot start, `conflict` for files that were
 *   changed, unless `force`
 */
export function checkInstallable(plan: InstallationPlan, { uid, force }: { uid: number | undefined; force: boolean }): void {
  if (isForThisMachine(plan)) {
    if (uid !== 0) throw appError('usage', (m) => m.cli.service.onlyRootMayInstall, { hint: (m) => m.cli.service.runSudoLeadIntake });
    checkProgram(plan);
  }
  const changed = plan.files.filter(({ state }) => state === 'changed').map(({ path }) => path);
  if (changed.length > 0 && !force) throw wouldReplace(changed);
}

/** What an installation has done beside writing files. */
export interface InstallationResult {
  readonly written: readonly string[];
  /** The commands of the system it ran, as typed. */
  readonly ran: readonly string[];
  /** What it left to do and why, as sentences. */
  readonly remarks: readonly Translated<string>[];
}

/**
 * Makes the user, writes the files, gives it its settings, and has systemd read the units. Again is fine, and goes on where an
 * installation stopped.
 *
 * @throws AppError `invalid_input` that says what failed, and what was written before
 */
export async function install(plan: InstallationPlan): Promise<InstallationResult> {
  const ran: string[] = [];
  const wanted = plan.files.filter(({ state }) => state === 'new' || state === 'changed');
  if (isForThisMachine(plan)) {
    writeFiles(wanted.filter((file) => file === plan.userLine));
    await command(ran, 'systemd-sysusers', plan.userLine.path);
    // Systemd reads the settings as root; operators who run commands as the service's user have to read them too.
    const owner = await idsOf(plan.setup.user);
    writeFiles(wanted.filter((file) => file !== plan.userLine).map((file) => (file === plan.settings ? { ...file, owner } : file)));
    if (existsSync(SYSTEMD_RUNS)) await command(ran, 'systemctl', 'daemon-reload');
  } else {
    writeFiles(wanted);
  }
  return {
    written: wanted.map(({ path }) => path),
    ran,
    remarks: [...settingsRemarks(plan), ...systemRemarks(plan), ...leftOverRemarks(plan)],
  };
}

/**
 * Runs a command of the system, and notes it as typed.
 *
 * @throws AppError `invalid_input` with what it said
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
      hint: (m) => m.cli.service.mendRunSameCommand,
      cause: error,
    });
  }
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)));
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

function settingsRemarks({ settings }: InstallationPlan): readonly Translated<string>[] {
  if ((statSync(settings.path).mode & READABLE_BY_OTHERS) === 0) return [];
  return [inEveryLanguage((m) => m.cli.service.othersMayReadSecrets({ path: settings.path }))];
}

function systemRemarks(plan: InstallationPlan): readonly Translated<string>[] {
  if (!isForThisMachine(plan)) {
    return [inEveryLanguage((m) => m.cli.service.theImageMakesUser({ user: plan.setup.user, envFile: plan.setup.envFile }))];
  }
  if (existsSync(SYSTEMD_RUNS)) return [];
  return [inEveryLanguage((m) => m.cli.service.systemdDoesNotManage)];
}

function leftOverRemarks({ leftOver }: InstallationPlan): readonly Translated<string>[] {
  return leftOver.map(({ path }) => inEveryLanguage((m) => m.cli.service.isLeftOverInstallation({ path })));
}

function checkProgram({ setup }: InstallationPlan): void {
  const hint = inEveryLanguage((m) => m.cli.service.copyUsrLocalBin);
  const hidden = hiddenProgramRemark(setup);
  if (hidden !== undefined) throw new AppError('invalid_input', hidden, { hint });
  const [file = ''] = setup.program;
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    throw new AppError(
      'invalid_input',
      inEveryLanguage((m) => m.cli.service.thereNoProgramCan({ file })),
      { hint, cause: error },
    );
  }
}

function wouldReplace(paths: readonly string[]): AppError {
  const list = paths.map((path) => `\n  ${path}`).join('');
  return appError('conflict', (m) => m.cli.service.theseFilesAlreadyAnother({ list }), { hint: (m) => m.cli.service.compareOneLeadIntake });
}

interface FileToWrite {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** Left out: whoever writes it. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** A file that appeared meanwhile stays. */
  readonly onlyIfMissing?: boolean;
}

/**
 * Writes all files or none: every text is on disk under another name before the first file takes its place. Folders are made.
 *
 * @throws AppError `invalid_input` that says what was written: nothing, unless the file system fails while names are changed
 */
function writeFiles(files: readonly FileToWrite[]): void {
  const staged = new Map<FileToWrite, string>();
  const inPlace: string[] = [];
  let path = '';
  try {
    for (const file of files) {
      path = file.path;
      mkdirSync(dirname(path), { recursive: true });
      // Systemd does not read names with this ending.
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
    // The umask of whoever installs must not decide what systemd may read.
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
    // A rename would replace a file that another installation has just made.
    linkSync(temporary, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function notWritten(path: string, error: unknown, inPlace: readonly string[]): AppError {
  const why = (error as NodeJS.ErrnoException).code ?? String(error);
  const others = inPlace.length === 0 ? undefined : inPlace.join(', ');
  return appError('invalid_input', (m) => m.cli.service.cannotBeWritten({ path, why, others }), {
    hint: (m) => m.cli.service.checkPermissionsFreeSpace,
    cause: error,
  });
}
