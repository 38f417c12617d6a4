import { isJsonObject, readJson } from '../base/exact-json.ts';
import type { Routing, RoutingRequest } from '../domain/directory.ts';
import type { EventKind } from '../domain/event-kind.ts';
import type { Fault } from '../domain/fault.ts';
import type { JobOutcome } from '../domain/job.ts';
import { isSearchAdsLeadForm } from '../domain/lead-form.ts';
import { isClientId } from './client-id.ts';
import { eventKindOf, type ProcessingRules } from './event-kind.ts';
import type { EventReading, ProcessableEvent } from './event-reading.ts';
import { missingChange, notRouted, platformNotConnected, unknownEventType, unreadableBody } from './faults.ts';
import { carriesContact } from './lead-fields.ts';
import { leadIntent } from './lead-intent.ts';
import { PayloadReader } from './payload-reader.ts';
import { readFlatEvent } from './payloads/flat-event.ts';
import { readOwnForm } from './payloads/own-form.ts';
import { readPlatformLead } from './payloads/platform-lead.ts';
import { type AdOrigin, markText } from './payloads/platform-marks.ts';
import { carriesFieldData, isLeadgenBatch, leadgenChange } from './payloads/social-ads-lead.ts';

export type { ProcessingRules } from './event-kind.ts';

/** An event as far as it can be decided without knowing what is stored. */
export type PreparedEvent =
  /** Nothing has to be looked up: it failed, or waits. */
  | { readonly kind: 'decided'; readonly outcome: JobOutcome }
  /** Find out whom `routing` names, then conclude with the answer (null: nobody). */
  | { readonly kind: 'routed'; readonly routing: RoutingRequest; readonly conclude: (routing: Routing | null) => JobOutcome };

type Understanding = EventReading | { readonly kind: 'outcome'; readonly outcome: JobOutcome };

/** Turns an event into what its job wants done. Pure, and never throws: whatever the body holds, there is an outcome. */
export function prepareEvent(event: ProcessableEvent, rules: ProcessingRules): PreparedEvent {
  const reading = understand(event, rules);
  if (reading.kind === 'outcome') return { kind: 'decided', outcome: reading.outcome };
  const routing = askable(reading.routing);
  if (namesNobody(routing)) return { kind: 'decided', outcome: conclude(event, reading, null) };
  return { kind: 'routed', routing, conclude: (found) => conclude(event, reading, found) };
}

function conclude(event: ProcessableEvent, reading: EventReading, routing: Routing | null): JobOutcome {
  if (routing === null) return failed(notRouted(event.origin, reading.routing)).outcome;
  return { kind: 'lead', intent: leadIntent(event, reading, routing) };
}

/** The store is asked for ids that can exist only: the port takes client ids as decimal text. */
function askable(routing: RoutingRequest): RoutingRequest {
  return routing.clientId === null || isClientId(routing.clientId) ? routing : { ...routing, clientId: null };
}

function namesNobody({ campaignId, links, clientId }: RoutingRequest): boolean {
  return campaignId === null && links.length === 0 && clientId === null;
}

function understand(event: ProcessableEvent, rules: ProcessingRules): Understanding {
  const json = readJson(event.body);
  if (!json.ok) return failed(unreadableBody(json.failure));
  if (!isJsonObject(json.value)) return failed(unreadableBody('not_object'));
  const reader = new PayloadReader(json.value);
  if (event.origin === 'formulario_proprio') return readOwnForm(reader, eventKindOf(event.eventType, rules) ?? 'lead', event);
  if (event.origin === 'social_ads' && isLeadgenBatch(reader)) return understandLeadgen(reader);
  const namesType = (reader.peek('event_type') ?? null) !== null;
  const isForm = event.origin === 'search_ads' ? isSearchAdsLeadForm(json.value) : carriesFieldData(reader);
  if (event.origin === 'search_ads' && !namesType && isForm) return readPlatformLead(reader, event.origin);
  return understandFlat(reader, event.origin, event, eventKindOf(event.eventType, rules) ?? (isForm ? 'lead' : undefined));
}

function understandLeadgen(reader: PayloadReader): Understanding {
  const change = leadgenChange(reader);
  if (change === undefined) return failed(missingChange());
  const changeReader = new PayloadReader(change);
  return carriesFieldData(changeReader) ? readPlatformLead(changeReader, 'social_ads') : parked(platformNotConnected());
}

function understandFlat(reader: PayloadReader, origin: AdOrigin, event: ProcessableEvent, kind: EventKind | undefined): Understanding {
  if (kind === undefined) return failed(unknownEventType(event.eventType));
  const reading = readFlatEvent(reader, origin, kind, event);
  return hasAnswersAtPlatform(reading) ? parked(platformNotConnected()) : reading;
}

/** A new lead of which the event gives only the social-ads platform's id. */
function hasAnswersAtPlatform({ kind, fields }: EventReading): boolean {
  const isOnlyNamed = !carriesContact(fields) && fields.answers.length === 0;
  return kind === 'lead' && isOnlyNamed && markText(fields.platform, 'leadgen_id') !== null;
}

function failed(fault: Fault): { kind: 'outcome'; outcome: JobOutcome } {
  return { kind: 'outcome', outcome: { kind: 'failed', fault } };
}

function parked(fault: Fault): { kind: 'outcome'; outcome: JobOutcome } {
  return { kind: 'outcome', outcome: { kind: 'parked', fault } };
}
