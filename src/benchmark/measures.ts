import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/**
 * What is measured and what it should be: section 7 of the contract, without the rows that compare with other products or
 * need millions of events. A figure below "must" does not fail the benchmark, because machines differ.
 */
interface Measure {
  readonly name: Translated<string>;
  readonly unit: Unit;
  /** Left out: the figure is shown for its own sake. */
  readonly goal?: { readonly better: 'more' | 'less'; readonly must: number; readonly best: number };
}

export type Unit = 'per_second' | 'ratio' | 'ms' | 'mb';

export const MEASURES = {
  entrada_por_segundo: { name: inEveryLanguage((m) => m.cli.bench.intakeSignedFormsAccepted), unit: 'per_second' },
  entrada_regua_por_segundo: { name: inEveryLanguage((m) => m.cli.bench.intakeBareNodeHttp), unit: 'per_second' },
  entrada_razao: {
    name: inEveryLanguage((m) => m.cli.bench.intakeRatioTwo),
    unit: 'ratio',
    goal: { better: 'more', must: 0.65, best: 0.8 },
  },
  entrada_p50_ms: { name: inEveryLanguage((m) => m.cli.bench.intakeAnswerMedian), unit: 'ms' },
  entrada_p99_ms: { name: inEveryLanguage((m) => m.cli.bench.intakeAnswerP), unit: 'ms' },
  fora_resposta_p50_ms: { name: inEveryLanguage((m) => m.cli.bench.sQueueWorkAnswer), unit: 'ms' },
  fora_resposta_p99_ms: {
    name: inEveryLanguage((m) => m.cli.bench.sQueueWorkAnswer2),
    unit: 'ms',
    goal: { better: 'less', must: 25, best: 10 },
  },
  fora_resposta_max_ms: { name: inEveryLanguage((m) => m.cli.bench.sQueueWorkAnswer3), unit: 'ms' },
  fora_lead_p99_ms: {
    name: inEveryLanguage((m) => m.cli.bench.sQueueWorkLead),
    unit: 'ms',
    goal: { better: 'less', must: 100, best: 30 },
  },
  dentro_resposta_p50_ms: { name: inEveryLanguage((m) => m.cli.bench.sServeWorkAnswer), unit: 'ms' },
  dentro_resposta_p99_ms: { name: inEveryLanguage((m) => m.cli.bench.sServeWorkAnswer2), unit: 'ms' },
  dentro_resposta_max_ms: { name: inEveryLanguage((m) => m.cli.bench.sServeWorkAnswer3), unit: 'ms' },
  dentro_lead_p99_ms: {
    name: inEveryLanguage((m) => m.cli.bench.sServeWorkLead),
    unit: 'ms',
    goal: { better: 'less', must: 20, best: 5 },
  },
  fila_por_segundo: {
    name: inEveryLanguage((m) => m.cli.bench.queueWorkLeadsConversion),
    unit: 'per_second',
    goal: { better: 'more', must: 20_000, best: 35_000 },
  },
  pronto_ms: { name: inEveryLanguage((m) => m.cli.bench.serveReadyAfter), unit: 'ms', goal: { better: 'less', must: 400, best: 250 } },
  versao_ms: { name: inEveryLanguage((m) => m.cli.bench.version), unit: 'ms', goal: { better: 'less', must: 200, best: 120 } },
  memoria_parado_mb: {
    name: inEveryLanguage((m) => m.cli.bench.serveMemoryIdle),
    unit: 'mb',
    goal: { better: 'less', must: 110, best: 80 },
  },
  memoria_carga_mb: {
    name: inEveryLanguage((m) => m.cli.bench.serveMemoryPeakS),
    unit: 'mb',
    goal: { better: 'less', must: 200, best: 150 },
  },
  volta_ms: {
    name: inEveryLanguage((m) => m.cli.bench.afterKillReadyAgain),
    unit: 'ms',
    goal: { better: 'less', must: 1_000, best: 1_000 },
  },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureId = keyof typeof MEASURES;

/** A measured value. */
export interface Figure {
  readonly id: MeasureId;
  readonly value: number;
}

/** `best` and `met` as the goals say, `missed` when not even "must" is reached; null where there is no goal. */
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
