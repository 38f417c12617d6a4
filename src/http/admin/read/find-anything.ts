import type { LeadView } from '../../../domain/lead.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import type { EventSummary } from '../../../domain/webhook-event.ts';
import { listedEventRecord } from '../../../presentation/event-record.ts';
import { leadRecord } from '../../../presentation/lead-record.ts';
import { maskLead } from '../../../presentation/masking.ts';
import { list, MASKED, record } from '../../../presentation/record.ts';
import { leadsById } from './leads-by-id.ts';

const MOST_FOUND = 5;
/** A single letter would match nearly everything. */
const SHORTEST_TEXT = 2;

export interface Found {
  /** Masked. */
  readonly leads: readonly LeadView[];
  /** Without the events of these leads. */
  readonly events: readonly { readonly event: EventSummary; readonly lead: LeadView | undefined }[];
}

export const foundRecord = record<Found>()({
  leads: list(leadRecord).given('leads', () => MASKED, `The newest leads that the text finds, at most ${MOST_FOUND}; masked.`),
  eventos: list(listedEventRecord).of('events', `The newest events that it finds besides those leads, at most ${MOST_FOUND}.`),
});

/** Searches the way the lists do. */
export async function findAnything(store: Reports, text: string): Promise<Found> {
  if (text.length < SHORTEST_TEXT) return { leads: [], events: [] };
  const { items: leads } = await store.listLeads({ text, limit: MOST_FOUND, brief: true });
  const known = new Set(leads.map(({ id }) => id));
  const { items } = await store.listEvents({ text, limit: 2 * MOST_FOUND });
  const events = items.filter(({ leadId }) => leadId === null || !known.has(leadId)).slice(0, MOST_FOUND);
  const owners = await leadsById(store, new Set(events.flatMap(({ leadId }) => leadId ?? [])));
  return { leads: leads.map(maskLead), events: events.map((event) => ({ event, lead: owners.get(event.leadId ?? '') })) };
}
