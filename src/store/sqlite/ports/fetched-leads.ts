import type { FetchedLeads } from '../../../domain/delivery-ports.ts';
import type { SqliteCore } from './core.ts';

export function fetchedLeads(core: SqliteCore): FetchedLeads {
  return {
    fetchedLeads: (eventIds) => core.look(() => core.platforms.fetchedLeads(eventIds)),
  };
}
