import type { ConversionToSend } from '../../domain/conversion.ts';
import type { ClaimedJob } from '../../domain/job.ts';

/** A job with its conversion. */
export interface Shipment {
  readonly job: ClaimedJob;
  readonly conversion: ConversionToSend;
}

export interface PacketRules {
  /** Maximum conversions in one request. */
  readonly mostTogether: number;
  /** Conversions with different keys cannot share a request. Omitted: all can. */
  readonly groupKey?: ((conversion: ConversionToSend) => string) | undefined;
  readonly maxAttempts: number;
}

/** How many of its last attempts a conversion gets a request of its own: if it makes the platform fail, it must not affect others. */
const ATTEMPTS_ALONE = 3;

/** How often it is sent together with others although the platform failed. */
const TRIES_TOGETHER = 2;

/** The conversions of each request: those that must be sent alone, and the others with as many of their group as fit. */
export function packetsOf(shipments: readonly Shipment[], rules: PacketRules): readonly (readonly Shipment[])[] {
  const alone = shipments.filter((shipment) => travelsAlone(shipment, rules));
  const others = shipments.filter((shipment) => !travelsAlone(shipment, rules));
  const groups = Map.groupBy(others, ({ conversion }) => rules.groupKey?.(conversion) ?? '');
  return [...[...groups.values()].flatMap((group) => chunks(group, rules.mostTogether)), ...alone.map((shipment) => [shipment])];
}

/** The conversions whose request the platform has already accepted, by request; those of a request with mixed results are sent again. */
export function takenRequests(shipments: readonly Shipment[]): ReadonlyMap<string, readonly Shipment[]> {
  return Map.groupBy(
    shipments.filter(({ conversion }) => isTaken(conversion)),
    ({ conversion }) => conversion.requestId ?? '',
  );
}

/** Whether the platform has accepted its request: then its result is requested instead of sending it again. */
export function isTaken({ requestId, requestSize, alone }: ConversionToSend): boolean {
  return requestId !== null && !(alone && (requestSize ?? 1) > 1);
}

/** Two halves with at least one item each. */
export function halves<Item>(items: readonly Item[]): readonly [readonly Item[], readonly Item[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

function travelsAlone({ job, conversion }: Shipment, { maxAttempts }: PacketRules): boolean {
  if ((job.platformFaults?.tries ?? 0) >= TRIES_TOGETHER) return true;
  return conversion.alone || (job.attempt > 1 && job.attempt > maxAttempts - ATTEMPTS_ALONE);
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
