import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
// Not looked up by name: Node 22 has no getAssetKeys, and the executable is not built with it.
import sea from 'node:sea';
import { AppError } from '../../base/app-error.ts';
import { loadUnpacked, type PackedLibrary } from '../../base/unpack-library.ts';

/** The executable carries better-sqlite3's compiled addon under this name, followed by a hash. */
const ADDON_ASSET = 'better_sqlite3-';

let addon: object | undefined;

/**
 * better-sqlite3's compiled addon from inside the executable, unpacked once to a folder where this user may write and run files. Outside
 * the executable `undefined`: better-sqlite3 then finds it among the installed packages.
 *
 * @param dataFolder the folder of the database; the only folder a service can certainly write to
 * @throws AppError `store_unusable` if there is no folder to unpack to
 */
export function packagedAddon(dataFolder: string): object | undefined {
  if (!sea.isSea()) return undefined;
  addon ??= loadFromFirst(unpackPlaces(process.env, dataFolder));
  return addon;
}

/** A folder that should exist, and the folders to create in it. */
interface UnpackPlace {
  readonly base: string;
  readonly below: readonly string[];
}

/** Where the addon may be unpacked, best first: the service manager's folders, the user's cache, next to the database. */
export function unpackPlaces(env: Readonly<NodeJS.Dict<string>>, dataFolder: string): readonly UnpackPlace[] {
  const places = [
    // systemd separates several with colons.
    { base: env['CACHE_DIRECTORY']?.split(':')[0], below: ['native'] },
    { base: env['STATE_DIRECTORY']?.split(':')[0], below: ['.native'] },
    { base: env['XDG_CACHE_HOME'], below: ['lead-intake', 'native'] },
    { base: env['HOME'], below: ['.cache', 'lead-intake', 'native'] },
    { base: resolve(dataFolder), below: ['.lead-intake-native'] },
  ];
  return places.flatMap(({ base, below }) => (base !== undefined && isAbsolute(base) ? [{ base, below }] : []));
}

function loadFromFirst(places: readonly UnpackPlace[]): object {
  const library = packedLibrary();
  const ways = [
    ...places.map(({ base, below }) => ({ folder: base, load: () => loadUnpacked(library, base, below, loadAddon) })),
    { folder: tmpdir(), load: () => loadFromTemporaryFolder(library) },
  ];
  const failures: string[] = [];
  for (const { folder, load } of ways) {
    try {
      return load();
    } catch (error) {
      failures.push(`${folder}: ${(error as Error).message}`);
    }
  }
  throw new AppError('store_unusable', 'The database library could not be unpacked: no folder can be written and run from.', {
    hint: `Set XDG_CACHE_HOME to a folder that belongs to the user of lead-intake and is not mounted noexec. Tried: ${failures.join('; ')}.`,
  });
}

/** Deleted once loaded: no later start would find it. */
function loadFromTemporaryFolder(library: PackedLibrary): object {
  const folder = mkdtempSync(join(tmpdir(), 'lead-intake-'));
  try {
    return loadUnpacked(library, folder, [], loadAddon);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packedLibrary(): PackedLibrary {
  const name = sea.getAssetKeys().find((key) => key.startsWith(ADDON_ASSET)) ?? '';
  return { name, bytes: Buffer.from(sea.getRawAsset(name)) };
}

function loadAddon(path: string): object {
  const module: { exports: object } = { exports: {} };
  process.dlopen(module, path);
  return module.exports;
}
