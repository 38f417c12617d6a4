import { closeSync, fdatasyncSync, openSync, readFileSync, realpathSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

/** The machine of a measurement. The figures mean little without it. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  /** Load average of the minute before the run: other work on the machine distorts the figures. */
  readonly load: number;
  readonly system: string;
  readonly node: string;
  readonly fileSystem: string;
  /** The time of one small synced write in the folder, in ms. It limits the rate of accepted events. */
  readonly syncMs: number;
}

/** File systems in memory, which never sync. */
const IN_MEMORY: readonly string[] = ['tmpfs', 'ramfs'];

const SYNC_TRIES = 50;
const SYNC_BYTES = 4_096;
const UNKNOWN = 'unknown file system';

export function describeMachine(folder: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() || 'unknown processor',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    load: loadavg()[0] ?? 0,
    system: `${type()} ${release()}`,
    node: process.version,
    fileSystem: fileSystemOf(folder),
    syncMs: measureSync(join(folder, 'sync-probe')),
  };
}

/** The type of the file system of a folder (`ext4`, `tmpfs` …); unknown on systems other than Linux. */
export function fileSystemOf(folder: string): string {
  try {
    return mountedType(readFileSync('/proc/self/mountinfo', 'utf8'), realpathSync(folder)) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

export function isInMemory(fileSystem: string): boolean {
  return IN_MEMORY.includes(fileSystem);
}

/** The free space for this user on the folder's file system, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Reads Linux's mount table (man 5 proc_pid_mountinfo): of the mount points above the path the longest counts, and the last of equal ones.
 */
export function mountedType(mountinfo: string, path: string): string | undefined {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ');
    const point = before
      ?.split(' ')[4]
      ?.replaceAll(/\\(\d{3})/g, (_match, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    const name = after?.split(' ')[0];
    return point === undefined || name === undefined ? [] : [{ point, name }];
  });
  const above = mounts.filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`));
  const longest = Math.max(...above.map(({ point }) => point.length));
  return above.findLast(({ point }) => point.length === longest)?.name;
}

/** The median time of a synced write of 4 KiB, in ms. */
function measureSync(file: string): number {
  const block = Buffer.alloc(SYNC_BYTES, 1);
  const handle = openSync(file, 'w', 0o600);
  try {
    const times = Array.from({ length: SYNC_TRIES }, () => {
      const startedAt = performance.now();
      writeSync(handle, block);
      fdatasyncSync(handle);
      return performance.now() - startedAt;
    });
    return median(times);
  } finally {
    closeSync(handle);
  }
}
