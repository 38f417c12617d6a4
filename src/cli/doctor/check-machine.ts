import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, parseJson } from '../../base/exact-json.ts';
import { reachableUrl } from '../../base/service-address.ts';
import { type Finding, finding, ok, problem, warning } from '../../domain/finding.ts';
import { aboutSpace } from '../../findings/find-files.ts';
import { askService } from '../operations/check-health.ts';

type Kind = 'local' | 'network' | 'memory' | 'layer' | 'bridge';

/** File system ids of statfs(2), from the kernel's magic.h. */
const FILE_SYSTEMS: Readonly<Record<number, readonly [name: string, kind: Kind]>> = {
  61267: ['ext4', 'local'],
  1481003842: ['xfs', 'local'],
  2435016766: ['btrfs', 'local'],
  801189825: ['zfs', 'local'],
  4076150800: ['f2fs', 'local'],
  26985: ['nfs', 'network'],
  4283649346: ['cifs', 'network'],
  4266872130: ['smb2', 'network'],
  20859: ['smb', 'network'],
  16914839: ['9p', 'network'],
  12805120: ['ceph', 'network'],
  198183888: ['lustre', 'network'],
  1397113167: ['afs', 'network'],
  16914836: ['tmpfs', 'memory'],
  2240043254: ['ramfs', 'memory'],
  2035054128: ['overlayfs', 'layer'],
  1702057286: ['fuse', 'bridge'],
};

/** Whether the database's location is writable, and whether its file system does what SQLite needs. */
export function checkDisk(path: string): readonly Finding[] {
  const folder = existingFolder(dirname(path));
  return [checkWritable(path, folder), checkFileSystem(statfsSync(folder).type, process.platform)];
}

/** The free space next to a database that cannot be read. */
export function checkSpace(path: string): Finding {
  const { bavail, bsize } = statfsSync(existingFolder(dirname(path)));
  return aboutSpace(bavail * bsize, sizeOf(path));
}

/** The folder, or its nearest existing parent. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

/** 0 if there is no file, or this user may not see it: then the folder is a finding. */
function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

function checkWritable(path: string, folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    return ok('disk.writable', { folder });
  } catch (error) {
    return problem('disk.not_writable', { folder, error: String((error as NodeJS.ErrnoException).code) });
  }
}

/** @param type as returned by statfs(2); the numbers are those of Linux */
export function checkFileSystem(type: number, platform: string): Finding {
  const known = platform === 'linux' ? FILE_SYSTEMS[type >>> 0] : undefined;
  if (known === undefined) return ok('disk.file_system', { name: null });
  const [name, kind] = known;
  return kind === 'local'
    ? ok('disk.file_system', { name })
    : finding(kind === 'network' ? 'problem' : 'warning', `disk.${kind}`, { name });
}

/** Synchronised clocks differ by less, in ms. */
const NOTICEABLE_MS = 5_000;
const ASK_CLOCK_MS = 2_000;

/**
 * Compares the clock with the newest stored time, and asks the system whether it is synchronised. The time zone does not matter: all times
 * are UTC.
 *
 * @param newestAt the latest time recorded for an event or a worker, UTC ms; `null` if there is none
 * @param limit how far the timestamp of a website form may be off, in ms
 */
export async function checkClock(now: number, newestAt: number | null, limit: number): Promise<readonly Finding[]> {
  return [checkAgainst(now, newestAt, limit), synchronised(await askSynchronised())];
}

export function checkAgainst(now: number, newestAt: number | null, limit: number): Finding {
  const time = new Date(now).toISOString();
  const ahead = newestAt === null ? 0 : newestAt - now;
  if (ahead <= NOTICEABLE_MS) return ok('clock.time', { time });
  return finding(ahead <= limit ? 'warning' : 'problem', 'clock.behind', { time, ahead, limit });
}

export function synchronised(isSynchronised: boolean | undefined): Finding {
  return isSynchronised === false ? warning('clock.not_synchronised') : ok('clock.sync', { isKnown: isSynchronised === true });
}

/** `undefined` without systemd. */
async function askSynchronised(): Promise<boolean | undefined> {
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property', 'NTPSynchronized', '--value'], {
      timeout: ASK_CLOCK_MS,
    });
    return stdout.trim() === 'yes' ? true : stdout.trim() === 'no' ? false : undefined;
  } catch {
    return undefined;
  }
}

const ASK_SERVICE_MS = 3_000;

/** What listens at the address of `serve`: nothing, this program, or another one. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  if (port === 0) return ok('port.any');
  const address = reachableUrl({ host, port });
  const url = URL.parse('/health', address);
  // Also an address that can be listened on, such as `fe80::1%eth0`.
  if (url === null) return await tryToListen(host, port, address);
  const answer = await askService(url, ASK_SERVICE_MS);
  if (answer.kind === 'silent') return await tryToListen(host, port, url.origin);
  if (!isHealthOfOurs(answer.body)) return problem('port.taken', { host, port });
  const { status } = answer;
  return status === 200 ? ok('port.serving', { origin: url.origin }) : problem('port.unhealthy', { status, url: String(url) });
}

function isHealthOfOurs(body: string): boolean {
  const reading = parseJson(body);
  return reading.ok && isJsonObject(reading.value) && 'status' in reading.value && 'database' in reading.value;
}

/** The errors of listening on an address of another machine, or on a name that does not resolve. */
const NO_OWN_ADDRESS: readonly string[] = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];

/** Only HOST and PORT are known: a `serve` started with flags may listen elsewhere. */
async function tryToListen(host: string, port: number, origin: string): Promise<Finding> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return ok('port.free', { origin });
  } catch (thrown) {
    const { code: error = '' } = thrown as NodeJS.ErrnoException;
    if (error === 'EADDRINUSE') return problem('port.taken', { host, port });
    return NO_OWN_ADDRESS.includes(error) ? problem('port.foreign_host', { host }) : problem('port.unusable', { host, port, error });
  } finally {
    server.close();
  }
}
