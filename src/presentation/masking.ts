import { isJsonArray, isJsonObject, isRawNumber, type JsonObject, type JsonValue } from '../base/exact-json.ts';
import { type Activity, OperatorAction } from '../domain/activity.ts';
import type { AnswerField } from '../domain/answer-field.ts';
import type { Conversion } from '../domain/conversion.ts';
import type { Answer, LeadFields } from '../domain/lead.ts';
import type { Origin } from '../domain/origin.ts';

/** `joao.silva@example.com` → `j***@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? maskText(email) : `${firstCharacter(email)}***${email.slice(at)}`;
}

/** `+5511987654321` → `+55119****4321`; shorter ones keep their last two digits only. */
export function maskPhone(phone: string): string {
  return phone.length >= 12 ? `${phone.slice(0, 6)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`;
}

/** A number as people write it. What is digits only is an id, unless an own form sent it and it reads as a Brazilian mobile number. */
const WRITTEN_PHONE = /^(?:[+(][\d\s().-]{7,22}|[\d\s()]*\d{4,5}[-\s]\d{4})$/u;
const BARE_MOBILE = /^(?:55)?[1-9]{2}9\d{8}$/;

/** The identity of an event for a list: one that a form made of an e-mail address or a phone number is masked, any other stays. */
export function maskIdentity({ origin, identity }: { readonly origin: Origin; readonly identity: string }): string {
  if (identity.includes('@')) return maskEmail(identity);
  const isPhone = WRITTEN_PHONE.test(identity) || (origin === 'formulario_proprio' && BARE_MOBILE.test(identity));
  return isPhone ? maskPhone(identity) : identity;
}

/** An address somebody can be written to; `promo@natal` is none. */
const EMAIL_ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/u;
/** What reads as years or days of a campaign is no phone number: `2025-2026`, `20260101-1530`. */
const PERIOD = /^(?:19|20)\d{2}/;
/** With its area code: shorter ones may be anything. */
const PHONE_DIGITS = 10;

/**
 * A word that senders choose (an event type, a mark of a campaign, the name of a conversion): an e-mail address is masked, and a phone number
 * with area code as people write it. Any other stays, bare digits too: they are ids of the platforms.
 */
export function maskMark(mark: string): string {
  if (EMAIL_ADDRESS.test(mark)) return maskEmail(mark);
  const isPhone = WRITTEN_PHONE.test(mark) && !PERIOD.test(mark) && mark.replaceAll(/\D/g, '').length >= PHONE_DIGITS;
  return isPhone ? maskPhone(mark) : mark;
}

/** `João da Silva` → `J*** S***` */
export function maskName(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => maskText(word ?? '')).join(' ');
}

