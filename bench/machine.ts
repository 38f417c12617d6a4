import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readFileSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { postgresBinary } from './services/postgres.ts';
import { median } from './statistics.ts';

/** What figures depend on besides the programs. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  /** Median time of one 4 KiB write with fsync in the folder of the databases, ms. */
  readonly fsyncMs: number;
  /** Load of the last minute before the part began: above 0.5 something else was running. */
  readonly loadBefore: number;
  readonly versions: Readonly<Record<string, string>>;
}

const FSYNC_TRIES = 200;
const TMPFS_MAGIC = 0x01021994;

export function describeMachine(folder: string): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    fsyncMs: measureFsync(folder),
    loadBefore: Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]),
    versions: {
      node: process.versions.node,
      ...packageVersions(),
      redis: firstVersion('redis-server', ['--version']),
      postgresql: firstVersion(postgresBinary('postgres'), ['--version']),
      wrk: firstVersion('wrk', ['--version']),
    },
  };
}

/** A memory file system syncs for free, so durable commits would look faster than they are. */
export function isMemoryFileSystem(folder: string): boolean {
  return statfsSync(folder).type === TMPFS_MAGIC;
}

function measureFsync(folder: string): number {
  const path = join(folder, 'fsync-probe');
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4_096, 1);
  const took = Array.from({ length: FSYNC_TRIES }, () => {
    const begin = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - begin;
  });
  closeSync(file);
  unlinkSync(path);
  return Number(median(took).toFixed(3));
}

function packageVersions(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { dependencies: Record<string, string> };
  return manifest.dependencies;
}

/** The first version number a program prints (wrk ends with 1 after it). */
function firstVersion(command: string, args: readonly string[]): string {
  try {
    return versionIn(execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (error) {
    return versionIn(String((error as { stdout?: string }).stdout ?? ''));
  }
}

function versionIn(text: string): string {
  return /\d+\.\d+(\.\d+)?/.exec(text)?.[0] ?? 'not installed';
}
