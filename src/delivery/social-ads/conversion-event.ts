import { isIP } from 'node:net';
import { field, type JsonObject, type JsonValue, scalarText } from '../../base/exact-json.ts';
import { isCookieOf } from '../../domain/attribution.ts';
import type { ConversionToSend } from '../../domain/conversion.ts';
import { conversionId } from '../../domain/conversion-id.ts';
import type { AnswerField, MappedField } from '../../domain/form-mapping.ts';
import type { Lead } from '../../domain/lead.ts';
import { Origin } from '../../domain/origin.ts';
import { LEADGEN_ID } from '../../processing/event-reading.ts';
import { knownKey } from '../../processing/known-keys.ts';
import { hashedCity, hashedCountry, hashedEmail, hashedId, hashedName, hashedPhone, hashedState, hashedZip } from './hashing.ts';

/** The name that Meta shows for the CRM that a conversion comes from. */
const CRM_NAME = 'lead-intake';

/** A conversion as a Conversions API event; check it with `missingOfVisit` first. `name` is Meta's event name; `now` in UTC ms. */
export function conversionEvent(conversion: ConversionToSend, name: string, now: number): JsonObject {
  const { lead } = conversion;
  const page = isInstantForm(lead) ? undefined : webPage(lead);
  return {
    event_name: name,
    event_time: Math.floor(eventTime(conversion, now) / 1_000),
    event_id: conversionId(conversion),
    ...(page === undefined ? { action_source: 'system_generated' } : { action_source: 'website', event_source_url: page }),
    user_data: userData(conversion),
    custom_data: {
      ...(page === undefined ? { event_source: 'crm', lead_event_source: CRM_NAME } : {}),
      ...money(conversion),
    },
  };
}

/**
 * The conversion's time for Meta, UTC ms: never in the future, and for a lead of an instant form after Meta created the lead. Meta's clock and the
 * sender's differ, and a conversion from before its lead would make Meta refuse the whole request.
 */
export function eventTime({ happenedAt, lead }: ConversionToSend, now: number): number {
  const past = Math.min(happenedAt, now);
  return leadgenId(lead) === undefined ? past : Math.max(past, (lead.submittedAt ?? lead.createdAt) + 1_000);
}

/** Values that a website event requires but the lead lacks, so the conversion cannot be sent. Leads of instant forms need none of them. */
export function missingOfVisit(lead: Lead): readonly ('page_url' | 'user_agent')[] {
  return isInstantForm(lead) ? [] : unknownOfVisit(lead);
}

function unknownOfVisit(lead: Lead): readonly ('page_url' | 'user_agent')[] {
  return [
    ...(webPage(lead) === undefined ? (['page_url'] as const) : []),
    ...(valuesUnder(lead, AGENT_KEYS).length === 0 ? (['user_agent'] as const) : []),
  ];
}

/** Whether anything in the event identifies a person. Our own id does not, because Meta does not know it. */
export function hasIdentifier(conversion: ConversionToSend): boolean {
  const { lead_id, em, ph, fbc, fbp } = userData(conversion);
  return [lead_id, em, ph, fbc, fbp].some((identifier) => identifier !== undefined);
}

/** Meta's lead id for a lead of an instant form; `undefined` for any other lead: an id that is not Meta's makes it refuse the event. */
function leadgenId({ origin, identity, platform }: Lead): string | undefined {
  if (origin !== Origin.socialAds) return undefined;
  return [scalarText(field(platform, 'leadgen_id')), identity].find((id) => id !== undefined && LEADGEN_ID.test(id));
}

function userData(conversion: ConversionToSend): JsonObject {
  const { lead } = conversion;
  const leadId = leadgenId(lead);
  return present({
    lead_id: leadId === undefined ? undefined : JSON.rawJSON(leadId),
    ...hashedPerson(lead),
    external_id: [hashedId([lead.origin, lead.identity, ...(lead.limitedTo === null ? [] : [lead.limitedTo])].join('/'))],
    fbc: clickOf(conversion),
    fbp: COOKIE.exec(lead.fbp ?? '')?.[0],
    client_ip_address: valuesUnder(lead, IP_KEYS).find((ip) => isIP(ip) !== 0),
    client_user_agent: valuesUnder(lead, AGENT_KEYS).at(0),
  });
}

