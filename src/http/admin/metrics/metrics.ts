import type { Snapshot } from '../../../findings/snapshot.ts';
import { type RequestObservation, Traffic } from './traffic.ts';

export interface MetricsDeps {
  /** As `/ready` reports it; never rejects. */
  readonly isWritable: () => Promise<boolean>;
  readonly readInstallation: () => Promise<Snapshot>;
  readonly version: string;
  /** Log lines that could not be written. */
  readonly droppedLogLines: () => number;
}

export interface MetricsText {
  readonly contentType: string;
  readonly body: string;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one program. The code that formats them is loaded on first use: see `metrics-text.ts`. */
export function createMetrics(deps: MetricsDeps) {
  const traffic = new Traffic();
  let collector: Promise<() => Promise<MetricsText>> | undefined;
  return {
    observe: (request: RequestObservation) => traffic.observe(request),
    countEvent: (origin: string, result: string) => traffic.events.count(origin, result),
    countRefused: (code: string) => traffic.refused.count(code),
    /** The text of `/metrics`. Figures of the queue and the database are read now; without a database, the others are still returned. */
    collect: async (): Promise<MetricsText> => {
      collector ??= import('./metrics-text.ts').then(({ createCollector }) => createCollector(traffic, deps));
      const collect = await collector.catch((error: unknown) => {
        // The next scrape tries again.
        collector = undefined;
        throw error;
      });
      return collect();
    },
  };
}
