import { VERSION } from '../../src/app/version.ts';
import { type JsonObject, writeJson } from '../../src/base/exact-json.ts';
import type { ConversionToSend, NewConversion } from '../../src/domain/conversion.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import { EMPTY_LEAD_FIELDS, type Lead, type LeadFields, type LeadIntent } from '../../src/domain/lead.ts';
import type { Operator } from '../../src/domain/ports.ts';
import type { Worker } from '../../src/domain/queue-status.ts';
import type { RefusedRequest } from '../../src/domain/refused-request.ts';
import type { Delivery } from '../../src/domain/webhook-event.ts';
import { statedConsents, storedConsents } from './consents.ts';
import { inWords } from './saying.ts';

/** The time at which tests begin, UTC ms. */
export const T0 = Date.UTC(2026, 10, 20, 12);
export const QUEUE = DEFAULT_QUEUE;

/** The JSON of a website-form submission. */
export function formBody(identity: string, overrides: JsonObject = {}): Buffer {
  const body: JsonObject = { event_type: 'lead', id: identity, timestamp: T0 / 1_000, campanha_id: '42', nome: 'Ana' };
  return Buffer.from(writeJson({ ...body, ...overrides }));
}

/** One website-form submission, as intake hands it to the inbox. */
export function formDelivery(identity: string, overrides: Partial<Delivery> = {}): Delivery {
  return {
    origin: 'formulario_proprio',
    body: formBody(identity),
    headers: '[["content-type","application/json"]]',
    remoteAddress: '203.0.113.7',
    requestId: `req-${identity}`,
    credential: 'hmac',
    receivedAt: T0,
    queue: QUEUE,
    events: [{ eventType: 'lead', identity }],
    ...overrides,
  };
}

/** A batch from Meta with one event per identity. */
export function batchDelivery(identities: readonly string[], overrides: Partial<Delivery> = {}): Delivery {
  const changes = identities.map((identity) => ({ field: 'leadgen', value: { leadgen_id: identity } }));
  return formDelivery('batch', {
    origin: 'social_ads',
    body: Buffer.from(writeJson({ object: 'page', entry: [{ id: 'page-1', changes }] })),
    events: changes.map((change) => ({
      eventType: 'leadgen',
      identity: change.value.leadgen_id,
      body: Buffer.from(writeJson({ object: 'page', entry: [{ id: 'page-1', changes: [change] }] })),
    })),
    ...overrides,
  });
}

export function leadFields(overrides: Partial<LeadFields> = {}): LeadFields {
  return { ...EMPTY_LEAD_FIELDS, ...overrides };
}

/** A stored website-form lead of client 1. */
export function storedLead(overrides: Partial<Lead> = {}): Lead {
  return {
    ...leadFields(),
    id: '7',
    origin: 'formulario_proprio',
    identity: 'lead-7',
    limitedTo: null,
    clientId: '1',
    userId: null,
    campaignId: null,
    eventId: '3',
    searchClickSeenAt: null,
    socialClickSeenAt: null,
    createdAt: T0,
    updatedAt: T0,
    erasedAt: null,
    ...overrides,
  };
}

/** A new website-form lead of client 1, as processing would request it. */
export function leadIntent(identity: string, overrides: Partial<LeadIntent> = {}): LeadIntent {
  const consents = statedConsents(overrides.fields?.consents ?? null, T0);
  return {
    match: { byContact: false },
    identity,
    limitedTo: null,
    origin: 'formulario_proprio',
    clientId: '1',
    userId: null,
    campaignId: null,
    fields: leadFields({ name: 'Ana' }),
    clickedBy: T0,
    onMatch: 'fill',
    ifMissing: 'create',
    conversion: null,
    ...(consents.length === 0 ? {} : { consents }),
    ...overrides,
  };
}

export function newConversion(overrides: Partial<NewConversion> = {}): NewConversion {
  return { name: 'venda', key: 'venda', value: 10.5, currency: 'BRL', happenedAt: T0, ...overrides };
}

/** A waiting conversion of this lead that was not sent yet. */
export function waitingConversion(lead: Lead, overrides: Partial<ConversionToSend> = {}): ConversionToSend {
  return {
    ...newConversion(),
    id: '11',
    leadId: lead.id,
    eventId: lead.eventId,
    platform: 'social_ads',
    clickId: null,
    clickKind: null,
    state: 'pendente',
    createdAt: T0,
    sentAt: null,
    fault: null,
    requestId: null,
    registeredBy: null,
    corrections: [],
    lead,
    consents: storedConsents(lead.consents, T0),
    alone: false,
    requestSize: null,
    requestedAt: null,
    uncertainSince: null,
    deferral: null,
    account: null,
    ...overrides,
  };
}

export function operator(now: number = T0): Operator {
  return { name: 'cli:ana', now };
}

export function refusedRequest(overrides: Partial<RefusedRequest> = {}): RefusedRequest {
  return {
    origin: 'formulario_proprio',
    method: 'POST',
    path: '/integracoes/leads',
    httpStatus: 401,
    code: 'signature_invalid',
    params: inWords('The signature does not match.'),
    remoteAddress: '203.0.113.7',
    requestId: 'req-refused',
    headers: '[]',
    body: Buffer.from('{}'),
    complete: true,
    isVerified: false,
    receivedAt: T0,
    ...overrides,
  };
}

export function worker(id: string, overrides: Partial<Worker> = {}): Worker {
  return {
    id,
    host: 'host-1',
    pid: 4_711,
    pidSpace: 'boot-1 pid:[1]',
    queue: QUEUE,
    version: VERSION,
    startedAt: T0,
    seenAt: T0,
    processed: 0,
    failed: 0,
    ...overrides,
  };
}
