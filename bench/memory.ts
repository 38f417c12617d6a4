import { readFileSync } from 'node:fs';

const KIB = 1_024;

export interface Memory {
  /** Resident, shared pages of libraries included: what `ps` and service managers show. Bytes. */
  readonly rss: number;
  /** The process's own pages and its share of the others. Bytes. */
  readonly pss: number;
}

export function memoryOf(pid: number): Memory {
  const field = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * KIB;
  return {
    rss: field(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS'),
    pss: field(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss'),
  };
}
