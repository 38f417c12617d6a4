import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';
import type { AppliedLead } from './create-leads.ts';

/** `json_each` takes the events of a whole batch: one statement per client costs a fraction of one per event. */
const ADD_TO_CLIENT = 'insert or ignore into eventos_por_cliente (cliente_id, evento_id) select ?, value from json_each(?)';

const ADD_TO_CAMPAIGN = 'insert or ignore into eventos_por_campanha (campanha_id, evento_id) select ?, value from json_each(?)';

const ADD_EVENTS_OF_LEAD = `
insert or ignore into eventos_por_campanha (campanha_id, evento_id)
select ?, id from webhook_eventos where lead_id = ?`;

/** An event that has its lead now. */
export interface OwnedEvent {
  readonly eventRow: number;
  readonly lead: Pick<AppliedLead, 'clientId' | 'campaignId'>;
}

/** Indexes events by the client and campaign of their leads. Earlier entries of an event remain, so readers also compare the lead. */
export function sortByOwner(connection: Connection, events: readonly OwnedEvent[]): void {
  const byClient = Map.groupBy(events, ({ lead }) => lead.clientId);
  for (const [clientId, ofClient] of byClient) connection.statement(ADD_TO_CLIENT).run(rowId(clientId), rowsOf(ofClient));
  const byCampaign = Map.groupBy(events, ({ lead }) => lead.campaignId);
  for (const [campaignId, ofCampaign] of byCampaign) {
    if (campaignId !== null) connection.statement(ADD_TO_CAMPAIGN).run(campaignId, rowsOf(ofCampaign));
  }
}

/** Indexes the events of a lead under the campaign that it has just been given. */
export function eventsOfCampaign(connection: Connection, leadRow: number, campaignId: string): void {
  connection.statement(ADD_EVENTS_OF_LEAD).run(campaignId, leadRow);
}

function rowsOf(events: readonly OwnedEvent[]): string {
  return JSON.stringify(events.map(({ eventRow }) => eventRow));
}
