import type { ConversionOutbox } from '../../../domain/delivery-ports.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

/** Conversions an operator changes in one transaction, so that intake does not notice. */
const CONVERSIONS_PER_STEP = 500;

export function conversionOutbox(core: SqliteCore): ConversionOutbox {
  const { writer, platforms: queries } = core;

  async function retryConversions(ids: readonly string[], operator: Operator): Promise<readonly string[]> {
    const touched: string[] = [];
    for (let from = 0; from < ids.length; from += CONVERSIONS_PER_STEP) {
      touched.push(...(await writer.write('retryConversions', ids.slice(from, from + CONVERSIONS_PER_STEP), operator)));
    }
    return touched;
  }

  return {
    // Looks first on the read connection: an idle worker takes no write lock.
    enqueueConversions: async (platforms, limit, now) => {
      const hasSome = await core.look(() => queries.hasUnqueued(platforms));
      return hasSome ? writer.write('enqueueConversions', platforms, limit, now) : 0;
    },
    conversionsToSend: (ids) => core.look(() => queries.conversionsToSend(ids)),
    retryConversions,
    addStage: (stage, operator) => writer.write('addStage', stage, operator, core.attribution),
    changeStage: (change, operator) => writer.write('changeStage', change, operator),
    exportConversions: (query) => core.reader.read('lists', 'exportConversions', query),
  };
}
