import type { Connection } from '../connection.ts';
import { CONTACT_KEYS } from '../keys/contact-keys.ts';
import { LEAD_KEYS } from '../keys/lead-keys.ts';
import type { EventIntent } from './create-leads.ts';

/**
 * The certainly new people: neither a stored lead nor an earlier one of the batch shares their identity or a contact. Most leads of a batch
 * are new, and two queries for all of them cost a quarter of two queries for each. A person that is not returned may still turn out to be
 * new.
 *
 * @returns non-empty runs; no other person of the batch comes between two of a run
 */
export async function unknownPeople(connection: Connection, asked: readonly EventIntent[]): Promise<readonly (readonly EventIntent[])[]> {
  const identityKeys = asked.map(({ intent }) => intent.identityKey);
  const contactKeys = asked.flatMap(({ intent }) => intent.contactKeys);
  const seen = new Set([
    ...(await connection.keys(CONTACT_KEYS).taken(contactKeys)),
    ...(await connection.keys(LEAD_KEYS).taken(identityKeys)),
  ]);
  const runs: EventIntent[][] = [];
  let run: EventIntent[] = [];
  for (const each of asked) {
    const marks = [each.intent.identityKey, ...each.intent.contactKeys];
    // The lead of any other event may be on its way.
    const isUnknown = !each.intent.match.byContact && !marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    if (!isUnknown) run = [];
    else if (run.push(each) === 1) runs.push(run);
  }
  return runs;
}
