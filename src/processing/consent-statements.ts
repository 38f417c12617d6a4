import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson, scalarText } from '../base/exact-json.ts';
import { normalSpelling } from '../domain/event-kind.ts';
import { readTime } from './event-time.ts';

/** One thing a person agreed to or refused, as stored. */
export interface ConsentStatement {
  /** The purpose in its normal spelling; `null` for everything. */
  readonly key: string | null;
  readonly isGranted: boolean;
  /** UTC ms; `null` if unknown. */
  readonly at: number | null;
}

const GRANTED = spellings(
  'true 1 yes y sim s on granted grant accepted accept aceito aceita aceite concedido autorizado checked consent_granted opt_in',
);
const DENIED = spellings(
  'false 0 no n não off denied deny refused rejected recusado recusada negado revoked revogado unchecked withdrawn consent_denied opt_out',
);
/** Keys that name the purpose of a record. */
const PURPOSE_KEYS = spellings(
  'purpose purposes finalidade finalidades key chave checkbox_key checkbox consent consentimento name nome tipo type id',
);
/** Keys that contain whether the person agreed. */
const MARK_KEYS = spellings(
  'granted is_checked checked concedido aceito aceite accepted consentido autorizado consented value valor status state estado',
);
/** Words for consent itself: without a purpose, a "no" to one of them refuses everything. */
const WHOLE_KEYS = spellings(
  'consent consents consentimento consentimentos lgpd granted is_checked checked concedido aceito aceite accepted consentido autorizado consented',
);
const TIME_KEYS = spellings('at em date data timestamp given_at granted_at concedido_em aceito_em updated_at');
const REVOKED_KEYS = spellings('revoked_at revoked revogado_em revogado withdrawn_at');

/**
 * Everything that a stored consent states about purposes, in any format that senders use: the list of records that the own form asks for, the
 * platforms' check boxes, an object by purpose, names of purposes, or one word. Anything else states nothing.
 */
export function consentStatements(consents: JsonValue | null): readonly ConsentStatement[] {
  const unpacked = unpack(consents);
  const text = scalarText(unpacked ?? undefined);
  if (text !== undefined) return statementsOfText(text);
  return isJsonArray(unpacked) ? unpacked.flatMap(statementsOfItem) : statementsOfContainer(unpacked);
}

/** Some backends send the JSON of their consents as one text. */
function unpack(consents: JsonValue | null): JsonValue | null {
  if (typeof consents !== 'string' || !/^\s*[[{]/.test(consents)) return consents;
  const reading = parseJson(consents);
  return reading.ok ? reading.value : consents;
}

/** A refusal without a purpose refuses everything; an agreement without one counts as none (LGPD 8 §4). Names of purposes count as agreed to. */
function statementsOfText(text: string): readonly ConsentStatement[] {
  const mark = readMark(text);
  if (mark !== undefined) return mark ? [] : [{ key: null, isGranted: false, at: null }];
  return namesIn(text).map((key) => ({ key, isGranted: true, at: null }));
}

/** Texts in a list are names of purposes. */
function statementsOfItem(item: JsonValue): readonly ConsentStatement[] {
  return typeof item === 'string' ? namesIn(item).map((key) => ({ key, isGranted: true, at: null })) : statementsOfContainer(item);
}

function statementsOfContainer(value: JsonValue | null): readonly ConsentStatement[] {
  if (isJsonArray(value)) return value.flatMap(statementsOfContainer);
  if (value === null || !isJsonObject(value)) return [];
  const names = valuesOf(value, PURPOSE_KEYS).flatMap(purposeNames);
  const entries = Object.entries(value).flatMap(([key, inner]) => statementsOfEntry(key, inner));
  if (names.length === 0) return [...takenBack(value).map((at) => ({ key: null, isGranted: false, at })), ...entries.map(ofEverything)];
  const verdict = verdictOf(value);
  return [...(verdict === undefined ? [] : names.map((key) => ({ key, ...verdict }))), ...entries];
}

/** `{"granted": false}` and `{"consent": false}` name no purpose: like a plain "no", they refuse everything. */
function ofEverything(statement: ConsentStatement): ConsentStatement {
  const { key, isGranted } = statement;
  return key !== null && !isGranted && WHOLE_KEYS.has(key) ? { ...statement, key: null } : statement;
}

/** `{"ads": true}`, `{"ads": {"granted": true}}`, `{"granted": ["ads"]}`, or an object that only contains others. */
function statementsOfEntry(name: string, value: JsonValue): readonly ConsentStatement[] {
  const key = spelling(name);
  const heading = readMark(name);
  if (heading !== undefined && isJsonArray(value))
    return value.flatMap(purposeNames).map((one) => ({ key: one, isGranted: heading, at: null }));
  const text = scalarText(value);
  if (text !== undefined) {
    const mark = readMark(text);
    return mark === undefined ? [] : [{ key, isGranted: mark, at: null }];
  }
  const verdict = isJsonObject(value) ? verdictOf(value) : undefined;
  return verdict === undefined ? statementsOfContainer(value) : [{ key, ...verdict }];
}

/** A record's statement about its purpose; a withdrawn consent is a refusal, whatever it was before. */
function verdictOf(record: JsonObject): Omit<ConsentStatement, 'key'> | undefined {
  const [revokedAt] = takenBack(record);
  if (revokedAt !== undefined) return { isGranted: false, at: revokedAt };
  const [mark] = valuesOf(record, MARK_KEYS).flatMap((value) => readMark(scalarText(value)) ?? []);
  if (mark === undefined) return undefined;
  return {
    isGranted: mark,
    at:
      valuesOf(record, TIME_KEYS)
        .map(timeIn)
        .find((at) => at !== null) ?? null,
  };
}

/** When a consent was withdrawn, UTC ms, or `null` if the time is unknown; empty if it was not withdrawn. */
function takenBack(record: JsonObject): readonly (number | null)[] {
  return valuesOf(record, REVOKED_KEYS)
    .filter((value) => !['', 'false', '0'].includes(scalarText(value) ?? ''))
    .map(timeIn);
}

/** An export calls this for every text of every lead: plain words, which nearly all are, take the fast path. */
function spelling(text: string): string {
  return /^[\w.-]*$/.test(text) ? text.toLowerCase().replaceAll(/[._-]/g, '') : normalSpelling(text);
}

/** No mark is longer; anything longer is prose. */
const LONGEST_MARK = 32;

/** An empty text is an unchecked box. */
function readMark(text: string | undefined): boolean | undefined {
  if (text === undefined || text.length > LONGEST_MARK) return undefined;
  const word = spelling(text);
  if (text.trim() === '' || DENIED.has(word)) return false;
  return GRANTED.has(word) ? true : undefined;
}

/** A switch (`1`) is not a time. */
function timeIn(value: JsonValue): number | null {
  const at = readTime(value);
  return at === undefined || at < FIRST_TIME ? null : at;
}

const FIRST_TIME = Date.UTC(2000, 0, 1);

function purposeNames(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(purposeNames);
  return typeof value === 'string' ? namesIn(value) : [];
}

function namesIn(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map(spelling)
    .filter((name) => name !== '');
}

/** The values of these members, whatever their spelling; skips `null`. */
function valuesOf(object: JsonObject, names: ReadonlySet<string>): readonly JsonValue[] {
  return Object.keys(object).flatMap((key) => {
    const value = names.has(spelling(key)) ? field(object, key) : undefined;
    return value === undefined || value === null ? [] : [value];
  });
}

function spellings(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(spelling));
}
