import { readFileSync } from 'node:fs';

const KIB = 1_024;
/** Linux counts CPU time in hundredths of a second (USER_HZ), proc_pid_stat(5). */
const TICKS_PER_SECOND = 100;

export interface Memory {
  /** Resident memory including shared library pages, as `ps` and service managers show it. Bytes. */
  readonly rss: number;
  /** The process's own pages and its share of the shared ones. Bytes. */
  readonly pss: number;
}

export function memoryOf(pid: number): Memory {
  const field = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * KIB;
  return {
    rss: field(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS'),
    pss: field(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss'),
  };
}

/** CPU time of all threads of a process so far, user and kernel. Seconds. */
export function processorSeconds(pid: number): number {
  // The program name in brackets may contain anything. After it, the 12th and 13th fields are utime and stime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
