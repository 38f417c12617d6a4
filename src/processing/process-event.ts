import { field, isJsonObject, type JsonObject, readJson } from '../base/exact-json.ts';
import { isClientId } from '../domain/client-id.ts';
import { Platform } from '../domain/conversion.ts';
import type { Routing, RoutingRequest } from '../domain/directory.ts';
import type { EventKind } from '../domain/event-kind.ts';
import type { Fault } from '../domain/fault.ts';
import type { FormFields, FormName } from '../domain/form-fields.ts';
import type { JobOutcome } from '../domain/job.ts';
import type { LeadFields } from '../domain/lead.ts';
import { isSearchAdsLeadForm } from '../domain/lead-form.ts';
import { Origin } from '../domain/origin.ts';
import { type EventReading, eventKindOf, type ProcessableEvent, type ProcessingRules } from './event-reading.ts';
import { MISSING_CHANGE, notRouted, pageOfAnotherClient, unknownEventType, unreadableBody, wrongClient } from './faults.ts';
import { isFetchableId, joinFetched, readFetchedLead } from './fetched-lead.ts';
import { type FormMeanings, formMeanings, NO_MEANINGS } from './form-meanings.ts';
import { carriesContact } from './lead-fields.ts';
import { leadIntent } from './lead-intent.ts';
import { PayloadReader } from './payload-reader.ts';
import type { AdOrigin } from './payloads/ad-formats.ts';
import { readFlatEvent } from './payloads/flat-event.ts';
import { isDummyLeadgenId, isLeadgenBatch, leadgenChange } from './payloads/leadgen-change.ts';
import { readOwnForm } from './payloads/own-form.ts';
import { readPlatformLead } from './payloads/platform-lead.ts';
import { markText } from './payloads/platform-marks.ts';
import { carriesFieldData } from './payloads/social-ads-lead.ts';
import { LEAD_NOT_NAMED, TEST_BUTTON_PRESSED } from './platform-faults.ts';

export type { ProcessingRules } from './event-reading.ts';

/** The decision on an event, as far as it needs no stored data. */
export type PreparedEvent =
  /** Nothing has to be looked up: it failed or waits. */
  | { readonly kind: 'decided'; readonly outcome: JobOutcome }
  /** Resolve `routing`, then call `conclude` with the result (`null` if there is no client). */
  | {
      readonly kind: 'routed';
      readonly routing: RoutingRequest;
      /** The platform's form whose answers the event contains; `null` if there is none. */
      readonly form: FormName | null;
      /** `form`: what is known about that form. */
      readonly conclude: (routing: Routing | null, form?: FormFields) => JobOutcome;
    }
  | FetchNeeded;

/** The answers are at Meta: fetch them, then prepare the event again with the result. */
export interface FetchNeeded {
  readonly kind: 'fetch';
  /** Digits only. */
  readonly leadgenId: string;
  /** The page whose token can fetch the lead, digits only; `null` if the event does not contain it. */
  readonly pageId: string | null;
}

type Decided = Extract<PreparedEvent, { kind: 'decided' }>;

type Understood = EventReading | FetchNeeded | Decided;

const DEFAULT_TIME_ZONE = 'UTC';

/**
 * Turns an event into its job's outcome. Pure, and never throws: every body has an outcome.
 *
 * @param fetched the platform's answer for an event that only references its lead
 */
export function prepareEvent(event: ProcessableEvent, rules: ProcessingRules, fetched?: Uint8Array): PreparedEvent {
  const lead = fetched === undefined ? undefined : readFetchedLead(fetched);
  const reading = understand(event, { rules, fetched: lead, meanings: NO_MEANINGS });
  if (!isReading(reading)) return reading;
  const routing = withLimit(askable(reading.routing), event);
  if (namesNobody(routing)) return { kind: 'decided', outcome: conclude(event, reading, null, rules) };
  const readAnew = (form: FormFields): EventReading => {
    const anew = understand(event, { rules, fetched: lead, meanings: formMeanings(form) });
    return isReading(anew) ? anew : reading;
  };
  return {
    kind: 'routed',
    routing,
    form: formOf(event, reading),
    conclude: (found, form) => conclude(event, form === undefined ? reading : readAnew(form), found, rules),
  };
}

/** The fields of an event's lead, from its body alone; `undefined` if the body cannot be read or the answers are at the platform. */
export function readLeadFields(event: ProcessableEvent, rules: ProcessingRules): LeadFields | undefined {
  const reading = understand(event, { rules, fetched: undefined, meanings: NO_MEANINGS });
  return isReading(reading) ? reading.fields : undefined;
}

/** What is used to read the event. */
interface Understanding {
  readonly rules: ProcessingRules;
  readonly fetched: JsonObject | undefined;
  readonly meanings: FormMeanings;
}

function isReading(understood: Understood): understood is EventReading {
  return understood.kind !== 'decided' && understood.kind !== 'fetch';
}

function formOf({ origin }: ProcessableEvent, { fields }: EventReading): FormName | null {
  const formId = markText(fields.platform, 'form_id');
  return formId === null || (fields.answers.length === 0 && !carriesContact(fields)) ? null : { origin, formId };
}

