import type { ConversionToSend } from '../../domain/conversion.ts';
import type { ClaimedJob } from '../../domain/job.ts';

/** A job with the conversion it is to send. */
export interface Shipment {
  readonly job: ClaimedJob;
  readonly conversion: ConversionToSend;
}

export interface PacketRules {
  /** Most conversions in one request. */
  readonly mostTogether: number;
  /** Conversions with different keys cannot travel in one request; left out: all can. */
  readonly groupKey?: ((conversion: ConversionToSend) => string) | undefined;
  readonly maxAttempts: number;
}

/** So many last attempts a conversion has to itself: one that upsets the platform itself must not take others with it. */
const ATTEMPTS_ALONE = 3;

/** So often it is sent together with others although the platform failed. */
const TRIES_TOGETHER = 2;

/** The conversions of each request to be made: those that must travel alone by themselves, the others with as many of their group as fit. */
export function packetsOf(shipments: readonly Shipment[], rules: PacketRules): readonly (readonly Shipment[])[] {
  const alone = shipments.filter((shipment) => travelsAlone(shipment, rules));
  const others = shipments.filter((shipment) => !travelsAlone(shipment, rules));
  const groups = Map.groupBy(others, ({ conversion }) => rules.groupKey?.(conversion) ?? '');
  return [...[...groups.values()].flatMap((group) => chunks(group, rules.mostTogether)), ...alone.map((shipment) => [shipment])];
}

/** The conversions whose request the platform has taken already, by the request; those of a request that came out mixed travel again. */
export function takenRequests(shipments: readonly Shipment[]): ReadonlyMap<string, readonly Shipment[]> {
  return Map.groupBy(
    shipments.filter(({ conversion }) => isTaken(conversion)),
    ({ conversion }) => conversion.requestId ?? '',
  );
}

/** Whether the platform has taken its request, so that it is asked for the result instead of being sent again. */
export function isTaken({ requestId, requestSize, alone }: ConversionToSend): boolean {
  return requestId !== null && !(alone && (requestSize ?? 1) > 1);
}

/** Two halves of at least one each. */
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
