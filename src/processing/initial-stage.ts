import { Origin } from '../domain/origin.ts';
import type { EventReading, ProcessableEvent } from './event-reading.ts';

/** Meta's ids of leads. */
const LEADGEN_ID = /^[1-9]\d{14,16}$/;

/**
 * Whether the event makes a lead of an instant form. Meta wants all stages of it told, "including the initial lead stage" (Conversions API, Conversion
 * Leads, Payload Specification).
 */
export function beginsStages({ origin }: ProcessableEvent, { kind, leadId, fields }: EventReading): boolean {
  return origin === Origin.socialAds && kind === 'lead' && leadId !== null && LEADGEN_ID.test(leadId) && !fields.isTest;
}
