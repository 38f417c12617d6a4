import { type JsonValue, writeJson } from '../../src/base/exact-json.ts';
import type { Routing, RoutingRequest } from '../../src/domain/directory.ts';
import type { JobOutcome } from '../../src/domain/job.ts';
import type { LeadFields, LeadIntent } from '../../src/domain/lead.ts';
import type { Origin } from '../../src/domain/origin.ts';
import { type PreparedEvent, type ProcessingRules, prepareEvent } from '../../src/processing/process-event.ts';

export const RECEIVED_AT = Date.UTC(2026, 10, 20, 12, 0, 5);
const ROUTING: Routing = { clientId: '7', userId: '3', campaignId: '42' };
const NO_RULES: ProcessingRules = { eventTypes: new Map() };

export interface GivenEvent {
  readonly origin: Origin;
  /** A JSON value, or the text or bytes of a body as received. */
  readonly body: JsonValue | Uint8Array;
  readonly eventType?: string;
  readonly identity?: string;
  readonly rules?: ProcessingRules;
  /** What the platform returned for it. */
  readonly fetched?: string;
  /** When it first arrived and was refused, UTC ms. */
  readonly refusedAt?: number | null;
  /** The client that the sender's secret is limited to. */
  readonly limitedTo?: string | null;
}

export function prepare({
  origin,
  body,
  eventType = 'lead',
  identity = 'evt-1',
  rules = NO_RULES,
  fetched,
  refusedAt = null,
  limitedTo = null,
}: GivenEvent): PreparedEvent {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : writeJson(body));
  const event = { eventId: '9', origin, eventType, identity, body: bytes, receivedAt: RECEIVED_AT, refusedAt, limitedTo };
  return prepareEvent(event, rules, fetched === undefined ? undefined : Buffer.from(fetched));
}

export function routingOf(given: GivenEvent): RoutingRequest {
  const prepared = prepare(given);
  if (prepared.kind !== 'routed') throw new Error(`not routed but ${JSON.stringify(prepared)}`);
  return prepared.routing;
}

export function outcomeOf(given: GivenEvent, routing: Routing | null = ROUTING): JobOutcome {
  const prepared = prepare(given);
  if (prepared.kind === 'fetch') throw new Error(`to be fetched: ${prepared.leadgenId}`);
  return prepared.kind === 'decided' ? prepared.outcome : prepared.conclude(routing);
}

export function intentOf(given: GivenEvent): LeadIntent {
  const outcome = outcomeOf(given);
  if (outcome.kind !== 'lead') throw new Error(`no lead but ${JSON.stringify(outcome)}`);
  return outcome.intent;
}

export function fieldsOf(given: GivenEvent): LeadFields {
  return intentOf(given).fields;
}
