import type { Connection } from '../connection.ts';
import { CONTACT_KEYS } from '../keys/contact-keys.ts';
import { LEAD_KEYS } from '../keys/lead-keys.ts';
import type { EventIntent } from './create-leads.ts';

/** An event of a batch. */
export interface EventOfBatch extends EventIntent {
  /** Whether events that arrived earlier and may create its lead have yet to be processed. */
  readonly isEarly: () => Promise<boolean>;
}

/**
 * The people of a batch that are certainly new: neither a stored lead nor an earlier one of the batch shares their identity or a contact, and
 * no event may still create the lead that a sale is about. Most leads of a batch are new, and two queries for all of them cost a quarter of
 * two queries for each. A person that is not returned may still turn out to be new, and is looked up alone (`applyIntent`).
 *
 * @returns runs, by the id of each run's first event, with which its leads are created together (`makeNewLeads`). No other person of the batch
 * comes between two of a run, so leads are created in the order of their events: among people with the same contact, the newest lead is found.
 */
export async function unknownPeople(
  connection: Connection,
  asked: readonly EventOfBatch[],
): Promise<ReadonlyMap<string, readonly EventOfBatch[]>> {
  if (asked.length === 0) return new Map();
  const identityKeys = asked.map(({ intent }) => intent.identityKey);
  const contactKeys = asked.flatMap(({ intent }) => intent.contactKeys);
  const seen = new Set([
    ...(await connection.keys(CONTACT_KEYS).taken(contactKeys)),
    ...(await connection.keys(LEAD_KEYS).taken(identityKeys)),
  ]);
  const runs = new Map<string, EventOfBatch[]>();
  let run: EventOfBatch[] = [];
  for (const each of asked) {
    const { intent } = each;
    const marks = [intent.identityKey, ...intent.contactKeys];
    // The event that creates the lead may have yet to be processed.
    const isAwaited = intent.match.namesLead === true || (intent.match.byContact && (await each.isEarly()));
    const isUnknown = intent.ifMissing === 'create' && !isAwaited && !marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    if (!isUnknown) run = [];
    else if (run.push(each) === 1) runs.set(each.eventId, run);
  }
  return runs;
}
