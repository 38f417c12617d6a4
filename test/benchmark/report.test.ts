import { describe, expect, test } from 'vitest';
import type { DeliveryReport } from '../../src/benchmark/exact-delivery.ts';
import { benchmarkJson, benchmarkText, isExact } from '../../src/benchmark/report.ts';
import type { Benchmark } from '../../src/benchmark/run-benchmark.ts';

const EXACT: DeliveryReport = {
  acknowledged: 12_345,
  storedEvents: 12_346,
  storedLeads: 12_346,
  missingEvents: 0,
  doubledEvents: 0,
  unknownEvents: 0,
  unprocessedEvents: 0,
  missingLeads: 0,
  doubledLeads: 0,
  unknownLeads: 0,
  wrongConversions: 0,
};

function benchmark(changes: Partial<Benchmark> = {}): Benchmark {
  return {
    folder: '/data',
    machine: {
      processor: 'Some CPU',
      cores: 2,
      memoryBytes: 4 * 1024 ** 3,
      load: 0.4,
      system: 'Linux 6.1',
      node: 'v26.10.0',
      fileSystem: 'ext4',
      syncMs: 0.4567,
    },
    options: { seconds: 5, turns: 3, connections: 64, jobs: 50_000, kills: 3 },
    figures: [
      { id: 'memoria_parado_mb', value: 79.6 },
      { id: 'entrada_por_segundo', value: 18_234.5 },
      { id: 'entrada_razao', value: 0.7 },
      { id: 'volta_ms', value: 1_234 },
    ],
    delivery: EXACT,
    durationMs: 61_000,
    ...changes,
  };
}

describe('the report', () => {
  test('stands beside what it was measured on, in the order of the list', () => {
    const lines = benchmarkText(benchmark()).split('\n');
    expect(lines).toContain('Processor  Some CPU, 2 cores');
    expect(lines).toContain('Load       0.40 before the run');
    expect(lines).toContain('Folder     /data (ext4)');
    expect(lines).toContain('Sync       0.457 ms for a write of 4 KiB');
    const table = lines.filter((line) => /^(Intake|serve|After)/.test(line)).map((line) => line.replaceAll(/ {2,}/g, ' | '));
    expect(table).toEqual([
      'Intake: signed forms accepted | 18,235 /s',
      'Intake: ratio of the two | 0.7 × | ≥ 0.65 × | ≥ 0.8 × | required',
      'serve: memory, idle | 79.6 MB | ≤ 110 MB | ≤ 80 MB | best',
      'After kill -9: ready again, slowest | 1,234 ms | ≤ 1,000 ms | ≤ 1,000 ms | no',
    ]);
    expect(lines.at(-1)).toBe(
      'Delivery is exact: 12,345 acknowledged, 12,346 stored, 12,346 leads, each with one conversion, server and worker killed 3 times under load.',
    );
  });

  test('says in how many ways delivery was not exact', () => {
    const broken = benchmark({ delivery: { ...EXACT, missingEvents: 2, doubledLeads: 1 } });
    expect(isExact(broken)).toBe(false);
    expect(benchmarkText(broken).split('\n').at(-1)).toBe(
      'Delivery is NOT exact (12,345 acknowledged, 12,346 stored, 12,346 leads): 2 acknowledged but not stored; 1 duplicate leads: their events already have one.',
    );
    expect(benchmarkJson(broken)).toMatchObject({
      entrega: { exata: false, violacoes: ['2 acknowledged but not stored', '1 duplicate leads: their events already have one'] },
    });
  });

  test('warns of a busy machine', () => {
    const { machine } = benchmark();
    expect(benchmarkText(benchmark())).not.toContain('busy');
    const busy = benchmark({ machine: { ...machine, load: 1.5 } });
    expect(benchmarkText(busy)).toContain('The machine was busy before the run (load 1.50)');
  });

  test('warns of a folder in memory, and says why memory is left out', () => {
    const { machine } = benchmark();
    const text = benchmarkText(benchmark({ machine: { ...machine, fileSystem: 'tmpfs' }, figures: [] }));
    expect(text).toContain('The folder is in memory (tmpfs)');
    expect(text).toContain('Memory is not measured: only Linux');
  });
});
