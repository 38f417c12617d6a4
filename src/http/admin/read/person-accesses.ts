import { type Activity, OperatorAction } from '../../../domain/activity.ts';
import type { LeadDetail, Reports } from '../../../domain/report-ports.ts';

const ACCESSES = [OperatorAction.reveal, OperatorAction.findPerson, OperatorAction.exportPerson, OperatorAction.erasePerson];

/** How many of the newest entries of each kind are shown. */
const SHOWN = 100;

/** Who saw, exported or erased a lead's person or its events, newest first. Exports of whole lists name no lead. */
export async function readAccesses(
  store: Pick<Reports, 'listActivity'>,
  { lead, events }: Pick<LeadDetail, 'lead' | 'events'>,
): Promise<readonly Activity[]> {
  const targets = [`lead:${lead.id}`, ...events.map(({ id }) => `evento:${id}`)];
  const pages = await Promise.all(ACCESSES.map((action) => store.listActivity({ action, targets, limit: SHOWN })));
  return pages.flatMap(({ items }) => items).toSorted((one, other) => other.at - one.at);
}
