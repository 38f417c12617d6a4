import type { ConversionOutbox, FetchedLeads, Reconciliation } from '../../../domain/delivery-ports.ts';
import type { StoreCore } from '../core.ts';
import { inSteps, looks, reads, writes } from './forwards.ts';

/** Conversions or events changed in one transaction, small enough not to delay intake (`queue-control.ts`). */
const PER_STEP = 100;

/** Conversions waiting to be sent, and events that are compared with the platforms. */
export function outbox(core: StoreCore): ConversionOutbox & FetchedLeads & Reconciliation {
  return {
    // Checks on the read connection first: an idle worker takes no write lock.
    enqueueConversions: async (platforms, limit, now) =>
      (await core.look('hasUnqueued', platforms)) ? core.write('enqueueConversions', platforms, limit, now) : 0,
    ...looks(core, 'hasUnqueued', 'conversionsToSend', 'fetchedLeads'),
    ...reads(core, 'exportConversions'),
    retryConversions: async (ids, operator) =>
      (await inSteps(ids, PER_STEP, (step) => core.write('retryConversions', step, operator))).flat(),
    addStage: (stage, operator) => core.write('addStage', stage, operator, core.attribution),
    ...writes(core, 'changeStage', 'takeTask', 'finishTask', 'saveFormCheck'),
    ...looks(core, 'taskDoneAt', 'listFormChecks', 'knownIdentities', 'wrongClientEvents', 'knownClicks'),
    resumeFetched: async (origin, leads, now) => {
      if (leads.length === 0) return 0;
      const identities = leads.map(({ identity }) => identity);
      const lacking = new Set((await core.look('eventsWithoutAnswers', origin, identities)).map(({ identity }) => identity));
      // Nearly always empty: comparing known leads causes no write.
      const wanted = leads.filter(({ identity }) => lacking.has(identity));
      return wanted.length === 0 ? 0 : await core.write('resumeFetched', origin, wanted, now);
    },
    correctClients: async (events, now) => {
      const recovered = await inSteps(events, PER_STEP, (step) => core.write('correctClients', step, now));
      return recovered.reduce((sum, count) => sum + count, 0);
    },
  };
}
