import { field, type JsonObject, type JsonValue, writeJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/signature.ts';
import { DEFAULT_QUEUE } from '../../domain/job.ts';
import { leadIdText } from '../../domain/lead-id.ts';
import type { Delivery } from '../../domain/webhook-event.ts';
import { readTime } from '../../processing/event-time.ts';

/** An event that was not sent but fetched, ready to be stored. */
export interface FetchedEvent {
  readonly identity: string;
  readonly eventType: string;
  readonly body: Buffer;
}

/** The form that a lead was found in. */
export interface LeadHome {
  readonly formId: string;
  /** `null` if unknown. */
  readonly pageId: string | null;
}

/**
 * A lead from a Meta list in the shape of the platform's webhook, including its answers, so that processing reads it like any other. A lead
 * without a usable id gets the SHA-256 of its text as identity, as it does when it is sent.
 */
export function socialLeadEvent(lead: JsonObject, { formId, pageId }: LeadHome): FetchedEvent {
  const id = leadIdText(field(lead, 'id'));
  const page = pageId === null ? {} : { page_id: pageId };
  const value: JsonObject = { ...(id === undefined ? {} : { leadgen_id: id }), ...page, form_id: formId, ...lead };
  const change: JsonObject = { field: 'leadgen', value };
  const entry: JsonObject = { ...(pageId === null ? {} : { id: pageId }), ...timeOf(field(lead, 'created_time')), changes: [change] };
  return {
    identity: id ?? sha256Hex(Buffer.from(writeJson(change))),
    eventType: 'leadgen',
    body: Buffer.from(writeJson({ object: 'page', entry: [entry] })),
  };
}

/** Unix seconds, as the platform writes them there. */
function timeOf(created: JsonValue | undefined): JsonObject {
  const at = created === undefined ? undefined : readTime(created);
  return at === undefined ? {} : { time: Math.floor(at / 1_000) };
}

/** The event as a separate delivery; a known event stays as it is. */
export function deliveryOf(
  event: FetchedEvent,
  { origin, requestId, now }: { readonly origin: Delivery['origin']; readonly requestId: string; readonly now: number },
): Delivery {
  return {
    origin,
    body: event.body,
    headers: '[]',
    remoteAddress: '',
    requestId,
    credential: 'backfill',
    receivedAt: now,
    queue: DEFAULT_QUEUE,
    events: [{ eventType: event.eventType, identity: event.identity }],
    onlyNew: true,
  };
}
