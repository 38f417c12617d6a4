import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that has a file open. */
export interface FileUser {
  readonly pid: number;
  /** As it was started, shortened. */
  readonly command: string;
}

const SHOWN_CHARACTERS = 80;

/**
 * Other processes that have one of the files open, as far as this user may see: all of them as root, otherwise one's own. Empty on systems
 * without /proc, so it can name users of a file and not prove that there are none.
 */
export function listFileUsers(paths: readonly string[]): readonly FileUser[] {
  return entries('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => entries(`/proc/${pid}/fd`).some((fd) => paths.includes(targetOf(`/proc/${pid}/fd/${fd}`))))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
}

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another user's process, one that has ended, or no /proc.
    return [];
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

function commandOf(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.join(' ').trim().slice(0, SHOWN_CHARACTERS);
  } catch {
    return '';
  }
}