function conclude(event: ProcessableEvent, reading: EventReading, routing: Routing | null, rules: ProcessingRules): JobOutcome {
  if (routing === null) {
    return {
      kind: 'failed',
      fault: isTestButton(event, reading) ? TEST_BUTTON_PRESSED : notRouted(event.origin, withLimit(reading.routing, event)),
    };
  }
  if (event.limitedTo !== null && routing.clientId !== event.limitedTo) {
    return { kind: 'failed', fault: wrongClient(event.limitedTo, routing) };
  }
  if (isOfAnotherClient(reading.routing, routing)) {
    return { kind: 'failed', fault: pageOfAnotherClient(reading.routing, routing.clientId) };
  }
  return { kind: 'lead', intent: leadIntent(event, reading, routing, rules.timeZone ?? DEFAULT_TIME_ZONE) };
}

/** True if no campaign decides the client, and the page belongs to a client other than the one that the event names. */
function isOfAnotherClient({ clientId }: RoutingRequest, routing: Routing): boolean {
  return routing.campaignId === null && clientId !== null && isClientId(clientId) && Number(clientId) !== Number(routing.clientId);
}

/** The dashboard sends made-up ids, which cannot be linked. */
function isTestButton(event: ProcessableEvent, { leadId, fields }: EventReading): boolean {
  return event.origin === Origin.socialAds && isDummyLeadgenId(leadId) && isOnlyNamed(fields);
}

/** Only passes ids that can exist: the port takes client ids as decimal text. */
function askable(routing: RoutingRequest): RoutingRequest {
  return routing.clientId === null || isClientId(routing.clientId) ? routing : { ...routing, clientId: null };
}

/**
 * An event without a campaign id of ours or a client id belongs to the client of its secret, unless its platform ids are linked to a campaign. A
 * `campanha_id` that does not exist is still an error: the sender means a specific campaign.
 */
function withLimit(routing: RoutingRequest, { limitedTo }: ProcessableEvent): RoutingRequest {
  return limitedTo === null || routing.campaignId !== null || routing.clientId !== null ? routing : { ...routing, clientId: limitedTo };
}

function namesNobody({ campaignId, links, clientId }: RoutingRequest): boolean {
  return campaignId === null && links.length === 0 && clientId === null;
}

function understand(event: ProcessableEvent, given: Understanding): Understood {
  const { rules, meanings } = given;
  const json = readJson(event.body);
  if (!json.ok) return failed(unreadableBody(json.failure));
  if (!isJsonObject(json.value)) return failed(unreadableBody('not_object'));
  const payload = json.value;
  if (event.origin === Origin.ownForm) {
    const kind = eventKindOf(event.eventType, rules) ?? 'lead';
    return readOwnForm(new PayloadReader(payload), kind, event, rules.timeZone ?? DEFAULT_TIME_ZONE);
  }
  if (event.origin === Origin.socialAds && isLeadgenBatch(payload)) return understandLeadgen(payload, given);
  const namesType = (field(payload, 'event_type') ?? null) !== null;
  const isForm = event.origin === Origin.searchAds ? isSearchAdsLeadForm(payload) : carriesFieldData(payload);
  if (event.origin === Origin.searchAds && !namesType && isForm)
    return readPlatformLead(new PayloadReader(payload), event.origin, meanings);
  const kind = eventKindOf(event.eventType, rules) ?? (isForm ? 'lead' : undefined);
  if (kind === undefined) return failed(unknownEventType(event.eventType));
  return understandFlat(payload, event.origin, event, { ...given, kind });
}

function understandLeadgen(batch: JsonObject, { fetched, meanings }: Understanding): Understood {
  const change = leadgenChange(batch);
  if (change === undefined) return failed(MISSING_CHANGE);
  const isComplete = carriesFieldData(change);
  const payload = isComplete || fetched === undefined ? change : joinFetched(change, fetched);
  const reading = readPlatformLead(new PayloadReader(payload), Platform.socialAds, meanings);
  return isComplete || fetched !== undefined || isDummyLeadgenId(reading.leadId) ? reading : fetchOf(reading);
}

function understandFlat(
  payload: JsonObject,
  origin: AdOrigin,
  event: ProcessableEvent,
  { kind, fetched, meanings, rules }: Understanding & { readonly kind: EventKind },
): Understood {
  const { timeZone = DEFAULT_TIME_ZONE } = rules;
  const read = (json: JsonObject): EventReading => readFlatEvent(new PayloadReader(json), origin, { kind, event, meanings, timeZone });
  const reading = read(payload);
  if (!hasAnswersAtPlatform(reading) || isDummyLeadgenId(leadgenIdOf(reading))) return reading;
  if (fetched === undefined) return fetchOf(reading);
  // The event has an `id` of its own, and contains that of the lead under another key.
  const { id: _id, ...lead } = fetched;
  return read(joinFetched(payload, lead));
}

/** A new lead of which the event contains only Meta's lead id. */
function hasAnswersAtPlatform(reading: EventReading): boolean {
  return reading.kind === 'lead' && isOnlyNamed(reading.fields) && leadgenIdOf(reading) !== null;
}

function isOnlyNamed(fields: LeadFields): boolean {
  return !carriesContact(fields) && fields.answers.length === 0;
}

function leadgenIdOf({ fields }: EventReading): string | null {
  return markText(fields.platform, 'leadgen_id');
}

function fetchOf(reading: EventReading): Understood {
  const leadgenId = leadgenIdOf(reading) ?? reading.leadId;
  const pageId = markText(reading.fields.platform, 'page_id');
  if (!isFetchableId(leadgenId)) return { kind: 'decided', outcome: { kind: 'parked', fault: LEAD_NOT_NAMED } };
  return { kind: 'fetch', leadgenId, pageId: isFetchableId(pageId) ? pageId : null };
}

function failed(fault: Fault): Decided {
  return { kind: 'decided', outcome: { kind: 'failed', fault } };
}
