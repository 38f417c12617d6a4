import { isJsonArray, isJsonObject, isRawNumber, type JsonObject, type JsonValue } from '../base/exact-json.ts';
import { type Activity, OperatorAction } from '../domain/activity.ts';
import type { ConsentRecord } from '../domain/consent.ts';
import type { Conversion } from '../domain/conversion.ts';
import type { AnswerField } from '../domain/form-mapping.ts';
import type { Answer, LeadFields } from '../domain/lead.ts';
import { Origin } from '../domain/origin.ts';

/** `joao.silva@example.com` → `j***@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? maskText(email) : `${firstCharacter(email)}***${email.slice(at)}`;
}

/** `+5511987654321` → `+55119****4321`; shorter numbers keep only their last two digits. */
export function maskPhone(phone: string): string {
  return phone.length >= 12 ? `${phone.slice(0, 6)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`;
}

/** A number as people write it. Digits alone are an id, unless a website form sent them and they read as a Brazilian mobile number. */
const WRITTEN_PHONE = /^(?:[+(][\d\s().-]{7,22}|[\d\s()]*\d{4,5}[-\s]\d{4})$/u;
const BARE_MOBILE = /^(?:55)?[1-9]{2}9\d{8}$/;

/** The identity of an event in lists: masked if a form derived it from an e-mail address or a phone number, otherwise unchanged. */
export function maskIdentity({ origin, identity }: { readonly origin: Origin; readonly identity: string }): string {
  if (identity.includes('@')) return maskEmail(identity);
  const isPhone = WRITTEN_PHONE.test(identity) || (origin === Origin.ownForm && BARE_MOBILE.test(identity));
  return isPhone ? maskPhone(identity) : identity;
}

/** A usable e-mail address; `promo@natal` is not one. */
const EMAIL_ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/u;
/** Years or days of a campaign are not a phone number: `2025-2026`, `20260101-1530`. */
const PERIOD = /^(?:19|20)\d{2}/;
/** Including the area code: shorter numbers may be anything. */
const PHONE_DIGITS = 10;

/**
 * A word that senders choose (an event type, a campaign parameter, the name of a conversion): masks an e-mail address, and a phone number
 * with area code as people write it. Everything else stays, including bare digits, which are platform ids.
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

/** The first character and three stars, whatever the length. */
export function maskText(text: string): string {
  return text === '' ? '' : `${firstCharacter(text)}***`;
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

/** Masks every field of a lead that a person typed; ids and dates stay, and so do campaign parameters without personal data. */
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

/** Masks a stored lead in the same way, including its identity, which a form may have derived from an e-mail address. */
export function maskLead<Lead extends LeadFields & { readonly origin: Origin; readonly identity: string }>(lead: Lead): Lead {
  return { ...maskLeadFields(lead), identity: maskIdentity(lead) };
}

/** A conversion as readers see it: operators write the reason for a stage change freely, so it may contain names. */
export function maskReasons<Changed extends Conversion>(conversion: Changed): Changed {
  const corrections = conversion.corrections.map((one) => ({ ...one, reason: one.reason === null ? null : maskText(one.reason) }));
  return { ...conversion, corrections };
}

/** A consent without what the person or an operator wrote. */
export function maskConsent<One extends Pick<ConsentRecord, 'purpose' | 'text' | 'ip' | 'reason'>>(consent: One): One {
  const { purpose, text, ip, reason } = consent;
  const masked = (value: string | null): string | null => (value === null ? null : maskText(value));
  return { ...consent, purpose: purpose === null ? null : maskMark(purpose), text: masked(text), ip: masked(ip), reason: masked(reason) };
}

/** Their detail is such a reason, the purpose of a consent, or the name of a view, which readers must not see if it searches for a person. */
const WRITTEN_BY_OPERATORS: readonly string[] = [
  ...[OperatorAction.registerStage, OperatorAction.correctStage, OperatorAction.withdrawStage],
  ...[OperatorAction.saveView, OperatorAction.deleteView, OperatorAction.exportPerson, OperatorAction.erasePerson],
  ...[OperatorAction.grantConsent, OperatorAction.withdrawConsent],
];

/** An operator's action as readers see it. */
export function maskActivity(activity: Activity): Activity {
  return WRITTEN_BY_OPERATORS.includes(activity.action) ? { ...activity, detail: maskText(activity.detail) } : activity;
}

function maskAnswer(answer: Answer): Answer {
  return { ...answer, values: answer.values.map(maskText) };
}

const MASKS: Readonly<Partial<Record<AnswerField, (text: string) => string>>> = { nome: maskName, email: maskEmail, telefone: maskPhone };

/** The value an answer would give a field of a lead, masked like that field. */
export function maskFieldText(field: AnswerField, text: string): string {
  return (MASKS[field] ?? maskText)(text);
}

/** Masks every text and number inside a JSON value; its structure stays, and so do keys that are plain names. */
export function maskValue(value: JsonValue): JsonValue {
  return maskInside(value, () => false);
}

/** Masks a received body in the same way, except for ids, times and campaign parameters, which identify no person. */
export function maskBody(value: JsonValue): JsonValue {
  return maskInside(value, (key, inner) => isImpersonalKey(key) && isIdentifierLike(inner));
}

/** One value of a received body as `maskBody` shows it under its key; the key is `null` for an item of a list. */
export function maskBodyValue(key: string | null, value: JsonValue): JsonValue {
  return key !== null && isImpersonalKey(key) && isIdentifierLike(value) ? value : maskBody(value);
}

/** The key of a received body as `maskBody` shows it; `position` counts the keys of its object from 1. */
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

/** Senders can put anything into a key; addresses and sentences are masked. */
function isPlainKey(key: string): boolean {
  return key.length <= LONGEST_KEY && !/[@\s]/u.test(key);
}

/** Senders mix up fields: text that is masked as an event's identity is not an identifier inside its body either. */
function isIdentifierLike(value: JsonValue): boolean {
  if (isRawNumber(value)) return true;
  if (typeof value === 'number') return !BARE_MOBILE.test(String(value));
  return typeof value === 'string' && value.length <= LONGEST_IDENTIFIER && !/[@\s]/u.test(value) && !isPhone(value);
}

function isPhone(text: string): boolean {
  return WRITTEN_PHONE.test(text) || BARE_MOBILE.test(text);
}

/** Headers that describe the request and not a person; others (`Referer`, `X-Forwarded-For` …) may contain anything from a form. */
const OPEN_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'connection', 'content-encoding', 'content-length', 'content-type', 'date', 'expect'],
  ...['host', 'transfer-encoding', 'user-agent', 'via', 'x-request-id', 'traceparent', 'x-forwarded-proto'],
  ...['x-webhook-signature', 'x-hub-signature', 'x-hub-signature-256', 'x-formulario-signature'],
]);

/** The headers of a request; values that may be personal are masked. */
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
