import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';
import { command, isForThisMachine, SYSTEMD_RUNS } from './install-service.ts';
import type { Destination } from './plan.ts';
import { cacheFolder, checkSetup, stateFolder } from './service-setup.ts';
import { everyUnitName } from './unit-files.ts';

/** Where `systemctl enable` puts its links, wherever the units themselves are. */
const LINKS_FOLDER = '/etc/systemd/system';
/** How every file begins that `service install` has made; files of other people stay. */
const MARK = '# Made by `lead-intake service install`';

export interface RemovalPlan {
  readonly destination: Destination;
  /** Names of the units that go. */
  readonly units: readonly string[];
  /** Units, the links that start them at boot, and the line that makes the user. */
  readonly removed: readonly string[];
  /** Files of those names that somebody else has made. */
  readonly foreign: readonly string[];
  /** What is there and stays: settings with secrets, the folder of the database, the cache; the user who owns them, made for them or there before. */
  readonly kept: { readonly paths: readonly string[]; readonly user: string; readonly isUserOurs: boolean };
}

/**
 * Finds what `service install` made under this prefix, with whatever flags; changes nothing.
 *
 * @throws AppError `usage` for a prefix that no installation can have
 */
export function planRemoval(prefix: string, destination: Destination): RemovalPlan {
  // Only the names of the units are asked for, which nothing but the prefix decides.
  const setup = checkSetup({ prefix, program: ['/'], user: prefix, envFile: `/etc/${prefix}.env`, processing: { kind: 'timer' } });
  const { directory, root } = destination;
  const userLine = join(root, '/etc/sysusers.d', `${prefix}.conf`);
  const present = [...everyUnitName(setup).map((name) => join(root, directory, name)), userLine].flatMap((path) => {
    const text = textOf(path);
    return text === undefined ? [] : [{ path, text, isOurs: text.startsWith(MARK) }];
  });
  const ours = present.filter(({ isOurs }) => isOurs);
  const units = ours.filter(({ path }) => path !== userLine).map(({ path }) => basename(path));
  const texts = ours.map(({ text }) => text).join('\n');
  const user = /^User=(.+)$/m.exec(texts)?.[1] ?? setup.user;
  return {
    destination,
    units,
    // Links first: they are found by their units, also when a removal goes on where it stopped.
    removed: [...linksOf(units, root), ...ours.map(({ path }) => path)],
    foreign: present.filter(({ isOurs }) => !isOurs).map(({ path }) => path),
    kept: {
      paths: [/^EnvironmentFile=(.+)$/m.exec(texts)?.[1] ?? setup.envFile, stateFolder(setup), cacheFolder(setup)]
        .map((path) => join(root, path))
        .filter((path) => existsSync(path)),
      user,
      isUserOurs: user === prefix,
    },
  };
}

/**
 * Refuses what could not work, before anybody is asked and anything is removed.
 *
 * @param uid of whoever uninstalls; undefined on systems without users
 * @throws AppError `usage` without root
 */
export function checkRemovable(plan: RemovalPlan, uid: number | undefined): void {
  if (!isForThisMachine(plan) || uid === 0) return;
  throw appError('usage', (m) => m.cli.service.onlyRootMayTake, { hint: (m) => m.cli.service.runItWithSudo });
}

/**
 * Stops the units, removes the files and has systemd forget them. Again is fine, and goes on where it stopped.
 *
 * @returns the commands of the system it ran, as typed
 * @throws AppError `invalid_input` that says what failed
 */
export async function uninstall(plan: RemovalPlan): Promise<readonly string[]> {
  const ran: string[] = [];
  const hasSystemd = isForThisMachine(plan) && existsSync(SYSTEMD_RUNS);
  // First: a worker gives back what it holds only while its unit is known.
  if (hasSystemd && plan.units.length > 0) await command(ran, 'systemctl', 'stop', ...plan.units.map(instancesOf));
  for (const path of plan.removed) remove(path);
  if (hasSystemd) await command(ran, 'systemctl', 'daemon-reload');
  return ran;
}

/** A template is stopped by its instances. */
function instancesOf(unit: string): string {
  return unit.replace('@.', '@*.');
}

/** The links by which systemd starts the units, those of instances of a template too. */
function linksOf(units: readonly string[], root: string): readonly string[] {
  const folder = join(root, LINKS_FOLDER);
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() && entry.name.endsWith('.wants'))
    .flatMap(({ name }) => {
      const links = entriesOf(join(folder, name)).filter((entry) => entry.isSymbolicLink());
      return links.filter((link) => units.includes(link.name.replace(/@.*\./, '@.'))).map((link) => join(folder, name, link.name));
    });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw unusable(folder, error);
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unusable(path, error);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw unusable(path, error);
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function unusable(path: string, error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return appError('invalid_input', (m) => m.cli.service.cannotReadRemoved({ path, code }), {
    hint: (m) => m.cli.service.checkWhatPermissionsRun,
    cause: error,
  });
}
