import type { SearchIndex } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

export function searchIndexPort(core: SqliteCore): SearchIndex {
  return {
    // Looks first on the read connection: where nothing is new, no write lock is taken.
    indexMore: async (limit) => ((await core.look(() => core.reports.isIndexBehind())) ? core.writer.write('indexMore', limit) : 0),
  };
}
