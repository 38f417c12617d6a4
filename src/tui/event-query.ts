import { ORIGINS } from '../domain/origin.ts';
import type { EventQuery } from '../domain/report-ports.ts';
import { EVENT_STATUSES } from '../domain/webhook-event.ts';
import type { PageRequest, SourceFilter } from './source.ts';

/** A filter in the words of the store; undefined for a word no event can have (half typed, perhaps), so that nothing matches. */
export function toEventQuery({ status, origin, ...others }: SourceFilter, page: PageRequest): EventQuery | undefined {
  const knownStatus = EVENT_STATUSES.find((word) => word === status?.toLowerCase());
  const knownOrigin = ORIGINS.find((word) => word === origin?.toLowerCase());
  if ((status !== undefined && knownStatus === undefined) || (origin !== undefined && knownOrigin === undefined)) return undefined;
  return {
    ...others,
    ...page,
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(knownOrigin === undefined ? {} : { origin: knownOrigin }),
  };
}
