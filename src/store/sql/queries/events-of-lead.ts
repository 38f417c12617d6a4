import type { Connection } from '../connection.ts';
import { idsOf } from './walk.ts';

/** The event that created the lead, if it is still its lead, and the others that belong to it: no index holds the former. */
const EVENTS_OF_LEAD = `
select f.evento_id as id from json_each(?) asked cross join leads l on l.id = asked.value
  cross join evento_fins f on f.evento_id = l.evento_id and f.lead_id = l.id and f.criou = 1
union all
select f.evento_id from json_each(?) asked
  cross join evento_fins f indexed by evento_fins_juntos on f.lead_id = asked.value and f.criou = 0`;

/** The ids of all events of these leads. */
export async function eventsOfLead(connection: Connection, ...leadRows: readonly number[]): Promise<readonly number[]> {
  const asked = JSON.stringify(leadRows);
  return await idsOf(connection, EVENTS_OF_LEAD, asked, asked);
}
