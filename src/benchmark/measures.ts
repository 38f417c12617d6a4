import type { Translated } from '../base/language.ts';

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
  entrada_por_segundo: { name: { en: 'Intake: signed forms accepted', pt: 'Entrada: formulários assinados aceitos' }, unit: 'per_second' },
  entrada_regua_por_segundo: {
    name: { en: 'Intake: bare node:http server', pt: 'Entrada: servidor node:http mínimo' },
    unit: 'per_second',
  },
  entrada_razao: {
    name: { en: 'Intake: ratio of the two', pt: 'Entrada: razão entre os dois' },
    unit: 'ratio',
    goal: { better: 'more', must: 0.65, best: 0.8 },
  },
  entrada_p50_ms: { name: { en: 'Intake: answer, median', pt: 'Entrada: resposta, mediana' }, unit: 'ms' },
  entrada_p99_ms: { name: { en: 'Intake: answer, p99', pt: 'Entrada: resposta, p99' }, unit: 'ms' },
  fora_resposta_p50_ms: { name: { en: '500/s, queue work: answer, median', pt: '500/s, queue work: resposta, mediana' }, unit: 'ms' },
  fora_resposta_p99_ms: {
    name: { en: '500/s, queue work: answer, p99', pt: '500/s, queue work: resposta, p99' },
    unit: 'ms',
    goal: { better: 'less', must: 25, best: 10 },
  },
  fora_resposta_max_ms: { name: { en: '500/s, queue work: answer, slowest', pt: '500/s, queue work: resposta, a mais lenta' }, unit: 'ms' },
  fora_lead_p99_ms: {
    name: { en: '500/s, queue work: lead stored, p99', pt: '500/s, queue work: lead gravado, p99' },
    unit: 'ms',
    goal: { better: 'less', must: 100, best: 30 },
  },
  dentro_resposta_p50_ms: { name: { en: '500/s, serve --work: answer, median', pt: '500/s, serve --work: resposta, mediana' }, unit: 'ms' },
  dentro_resposta_p99_ms: { name: { en: '500/s, serve --work: answer, p99', pt: '500/s, serve --work: resposta, p99' }, unit: 'ms' },
  dentro_resposta_max_ms: {
    name: { en: '500/s, serve --work: answer, slowest', pt: '500/s, serve --work: resposta, a mais lenta' },
    unit: 'ms',
  },
  dentro_lead_p99_ms: {
    name: { en: '500/s, serve --work: lead stored, p99', pt: '500/s, serve --work: lead gravado, p99' },
    unit: 'ms',
    goal: { better: 'less', must: 20, best: 5 },
  },
  fila_por_segundo: {
    name: { en: 'queue work: leads with conversion', pt: 'queue work: leads com conversão' },
    unit: 'per_second',
    goal: { better: 'more', must: 20_000, best: 35_000 },
  },
  pronto_ms: { name: { en: 'serve: ready after', pt: 'serve: pronto em' }, unit: 'ms', goal: { better: 'less', must: 400, best: 250 } },
  versao_ms: { name: { en: '--version', pt: '--version' }, unit: 'ms', goal: { better: 'less', must: 200, best: 120 } },
  memoria_parado_mb: {
    name: { en: 'serve: memory, idle', pt: 'serve: memória, parado' },
    unit: 'mb',
    goal: { better: 'less', must: 110, best: 80 },
  },
  memoria_carga_mb: {
    name: { en: 'serve: memory, peak at 1,000/s', pt: 'serve: memória, pico a 1.000/s' },
    unit: 'mb',
    goal: { better: 'less', must: 200, best: 150 },
  },
  volta_ms: {
    name: { en: 'After kill -9: ready again, slowest', pt: 'Depois de kill -9: pronto de novo, o mais lento' },
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
