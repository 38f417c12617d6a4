import type { SearchDirectory } from './directory.ts';
import type { FieldViolation } from './google-error.ts';
import { searchEmailHash, searchPhoneHash } from './hashes.ts';

export type Json = Readonly<Record<string, unknown>>;

const EVENT_SOURCES: readonly unknown[] = ['WEB', 'APP', 'IN_STORE', 'PHONE', 'OTHER'];
const CONSENTS: readonly unknown[] = ['CONSENT_GRANTED', 'CONSENT_DENIED', 'CONSENT_STATUS_UNSPECIFIED'];
const CLICK_KEYS = ['gclid', 'gbraid', 'wbraid'];
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const MOST_IDENTIFIERS = 10;

const EVENT_KEYS: ReadonlySet<string> = new Set([
  ...['transactionId', 'eventTimestamp', 'lastUpdatedTimestamp', 'eventSource', 'adIdentifiers', 'userData', 'conversionValue', 'currency'],
  ...['consent', 'destinationReferences', 'eventDeviceInfo', 'userProperties', 'cartData', 'eventName', 'clientId', 'userId'],
]);

/** Everything that is wrong with one event before processing; `at` is its place in the request. */
export function eventViolations(event: Json, at: string, encoding: unknown, directory: SearchDirectory): readonly FieldViolation[] {
  const wrong = (key: string, description: string, reason = 'INVALID_ARGUMENT') => ({ field: `${at}.${key}`, description, reason });
  const missing = (key: string) => wrong(key, 'Required field is missing.', 'REQUIRED_FIELD_MISSING');
  const { transactionId, eventTimestamp, eventSource, conversionValue, currency } = event;
  return [
    ...Object.keys(event)
      .filter((key) => !EVENT_KEYS.has(key))
      .map((key) => wrong(key, 'Unknown name.')),
    ...(typeof transactionId === 'string' && transactionId !== '' ? [] : [missing('transactionId')]),
    ...(eventTimestamp === undefined
      ? [missing('eventTimestamp')]
      : isTimestamp(eventTimestamp)
        ? []
        : [wrong('eventTimestamp', 'Must be RFC 3339.')]),
    ...(eventSource === undefined
      ? [missing('eventSource')]
      : EVENT_SOURCES.includes(eventSource)
        ? []
        : [wrong('eventSource', 'Unknown value.')]),
    ...(conversionValue === undefined || isAmount(conversionValue)
      ? []
      : [wrong('conversionValue', 'Must be a number in currency units.')]),
    ...(conversionValue === undefined || /^[A-Z]{3}$/.test(String(currency)) ? [] : [missing('currency')]),
    ...identifierViolations(event, encoding, wrong, missing),
    ...consentValues(event)
      .filter((value) => !CONSENTS.includes(value))
      .map(() => wrong('consent', 'Unknown value.')),
    ...hashViolations(event, wrong, directory),
  ];
}

type Wrong = (key: string, description: string, reason?: string) => FieldViolation;

function identifierViolations(
  event: Json,
  encoding: unknown,
  wrong: Wrong,
  missing: (key: string) => FieldViolation,
): readonly FieldViolation[] {
  const users = userIdentifiers(event);
  if (users.length === 0 && clickIdsOf(event).length === 0) return [wrong('adIdentifiers', 'No identifiers.', 'NO_IDENTIFIERS_PROVIDED')];
  if (users.length > MOST_IDENTIFIERS) return [wrong('userData.userIdentifiers', 'Too many.', 'TOO_MANY_USER_IDENTIFIERS')];
  if (event['userData'] !== undefined && encoding === undefined) return [missing('encoding')];
  return users
    .filter((user) => Object.keys(user).length !== 1)
    .map(() => wrong('userData.userIdentifiers', 'Exactly one identifier each.'));
}

/** Hashes must be hex, and the hashes of a known person must follow the platform's normalisation. */
function hashViolations(event: Json, wrong: Wrong, directory: SearchDirectory): readonly FieldViolation[] {
  const person = clickIdsOf(event)
    .map((id) => directory.clicks.get(id)?.person)
    .find((found) => found != null);
  return userIdentifiers(event).flatMap(({ emailAddress, phoneNumber }) => {
    const given = emailAddress ?? phoneNumber;
    if (given === undefined) return [];
    if (!/^[0-9a-f]{64}$/i.test(String(given)))
      return [wrong('userData.userIdentifiers', 'Must be a SHA-256 in hex.', 'INVALID_HEX_ENCODING')];
    if (person === undefined) return [];
    const right = emailAddress === undefined ? searchPhoneHash(person.phone) : searchEmailHash(person.email);
    return String(given).toLowerCase() === right
      ? []
      : [wrong('userData.userIdentifiers', "Not the hash of the person's normalised value.")];
  });
}

/** All click ids of an event, of any kind. */
export function clickIdsOf(event: Json): readonly string[] {
  const identifiers = (event['adIdentifiers'] ?? {}) as Json;
  return CLICK_KEYS.flatMap((key) => (typeof identifiers[key] === 'string' ? [identifiers[key]] : []));
}

function userIdentifiers(event: Json): readonly Json[] {
  const list = ((event['userData'] ?? {}) as Json)['userIdentifiers'];
  return Array.isArray(list) ? (list as Json[]) : [];
}

function consentValues(event: Json): readonly unknown[] {
  return Object.values((event['consent'] ?? {}) as Json);
}

function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' && RFC_3339.test(value) && !Number.isNaN(Date.parse(value));
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
