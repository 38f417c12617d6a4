import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** By then, every process has long finished writing, in ms. */
const ABANDONED_MS = 3_600_000;
const WRITABLE_BY_OTHERS = 0o022;

/** A native library that the executable contains. */
export interface PackedLibrary {
  /** Its file name; it changes with the content. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes a library where the system's loader can read it, and loads it. The file stays for the next start.
 *
 * The loaded code is executed, so it must be exactly what was packed: the folder and the file belong to this user and nobody else can write to
 * them, the bytes are compared, and the loader gets the compared file, not its name. A file is renamed into place when it is complete, so processes
 * that start at the same time never see half of one.
 *
 * @param base a folder of this user
 * @param below the path of a folder only for libraries, as names below the base; missing folders are created, other files in the last are removed
 * @param load gets a path that may not exist later
 * @throws Error if the folder cannot be written or trusted, or the library cannot be loaded from it
 */
export function loadUnpacked<Loaded>(
  library: PackedLibrary,
  base: string,
  below: readonly string[],
  load: (path: string) => Loaded,
): Loaded {
  const path = join(makeOwnFolder(base, below), library.name);
  const descriptor = openIntact(path, library.bytes) ?? openIntact(write(library, path), library.bytes);
  if (descriptor === undefined) throw new Error(`${path} was changed by somebody else`);
  try {
    return load(descriptorPath(descriptor) ?? path);
  } finally {
    closeSync(descriptor);
  }
}

/** One level at a time: if a folder cannot be created although its parent exists (/proc), a recursive mkdir never returns. */
function makeOwnFolder(base: string, below: readonly string[]): string {
  // With sudo, the base may be in another user's home, where no folders of root should appear.
  if (!isOurs(statSync(base))) throw new Error('it belongs to another user');
  let folder = base;
  for (const name of below) {
    folder = join(folder, name);
    if (!existsSync(folder)) makeFolder(folder);
  }
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || !isOursAlone(stats)) throw new Error(`${folder} is not a folder of this user alone`);
  return folder;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process has created it.
    if (!existsSync(path)) throw error;
  }
}

/** Opens the file if it is exactly what was packed; `undefined` if it is missing, damaged or not ours. */
function openIntact(path: string, bytes: Uint8Array): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile() && isOursAlone(stats) && stats.size === bytes.length && readFileSync(descriptor).equals(bytes)) return descriptor;
  closeSync(descriptor);
  return undefined;
}

function write({ name, bytes }: PackedLibrary, path: string): string {
  const folder = dirname(path);
  const unfinished = join(folder, `unfinished-${process.pid}-${randomBytes(8).toString('hex')}`);
  try {
    writeFileSync(unfinished, bytes, { flag: 'wx', mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  removeOld(folder, name);
  return path;
}

/** Removes files of earlier versions and of killed processes. A running process keeps what it has loaded. */
function removeOld(folder: string, current: string): void {
  for (const name of readdirSync(folder).filter((name) => name !== current)) {
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (!name.startsWith('unfinished-') || age > ABANDONED_MS) rmSync(path, { force: true, recursive: true });
  }
}

function isOursAlone(stats: Stats): boolean {
  return isOurs(stats) && (stats.mode & WRITABLE_BY_OTHERS) === 0;
}

function isOurs({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** The open file itself, whatever its name refers to now; `undefined` if the system has no /proc. */
function descriptorPath(descriptor: number): string | undefined {
  const path = `/proc/self/fd/${descriptor}`;
  return existsSync(path) ? path : undefined;
}