function hashedPerson(lead: Lead): Readonly<Record<string, JsonValue | undefined>> {
  const [first, ...last] = (lead.name ?? '').trim().split(/\s+/);
  const hashes = {
    em: lead.emailNormalized === null ? undefined : hashedEmail(lead.email ?? lead.emailNormalized),
    ph: lead.phoneE164 === null ? undefined : hashedPhone(lead.phoneE164),
    fn: hashedName(first ?? ''),
    ln: hashedName(last.join(' ')),
    ct: firstHash(addressValues(lead, 'cidade'), hashedCity),
    st: firstHash(addressValues(lead, 'estado'), hashedState),
    zp: firstHash(addressValues(lead, 'cep'), hashedZip),
    country: firstHash(addressValues(lead, 'pais'), hashedCountry),
  };
  return Object.fromEntries(Object.entries(hashes).map(([key, hash]) => [key, hash === undefined ? undefined : [hash]]));
}

function firstHash(texts: readonly string[], hash: (text: string) => string | undefined): string | undefined {
  return texts.map(hash).find((found) => found !== undefined);
}

const IP_KEYS = ['ip', 'client_ip_address'];
const AGENT_KEYS = ['user_agent', 'client_user_agent'];
const PAGE_KEYS = ['page_url', 'event_source_url'];

/** The lead's values for a part of the person's address, from its answers and extras. */
function addressValues(lead: Lead, wanted: AnswerField): readonly string[] {
  return valuesWhere(lead, (key, said) => (said ?? knownKey(key)?.field) === wanted);
}

/** The lead's values under these keys. */
function valuesUnder(lead: Lead, keys: readonly string[]): readonly string[] {
  return valuesWhere(lead, (key) => keys.includes(key.toLowerCase()));
}

function valuesWhere({ answers, extras }: Lead, isKey: (key: string, said?: MappedField) => boolean): readonly string[] {
  const answered = answers.filter(({ key, field: said }) => isKey(key, said)).flatMap(({ values }) => values);
  const beside = Object.entries(extras).flatMap(([key, value]) => (isKey(key) ? [scalarText(value) ?? ''] : []));
  return [...answered, ...beside].map((text) => text.trim()).filter((text) => text !== '');
}

/**
 * CRM events (`system_generated`) are only for leads of instant forms: "Do not use this specification for events not related to this optimization"
 * (Conversions API, Conversion Leads, Payload Specification). Leads of landing pages are reported as website events, also if a CRM sent them to
 * Meta's route: they have a visit instead of Meta's lead id.
 */
function isInstantForm(lead: Lead): boolean {
  return lead.origin === Origin.socialAds && (leadgenId(lead) !== undefined || unknownOfVisit(lead).length > 0);
}

/** The page where a website event happened. The URL's query may contain anything, so it is not sent. */
function webPage(lead: Lead): string | undefined {
  const url = valuesUnder(lead, PAGE_KEYS)
    .map((text) => URL.parse(text))
    .find((parsed) => parsed?.protocol === 'https:' || parsed?.protocol === 'http:');
  return url == null ? undefined : url.origin + url.pathname;
}

/** The click in the format of Meta's cookie: `fb.1.<when it was first seen, ms>.<click id>`, with the click id unchanged. */
function clickOf(conversion: ConversionToSend): string | undefined {
  const { lead, clickId } = conversion;
  // If the conversion has its own click, only that identifies the person: the lead's cookie may be from an older one.
  const named = clickId !== null && lead.fbc !== null && isCookieOf(lead.fbc, clickId) ? lead.fbc : clickId;
  const known = (named === null ? [lead.fbc, lead.socialClickId] : [named]).filter((id) => id !== null);
  const cookie = known.find((id) => COOKIE.test(id));
  if (cookie !== undefined) return cookie;
  const click = known.find((id) => /^\S+$/.test(id));
  return click === undefined ? undefined : `fb.1.${clickSeenAt(conversion, click)}.${click}`;
}

const COOKIE = /^fb\.\d+\.\d+\.\S+$/;

/** A click that only the sale contains happened before the sale was reported. */
function clickSeenAt({ lead, happenedAt, createdAt }: ConversionToSend, click: string): number {
  const isOfLead = click === lead.socialClickId || click === lead.fbc;
  return isOfLead ? (lead.socialClickSeenAt ?? lead.createdAt) : Math.min(happenedAt, createdAt);
}

/** An amount is useless without its currency. */
function money({ value, currency }: ConversionToSend): JsonObject {
  if (value === null || value < 0 || currency === null || !/^[A-Z]{3}$/.test(currency)) return {};
  return { value, currency };
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter((member): member is [string, JsonValue] => member[1] !== undefined));
}
