import { type Dirent, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { appError } from '../../messages/messages.ts';
import { command, isForThisMachine, SYSTEMD_RUNS } from './install-service.ts';
import type { Destination } from './plan.ts';
import { cacheFolder, checkSetup, stateFolder } from './service-setup.ts';
import { everyUnitName } from './unit-files.ts';

/** Where `systemctl enable` creates its links, wherever the units are. */
const LINKS_FOLDER = '/etc/systemd/system';
/** The first line of every file written by `service install`; other files stay. */
const MARK = '# Made by `lead-intake service install`';

export interface RemovalPlan {
  readonly destination: Destination;
  /** Names of the units to remove. */
  readonly units: readonly string[];
  /** Units, the links that start them at boot, and the line that creates the user. */
  readonly removed: readonly string[];
  /** Files with these names that were not written by `service install`. */
  readonly foreign: readonly string[];
  /**
   * What exists and stays: settings with secrets, the folder of the database, the cache; and their owner, a user created for them or
   * existing before.
   */
  readonly kept: { readonly paths: readonly string[]; readonly user: string; readonly isUserOurs: boolean };
}

/**
 * Finds what `service install` created with this prefix, whatever its flags; changes nothing.
 *
 * @throws AppError `usage` for a prefix that no installation can have
 */
export function planRemoval(prefix: string, destination: Destination): RemovalPlan {
  // Only the names of the units are needed, which depend on nothing but the prefix.
  const setup = checkSetup({ prefix, program: ['/'], user: prefix, envFile: `/etc/${prefix}.env`, processing: { kind: 'timer' } });
  const { directory, root } = destination;
  const userLine = join(root, '/etc/sysusers.d', `${prefix}.conf`);
  const present = [...everyUnitName(setup).map((name) => join(root, directory, name)), userLine].flatMap((path) => {
    const text = attempt(path, () => readFileSync(path, 'utf8'));
    return text === undefined ? [] : [{ path, text, isOurs: text.startsWith(MARK) }];
  });
  const ours = present.filter(({ isOurs }) => isOurs);
  const units = ours.filter(({ path }) => path !== userLine).map(({ path }) => basename(path));
  const texts = ours.map(({ text }) => text).join('\n');
  const user = /^User=(.+)$/m.exec(texts)?.[1] ?? setup.user;
  return {
    destination,
    units,
    // Links first: they are found through their units, also when an interrupted removal continues.
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
 * Refuses removals that cannot work, before asking or removing anything.
 *
 * @param uid of the user who uninstalls; `undefined` on systems without users
 * @throws AppError `usage` without root
 */
export function checkRemovable(plan: RemovalPlan, uid: number | undefined): void {
  if (!isForThisMachine(plan) || uid === 0) return;
  throw appError('usage', (m) => m.cli.service.removalNeedsRoot, { hint: (m) => m.cli.service.withSudo });
}

/**
 * Stops the units, removes the files and makes systemd forget them. Idempotent; continues an interrupted removal.
 *
 * @returns the system commands that were run, as typed
 * @throws AppError `invalid_input` that says what failed
 */
export async function uninstall(plan: RemovalPlan): Promise<readonly string[]> {
  const ran: string[] = [];
  const hasSystemd = isForThisMachine(plan) && existsSync(SYSTEMD_RUNS);
  // Stop first: a worker only releases its jobs while its unit is known. A template is stopped through its instances.
  const running = plan.units.map((unit) => unit.replace('@.', '@*.'));
  if (hasSystemd && running.length > 0) await command(ran, 'systemctl', 'stop', ...running);
  for (const path of plan.removed) attempt(path, () => rmSync(path, { force: true }));
  if (hasSystemd) await command(ran, 'systemctl', 'daemon-reload');
  return ran;
}

/** The links through which systemd starts the units, including those of template instances. */
function linksOf(units: readonly string[], root: string): readonly string[] {
  const folder = join(root, LINKS_FOLDER);
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() && entry.name.endsWith('.wants'))
    .flatMap(({ name }) => {
      const links = entriesOf(join(folder, name)).filter((entry) => entry.isSymbolicLink());
      return links.filter((link) => units.includes(link.name.replace(/@.*\./, '@.'))).map((link) => join(folder, name, link.name));
    });
}

function entriesOf(folder: string): readonly Dirent[] {
  return attempt(folder, () => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/**
 * Runs a file system call; `undefined` if the path does not exist.
 *
 * @throws AppError `invalid_input`
 */
function attempt<Result>(path: string, act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw appError('invalid_input', (m) => m.cli.service.cannotReadRemoved({ path, code }), {
      hint: (m) => m.cli.service.checkAndRepeat,
      cause: error,
    });
  }
}
