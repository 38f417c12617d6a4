import { jsonAnswer } from '../json-answer.ts';
import type { PlatformAnswer, PlatformRequest } from '../local-server.ts';
import type { SocialDirectory } from './directory.ts';
import { graphError } from './graph-error.ts';
import { socialEmailHash, socialPhoneHash } from './hashes.ts';

const MOST_EVENTS = 1_000;
const OLDEST_MS = 7 * 86_400_000;
const DEDUPE_MS = 48 * 3_600_000;

type Json = Readonly<Record<string, unknown>>;

/** A conversion event that the platform accepted. `leadId` holds the digits of the raw body. */
export interface SocialConversion {
  readonly datasetId: string;
  readonly eventName: string;
  readonly eventId: string | null;
  readonly leadId: string | null;
  readonly event: Json;
  readonly testEventCode: string | null;
  /** UTC ms. */
  readonly receivedAt: number;
}

/** Why the whole request is refused. */
class Refused extends Error {}

/** The Conversions API: accepts all events of a request, or none. */
export class SocialConversions {
  /** Each conversion once: a duplicate within 48 hours is not counted. */
  readonly accepted: SocialConversion[] = [];
  /** Duplicates that were ignored. */
  readonly duplicates: SocialConversion[] = [];

  readonly #directory: SocialDirectory;
  readonly #now: () => number;

  constructor(directory: SocialDirectory, now: () => number) {
    this.#directory = directory;
    this.#now = now;
  }

  take(datasetId: string, request: PlatformRequest): PlatformAnswer {
    try {
      const body = readBody(request);
      const received = eventsOf(body).map((event, index) => this.#read(datasetId, event, index, body));
      for (const conversion of received) this.#keep(conversion);
      return jsonAnswer({ events_received: received.length, messages: [], fbtrace_id: 'Afb0trace' });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return graphError({ code: 100, message: 'Invalid parameter', userTitle: 'Invalid event', userMessage: error.message });
    }
  }

  #keep(conversion: SocialConversion): void {
    const isSame = (other: SocialConversion): boolean =>
      conversion.eventId !== null &&
      other.eventId === conversion.eventId &&
      other.eventName === conversion.eventName &&
      other.datasetId === conversion.datasetId &&
      conversion.receivedAt - other.receivedAt < DEDUPE_MS;
    (this.accepted.some(isSame) ? this.duplicates : this.accepted).push(conversion);
  }

  #read(datasetId: string, event: Json, index: number, body: Json): SocialConversion {
    const complain = (text: string): never => {
      throw new Refused(`data[${index}]: ${text}`);
    };
    const user = isObject(event['user_data']) ? event['user_data'] : complain('user_data is required');
    if (typeof event['event_name'] !== 'string' || event['event_name'] === '') complain('event_name is required');
    const leadId = this.#leadIdOf(user, complain);
    this.#checkTime(event['event_time'], leadId, complain);
    checkAction(event, leadId, complain);
    checkUser(user, complain);
    if (event['action_source'] === 'system_generated' && leadId === null && !this.#isOfInstantForm(user))
      complain('CRM events are for leads of instant forms');
    this.#checkPerson(user, leadId, complain);
    return {
      datasetId,
      eventName: String(event['event_name']),
      eventId: event['event_id'] === undefined ? null : String(event['event_id']),
      leadId,
      event,
      testEventCode: body['test_event_code'] === undefined ? null : String(body['test_event_code']),
      receivedAt: this.#now(),
    };
  }

  #leadIdOf(user: Json, complain: Complaint): string | null {
    const given = user['lead_id'];
    if (given === undefined) return null;
    if (!(given instanceof RawLeadId) || !/^\d{15,17}$/.test(given.source))
      return complain('lead_id must be an integer of 15 to 17 digits');
    if (!this.#directory.leads.has(given.source)) complain('lead_id is not a valid lead');
    return given.source;
  }

  #checkTime(time: unknown, leadId: string | null, complain: Complaint): void {
    const seconds = typeof time === 'number' && Number.isInteger(time) && time < 1e11 ? time : complain('event_time must be unix seconds');
    if (this.#now() - seconds * 1_000 > OLDEST_MS) complain('event_time is more than 7 days in the past');
    const created = this.#directory.leads.get(leadId ?? '')?.createdAt ?? 0;
    if (seconds * 1_000 < created) complain('event_time is before the lead was created');
  }

