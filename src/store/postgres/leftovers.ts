import type { GoOn, Leftovers } from '../sql/core.ts';
import type { PostgresCore } from './core.ts';

/** Rows whose words are replaced in one transaction. */
const ROWS_PER_STEP = 500;

/**
 * What blanked rows leave behind: their words in the search table. Old versions of rows are removed by autovacuum; the write-ahead log, its
 * archive and standbys belong to the server.
 */
export class PostgresLeftovers implements Leftovers {
  readonly #core: PostgresCore;

  constructor(core: PostgresCore) {
    this.#core = core;
  }

  async cleanIndex(goOn: GoOn = async () => true): Promise<boolean> {
    while ((await this.#core.writeOwn('indexBlanked', ROWS_PER_STEP)) !== 0) if (!(await goOn())) return false;
    return true;
  }

  async remove(): Promise<boolean> {
    return true;
  }

  async removeOf(): Promise<boolean> {
    return true;
  }
}
