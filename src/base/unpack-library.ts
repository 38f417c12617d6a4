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

/** Long after any process has finished writing, in ms. */
const ABANDONED_MS = 3_600_000;
const WRITABLE_BY_OTHERS = 0o022;

/** A file of machine code that the executable carries. */
export interface PackedLibrary {
  /** Its name on disk; it changes with the content. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Puts a library where the system's loader can read it, and loads it. The file stays, and the next start finds it.
 *
 * What is loaded is run, so it must be what was packed: the folder and the file belong to this user and nobody else may
 * write them, the bytes are compared, and the loader is given the file that was compared, not its name. A file appears
 * under its name by a rename, whole, so processes that start at the same moment do not meet a half of it.
 *
 * @param base a folder of this user
 * @param below the folder for libraries alone, as names below the base; what is missing is made, what else lies in the last is removed
 * @param load given a path that may be gone later
 * @throws Error when the folder cannot be written or trusted, or the library cannot be loaded from there
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

/** Level by level: where a folder cannot be made although its parent exists (/proc), making all in one go never returns. */
function makeOwnFolder(base: string, below: readonly string[]): string {
  // Through sudo a program may get the home of somebody else, who should not find folders of root there.
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
    // Another process made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/** Opens the file if it is exactly what was packed; undefined when it is missing, damaged or not ours. */
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

/** Removes what earlier versions unpacked, and what a process that was killed left. A running process keeps what it has loaded. */
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

/** The open file itself, whatever its name means by now; undefined where the system has no /proc. */
function descriptorPath(descriptor: number): string | undefined {
  const path = `/proc/self/fd/${descriptor}`;
  return existsSync(path) ? path : undefined;
}
