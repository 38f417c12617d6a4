import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../src/benchmark/machine.ts';
import type { Table } from './table.ts';

const RESULTS_FILE = fileURLToPath(new URL('results.json', import.meta.url));

/** One line of the contract's measures with the measured value. */
export interface Measure {
  readonly what: string;
  /** In the unit of `unit`; `null` if it could not be measured, with the reason in `note`. */
  readonly value: number | null;
  readonly unit: '×' | 'ms' | 'MB' | 'jobs/s' | 'of 200';
  readonly direction: 'at least' | 'at most';
  readonly must: number;
  readonly best: number;
  readonly note?: string;
}

/** What a part returns. */
export interface PartOutcome {
  readonly settings: Readonly<Record<string, string>>;
  readonly tables: readonly Table[];
  readonly measures: readonly Measure[];
  /** What a reader must know to interpret the tables. */
  readonly notes: readonly string[];
  /** All individual values behind the medians, by row. */
  readonly samples: Readonly<Record<string, readonly number[]>>;
}

/** An outcome with the place and time of the measurement. */
export interface PartRecord extends PartOutcome {
  readonly title: string;
  /** ISO date and time, UTC. */
  readonly takenAt: string;
  readonly command: string;
  readonly turns: number;
  readonly machine: Machine;
  /** Versions of the peers, their services and the client. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Parts by name, in the order they were first run. */
export type Results = Readonly<Record<string, PartRecord>>;

function readResults(): Results {
  return existsSync(RESULTS_FILE) ? (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results) : {};
}

/** Replaces the last results of a part; the other parts stay as they were. */
export function saveResult(name: string, record: PartRecord): Results {
  const results = { ...readResults(), [name]: record };
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}
