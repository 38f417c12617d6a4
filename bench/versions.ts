import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { postgresBinary } from './services/postgres.ts';

/** The versions of the peers and of the client; the program's own Node is listed with the machine. */
export function versions(): Readonly<Record<string, string>> {
  return {
    ...packageVersions(),
    redis: firstVersion('redis-server', ['--version']),
    postgresql: firstVersion(postgresBinary('postgres'), ['--version']),
    wrk: firstVersion('wrk', ['--version']),
  };
}

function packageVersions(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { dependencies: Record<string, string> };
  return manifest.dependencies;
}

/** The first version number in a program's output (wrk exits with 1 after it). */
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