  /** Compares contact data if the event has no lead id. */
  #isOfInstantForm(user: Json): boolean {
    return [...this.#directory.leads.values()].some(
      ({ person }) =>
        hashesOf(user, 'em').includes(socialEmailHash(person.email)) || hashesOf(user, 'ph').includes(socialPhoneHash(person.phone)),
    );
  }

  /** Hashes must belong to the person who left the lead or clicked, and follow the platform's normalisation. */
  #checkPerson(user: Json, leadId: string | null, complain: Complaint): void {
    const click = fbclidOf(user, this.#now(), complain);
    if (click !== null) refuseAlteredClick(click, [...this.#directory.clicks.keys()], complain);
    const person = this.#directory.leads.get(leadId ?? '')?.person ?? this.#directory.clicks.get(click ?? '');
    if (person === undefined) return;
    const expected = (key: 'em' | 'ph', right: string): void => {
      if (hashesOf(user, key).some((hash) => hash !== right)) complain(`${key} is not the hash of the person's normalised value`);
    };
    expected('em', socialEmailHash(person.email));
    expected('ph', socialPhoneHash(person.phone));
  }
}

type Complaint = (text: string) => never;

/** A number with its original digits. */
class RawLeadId {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** `JSON.parse` passes the source text of every primitive to a reviver, which detects ids that were rounded or quoted on the way. */
function readBody({ body }: PlatformRequest): Json {
  const reviver = (key: string, value: unknown, context: { source?: string }): unknown =>
    key === 'lead_id' && typeof value === 'number' ? new RawLeadId(context.source ?? '') : value;
  try {
    const json = JSON.parse(body.toString('utf8'), reviver as (key: string, value: unknown) => unknown) as unknown;
    if (isObject(json)) return json;
  } catch {
    // Reported below.
  }
  throw new Refused('the body is not a JSON object');
}

function eventsOf({ data }: Json): readonly Json[] {
  if (!Array.isArray(data) || data.length === 0) throw new Refused('data must be a list of events');
  if (data.length > MOST_EVENTS) throw new Refused(`data holds more than ${MOST_EVENTS} events`);
  return data.map((event, index) => {
    if (!isObject(event)) throw new Refused(`data[${index}] is not an event`);
    return event;
  });
}

/** Events of instant-form leads must have the form of CRM events; events of landing pages the form of web events. */
function checkAction(event: Json, leadId: string | null, complain: Complaint): void {
  const custom = isObject(event['custom_data']) ? event['custom_data'] : {};
  const user = isObject(event['user_data']) ? event['user_data'] : {};
  const action = event['action_source'];
  if (leadId !== null && action !== 'system_generated') complain('action_source must be system_generated for conversion leads');
  if (action === 'system_generated') {
    if (custom['event_source'] !== 'crm') complain('custom_data.event_source must be crm');
    if (typeof custom['lead_event_source'] !== 'string' || custom['lead_event_source'] === '')
      complain('custom_data.lead_event_source is required');
  } else if (action === 'website') {
    if (typeof event['event_source_url'] !== 'string') complain('event_source_url is required for website events');
    if (typeof user['client_user_agent'] !== 'string') complain('user_data.client_user_agent is required for website events');
  } else {
    complain('action_source is not valid');
  }
  const { value, currency } = custom;
  if (value !== undefined && (typeof value !== 'number' || value < 0)) complain('custom_data.value must be a number');
  if (value !== undefined && !/^[A-Z]{3}$/.test(String(currency))) complain('custom_data.currency is required with a value');
}

const HASHED_KEYS = ['em', 'ph', 'fn', 'ln', 'ct', 'st', 'zp', 'country', 'external_id'];
const USER_KEYS: ReadonlySet<string> = new Set([...HASHED_KEYS, 'lead_id', 'fbc', 'fbp', 'client_ip_address', 'client_user_agent']);

function checkUser(user: Json, complain: Complaint): void {
  const unknown = Object.keys(user).find((key) => !USER_KEYS.has(key));
  if (unknown !== undefined) complain(`user_data.${unknown} is not a parameter`);
  if (['lead_id', 'em', 'ph', 'external_id', 'fbc', 'fbp'].every((key) => user[key] === undefined))
    complain('user_data has no customer information');
  for (const key of HASHED_KEYS) {
    if (hashesOf(user, key).some((hash) => !/^[0-9a-f]{64}$/.test(hash))) complain(`${key} must be a SHA-256 in lower-case hex`);
  }
}

function hashesOf(user: Json, key: string): readonly string[] {
  const value = user[key];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The click id of `fbc` (`fb.1.<ms>.<fbclid>`), which is not hashed; `null` if there is none. */
function fbclidOf({ fbc }: Json, now: number, complain: Complaint): string | null {
  if (fbc === undefined) return null;
  const [, created = '', fbclid = ''] = /^fb\.\d\.(\d{13})\.(\S+)$/.exec(String(fbc)) ?? [];
  if (fbclid === '') complain('fbc must be fb.<index>.<creation time in ms>.<fbclid>');
  if (Number(created) > now) complain('fbc was created in the future');
  return fbclid;
}

function refuseAlteredClick(fbclid: string, known: readonly string[], complain: Complaint): void {
  const isAltered = !known.includes(fbclid) && known.some((other) => other.toLowerCase() === fbclid.toLowerCase());
  if (isAltered) complain('fbc holds an altered fbclid');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