/** First character and three stars, whatever the length. */
export function maskText(text: string): string {
  return text === '' ? '' : `${firstCharacter(text)}***`;
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

/** The fields of a lead with everything a person typed masked; ids and dates stay, and campaign marks that are none of a person. */
export function maskLeadFields<Fields extends LeadFields>(fields: Fields): Fields {
  return {
    ...fields,
    name: fields.name === null ? null : maskName(fields.name),
    email: fields.email === null ? null : maskEmail(fields.email),
    emailNormalized: fields.emailNormalized === null ? null : maskEmail(fields.emailNormalized),
    phone: fields.phone === null ? null : maskPhone(fields.phone),
    phoneE164: fields.phoneE164 === null ? null : maskPhone(fields.phoneE164),
    phoneKey: fields.phoneKey === null ? null : maskPhone(fields.phoneKey),
    utm: maskUtm(fields.utm),
    message: fields.message === null ? null : maskText(fields.message),
    consents: fields.consents === null ? null : maskValue(fields.consents),
    answers: fields.answers.map(maskAnswer),
    extras: maskValue(fields.extras) as JsonObject,
  };
}

function maskUtm(utm: LeadFields['utm']): LeadFields['utm'] {
  const { source, medium, campaign, term, content } = utm;
  const masked = (mark: string | null): string | null => (mark === null ? null : maskMark(mark));
  return { source: masked(source), medium: masked(medium), campaign: masked(campaign), term: masked(term), content: masked(content) };
}

/** A stored lead masked the same way, with its identity, which a form may have made of an e-mail address. */
export function maskLead<Lead extends LeadFields & { readonly origin: Origin; readonly identity: string }>(lead: Lead): Lead {
  return { ...maskLeadFields(lead), identity: maskIdentity(lead) };
}

/** A conversion as readers see it: why a stage was changed is whatever an operator wrote, names of people too. */
export function maskReasons<Changed extends Conversion>(conversion: Changed): Changed {
  const corrections = conversion.corrections.map((one) => ({ ...one, reason: one.reason === null ? null : maskText(one.reason) }));
  return { ...conversion, corrections };
}

const STAGE_CHANGES: readonly string[] = [OperatorAction.registerStage, OperatorAction.correctStage, OperatorAction.withdrawStage];

/** What an operator did, as readers see it: the same reason is the detail of a change of a stage. */
export function maskActivity(activity: Activity): Activity {
  return STAGE_CHANGES.includes(activity.action) ? { ...activity, detail: maskText(activity.detail) } : activity;
}

function maskAnswer(answer: Answer): Answer {
  return { ...answer, values: answer.values.map(maskAnswerText) };
}

/** What somebody typed under a key of a form. */
export function maskAnswerText(text: string): string {
  return maskText(text);
}

const MASKS: Readonly<Partial<Record<AnswerField, (text: string) => string>>> = { nome: maskName, email: maskEmail, telefone: maskPhone };

/** What an answer would give a field of a lead, masked as that field is. */
export function maskFieldText(field: AnswerField, text: string): string {
  return (MASKS[field] ?? maskText)(text);
}

/** Every text and number inside a JSON value masked; its shape stays, and so do keys that are plain names. */
export function maskValue(value: JsonValue): JsonValue {
  return maskInside(value, () => false);
}

/** A received body masked the same way, except for ids, times and campaign marks, which name no person. */
export function maskBody(value: JsonValue): JsonValue {
  return maskInside(value, (key, inner) => isImpersonalKey(key) && isIdentifierLike(inner));
}

/** One value of a received body as `maskBody` shows it under its key; a key of null is an item of a list. */
export function maskBodyValue(key: string | null, value: JsonValue): JsonValue {
  return key !== null && isImpersonalKey(key) && isIdentifierLike(value) ? value : maskBody(value);
}

/** The key of a received body as `maskBody` shows it; `position` counts the keys of its object from 1 on. */
export function maskBodyKey(key: string, position: number): string {
  return isPlainKey(key) ? key : `***${position}`;
}

function maskInside(value: JsonValue, isOpen: (key: string, value: JsonValue) => boolean): JsonValue {
  if (typeof value === 'string') return maskText(value);
  if (isJsonArray(value)) return value.map((item) => maskInside(item, isOpen));
  if (isJsonObject(value)) {
    const masked = Object.entries(value).map(([key, inner], index): [string, JsonValue] => [
      maskBodyKey(key, index + 1),
      isOpen(key, inner) ? inner : maskInside(inner, isOpen),
    ]);
    return Object.fromEntries(masked);
  }
  return typeof value === 'boolean' || value === null ? value : '***';
}

const LONGEST_KEY = 64;
const LONGEST_IDENTIFIER = 128;

/** Senders can put anything into a key; an address or a sentence is none. */
function isPlainKey(key: string): boolean {
  return key.length <= LONGEST_KEY && !/[@\s]/u.test(key);
}

/** Senders mix up fields: what is masked as an event's identity is no identifier inside its body either. */
function isIdentifierLike(value: JsonValue): boolean {
  if (isRawNumber(value)) return true;
  if (typeof value === 'number') return !BARE_MOBILE.test(String(value));
  return typeof value === 'string' && value.length <= LONGEST_IDENTIFIER && !/[@\s]/u.test(value) && !isPhone(value);
}

function isPhone(text: string): boolean {
  return WRITTEN_PHONE.test(text) || BARE_MOBILE.test(text);
}

/** Headers that tell about the request and not about a person; others (`Referer`, `X-Forwarded-For` …) may carry whatever a form holds. */
const OPEN_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'connection', 'content-encoding', 'content-length', 'content-type', 'date', 'expect'],
  ...['host', 'transfer-encoding', 'user-agent', 'via', 'x-request-id', 'traceparent', 'x-forwarded-proto'],
  ...['x-webhook-signature', 'x-hub-signature', 'x-hub-signature-256', 'x-formulario-signature'],
]);

/** The headers of a request, with the values masked of all that may be personal. */
export function maskHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): readonly (readonly [name: string, value: string])[] {
  return headers.map(([name, value]) => [name, OPEN_HEADERS.has(name.toLowerCase()) ? value : '***']);
}

const IMPERSONAL_KEYS: ReadonlySet<string> = new Set([
  ...['event_type', 'timestamp', 'campanha_id', 'cliente_id', 'valor', 'moeda'],
  ...['form_id', 'page_id', 'campaign_id', 'adgroup_id', 'creative_id', 'ad_id', 'lead_id', 'leadgen_id', 'id'],
  ...['created_time', 'time', 'is_test', 'api_version', 'object', 'field'],
  ...['search_click_id', 'social_click_id', 'gclid', 'gcl_id', 'gbraid', 'wbraid', 'fbclid', 'fbc', 'fbp'],
]);

function isImpersonalKey(key: string): boolean {
  return IMPERSONAL_KEYS.has(key) || key.startsWith('utm_');
}
