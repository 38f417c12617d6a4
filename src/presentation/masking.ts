import type { JsonObject, JsonValue } from '../base/exact-json.ts';
import { isJsonObject } from '../base/exact-json.ts';
import type { Answer, LeadFields } from '../domain/lead.ts';

/** `joao.silva@example.com` → `j***@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? maskText(email) : `${firstCharacter(email)}***${email.slice(at)}`;
}

/** `+5511987654321` → `+55119****4321`; shorter ones keep their last two digits only. */
export function maskPhone(phone: string): string {
  return phone.length >= 12 ? `${phone.slice(0, 6)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`;
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

/** The fields of a lead with everything a person typed masked; ids, dates and campaign marks stay. */
export function maskLeadFields<Fields extends LeadFields>(fields: Fields): Fields {
  return {
    ...fields,
    name: fields.name === null ? null : maskName(fields.name),
    email: fields.email === null ? null : maskEmail(fields.email),
    emailNormalized: fields.emailNormalized === null ? null : maskEmail(fields.emailNormalized),
    phone: fields.phone === null ? null : maskPhone(fields.phone),
    phoneE164: fields.phoneE164 === null ? null : maskPhone(fields.phoneE164),
    phoneKey: fields.phoneKey === null ? null : maskPhone(fields.phoneKey),
    message: fields.message === null ? null : maskText(fields.message),
    answers: fields.answers.map(maskAnswer),
    extras: maskValue(fields.extras) as JsonObject,
  };
}

function maskAnswer(answer: Answer): Answer {
  return { ...answer, values: answer.values.map(maskText) };
}

/** Every text and number inside a JSON value masked; its shape and keys stay. */
export function maskValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => maskValue(item));
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskValue(inner)]));
  return typeof value === 'boolean' || value === null ? value : '***';
}
