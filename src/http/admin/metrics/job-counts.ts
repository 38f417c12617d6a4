import type { QueueSnapshot } from '../../../domain/queue-status.ts';

/** The jobs of a queue by state; `adiado` is part of `pendente`. */
export function jobCounts(snapshot: QueueSnapshot): readonly (readonly [state: string, count: number])[] {
  return [
    ['pendente', snapshot.waiting],
    ['adiado', snapshot.delayed],
    ['estacionado', snapshot.parked],
    ['processando', snapshot.running],
    ['concluido', snapshot.finished],
    ['falhou', snapshot.failed],
  ];
}
