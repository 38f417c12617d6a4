import { DAY_MS } from '../base/time-units.ts';
import { INITIAL_STAGE_KEY, type NewConversion } from '../domain/conversion.ts';
import type { EventReading, ProcessableEvent } from './event-reading.ts';

/** Meta's ids of leads. */
const LEADGEN_ID = /^[1-9]\d{14,16}$/;
/** Meta takes no older events. */
const OLDEST_MS = 7 * DAY_MS;

/**
 * The stage that a lead of an instant form begins with. Meta wants all stages told, "including the initial lead stage" (Conversions API, Conversion
 * Leads, Payload Specification). Null: the event makes no such lead, or one too old to be taken.
 *
 * @param submittedAt UTC ms
 */
export function initialStage(name: string, event: ProcessableEvent, reading: EventReading, submittedAt: number): NewConversion | null {
  const { kind, leadId, fields } = reading;
  const isInstantForm = event.origin === 'social_ads' && kind === 'lead' && leadId !== null && LEADGEN_ID.test(leadId);
  if (!isInstantForm || fields.isTest || event.receivedAt - submittedAt > OLDEST_MS) return null;
  return { name, key: INITIAL_STAGE_KEY, value: null, currency: null, happenedAt: submittedAt };
}
