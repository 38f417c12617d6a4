/**
 * The measures and their goals: section 7 of the contract, without the rows that compare with other products or need millions of events. A
 * figure below "must" does not fail the benchmark, because machines differ.
 */
interface Measure {
  readonly unit: Unit;
  /** Omitted: the figure has no goal. */
  readonly goal?: { readonly better: 'more' | 'less'; readonly must: number; readonly best: number };
}

export type Unit = 'per_second' | 'ratio' | 'ms' | 'mb';

export const MEASURES = {
  entrada_por_segundo: { unit: 'per_second' },
  entrada_regua_por_segundo: { unit: 'per_second' },
  entrada_razao: { unit: 'ratio', goal: { better: 'more', must: 0.65, best: 0.8 } },
  entrada_p50_ms: { unit: 'ms' },
  entrada_p99_ms: { unit: 'ms' },
  fora_resposta_p50_ms: { unit: 'ms' },
  fora_resposta_p99_ms: { unit: 'ms', goal: { better: 'less', must: 25, best: 10 } },
  fora_resposta_max_ms: { unit: 'ms' },
  fora_lead_p99_ms: { unit: 'ms', goal: { better: 'less', must: 100, best: 30 } },
  dentro_resposta_p50_ms: { unit: 'ms' },
  dentro_resposta_p99_ms: { unit: 'ms' },
  dentro_resposta_max_ms: { unit: 'ms' },
  dentro_lead_p99_ms: { unit: 'ms', goal: { better: 'less', must: 20, best: 5 } },
  fila_por_segundo: { unit: 'per_second', goal: { better: 'more', must: 20_000, best: 35_000 } },
  pronto_ms: { unit: 'ms', goal: { better: 'less', must: 400, best: 250 } },
  versao_ms: { unit: 'ms', goal: { better: 'less', must: 200, best: 120 } },
  memoria_parado_mb: { unit: 'mb', goal: { better: 'less', must: 110, best: 80 } },
  memoria_carga_mb: { unit: 'mb', goal: { better: 'less', must: 200, best: 150 } },
  volta_ms: { unit: 'ms', goal: { better: 'less', must: 1_000, best: 1_000 } },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureId = keyof typeof MEASURES;

export interface Figure {
  readonly id: MeasureId;
  readonly value: number;
}

/** `best` or `met` according to the goals, `missed` if not even "must" is reached; `null` if there is no goal. */
export function verdictOf({ id, value }: Figure): 'best' | 'met' | 'missed' | null {
  const { goal }: Measure = MEASURES[id];
  if (goal === undefined) return null;
  const reaches = (limit: number): boolean => (goal.better === 'more' ? value >= limit : value <= limit);
  if (reaches(goal.best)) return 'best';
  return reaches(goal.must) ? 'met' : 'missed';
}

export function measureOf(id: MeasureId): Measure {
  return MEASURES[id];
}
