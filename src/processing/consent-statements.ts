import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson, scalarText } from '../base/exact-json.ts';
import { ConsentAct, type NewConsent } from '../domain/consent.ts';
import { AGREEMENT, markItem, markWord, readMark, spelling, spellings, WITHDRAWAL } from './consent-words.ts';
import { readTime } from './event-time.ts';

/** One thing a person agreed to or refused, as a form states it. */
export interface ConsentStatement extends Omit<NewConsent, 'since' | 'at'> {
  /** The time as stated. */
  readonly at: JsonValue;
}

/** Keys that name the purpose of a record. */
const PURPOSE_KEYS = spellings('purpose purposes finalidade finalidades key chave checkbox_key checkbox name nome tipo type id');
/** Keys that contain a purpose, or whether the person agreed. */
const CONSENT_KEYS = spellings('consent consentimento');
/** Keys that contain the text that the person saw, or its version. */
const TEXT_KEYS = spellings(
  'text texto text_version texto_versao version versao consent_text texto_consentimento terms termos policy politica policy_version',
);
/** Keys that contain the person's IP address. */
const IP_KEYS = spellings('ip ip_address endereco_ip client_ip ip_cliente');
/** Words for consent itself, as keys. */
const AGREEMENT_KEYS = AGREEMENT.union(
  spellings('is_checked consent consented consentimento consentido consentiu aceitou autorizou concordou'),
);
/** Keys that contain whether the person agreed. */
const MARK_KEYS = AGREEMENT_KEYS.union(spellings('value valor status state estado resposta answer'));
/** Without a purpose, a "no" to one of them refuses everything. */
const WHOLE_KEYS = AGREEMENT_KEYS.union(spellings('consents consentimentos lgpd'));
const TIME_KEYS = spellings('at em date data timestamp given_at granted_at concedido_em aceito_em updated_at');
const REVOKED_KEYS = WITHDRAWAL.union(spellings('revoked_at revogado_em withdrawn_at'));

/** An IPv6 address with an IPv4 one in it. */
export const LONGEST_IP = 45;

/** A longer text is cut, because each purpose keeps it: with a body of a megabyte they would take gigabytes. The body has all of it. */
const LONGEST_TEXT = 10_000;

/**
 * Everything that a stored consent states about purposes, in any format that senders use: the list of records that the own form asks for, the
 * platforms' check boxes, an object by purpose, names of purposes, or one word. Anything else states nothing.
 */
export function consentStatements(consents: JsonValue | null): readonly ConsentStatement[] {
  const unpacked = unpack(consents);
  const text = scalarText(unpacked ?? undefined);
  if (text !== undefined) return statementsOfText(text);
  return isJsonArray(unpacked) ? statementsOfList(unpacked) : statementsOfContainer(unpacked);
}

/** Whether both name the same purpose. */
export function isSamePurpose(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

/** Some backends send the JSON of their consents as one text. */
function unpack(consents: JsonValue | null): JsonValue | null {
  if (typeof consents !== 'string' || !/^\s*[[{]/.test(consents)) return consents;
  const reading = parseJson(consents);
  return reading.ok ? reading.value : consents;
}

/** A refusal without a purpose refuses everything; an agreement without one counts as none (LGPD 8 §4). */
function statementsOfText(text: string): readonly ConsentStatement[] {
  return statementsOfAnswer(readMark(text)) ?? statementsOfNames(text);
}

function statementsOfAnswer(mark: boolean | undefined): readonly ConsentStatement[] | undefined {
  if (mark === undefined) return undefined;
  return mark ? [] : [stated(null, ConsentAct.denied)];
}

/** Names of purposes count as agreed to. */
function statementsOfNames(text: string): readonly ConsentStatement[] {
  const names = namesIn(text);
  return names.length > 1 ? statementsOfList(names) : names.map((name) => stated(name, ConsentAct.granted));
}

/** Texts in a list are names of purposes, unless all of them read like refusals. */
function statementsOfList(list: readonly JsonValue[]): readonly ConsentStatement[] {
  const items = list.filter((item) => typeof item !== 'string' || (item.trim() !== '' && readMark(item) !== true));
  const isRefusal = items.length > 0 && items.every((item) => typeof item === 'string' && readMark(item) === false);
  return isRefusal ? [stated(null, ConsentAct.denied)] : items.flatMap(statementsOfItem);
}

function statementsOfItem(item: JsonValue): readonly ConsentStatement[] {
  if (typeof item !== 'string') return statementsOfContainer(item);
  return statementsOfAnswer(markItem(item)) ?? statementsOfNames(item);
}

function statementsOfContainer(value: JsonValue | null): readonly ConsentStatement[] {
  if (isJsonArray(value)) return value.flatMap(statementsOfContainer);
  if (value === null || !isJsonObject(value)) return [];
  const names = purposesIn(value);
  if (names.length > 0) return [...statementsOfRecord(value, names), ...statementsBeside(value)];
  const inner = Object.entries(value).flatMap(([key, entry]) => statementsOfEntry(key, entry));
  const withdrawals = takenBack(value).map((at) => ({ ...stated(null, ConsentAct.withdrawn), at }));
  const around = surroundingsIn(value);
  return [...withdrawals, ...inner].map((statement) => completedBy(around, statement));
}

/** The purposes that a record names. Without an answer beside it, a refusal under one of these keys is the answer. */
function purposesIn(record: JsonObject): readonly string[] {
  const consents = valuesOf(record, CONSENT_KEYS).filter((value) => readMark(scalarText(value)) === undefined);
  const names = [...valuesOf(record, PURPOSE_KEYS), ...consents].flatMap(textsOf);
  return verdictOf(record) === undefined ? names.filter((name) => markWord(name) !== false) : names;
}

/** Members of a record that describe its purpose, instead of being one themselves. */
const DESCRIBING_KEYS: ReadonlySet<string> = [PURPOSE_KEYS, MARK_KEYS, TIME_KEYS, REVOKED_KEYS, TEXT_KEYS, IP_KEYS].reduce((all, keys) =>
  all.union(keys),
);

/** What a record states besides its own purpose. */
function statementsBeside(record: JsonObject): readonly ConsentStatement[] {
  const entries = Object.entries(record).filter(([key]) => !DESCRIBING_KEYS.has(spelling(key)) && headingOf(key) !== false);
  return entries.flatMap(([key, entry]) => statementsOfEntry(key, entry));
}

function statementsOfRecord(record: JsonObject, names: readonly string[]): readonly ConsentStatement[] {
  const verdict = verdictOf(record);
  if (verdict === undefined) return [];
  const around = surroundingsIn(record);
  return names.flatMap((name) => statementsOfPurpose(name, verdict.act)).map((one) => completedBy(around, { ...one, at: verdict.at }));
}

/** To agree to `opt_out` is to refuse everything, to agree to "Não quero SMS" is to refuse that, and a "no" to `opt_out` is no consent. */
function statementsOfPurpose(name: string, act: ConsentAct): readonly ConsentStatement[] {
  const isGranted = act === ConsentAct.granted;
  if (headingOf(name) === false) return act === ConsentAct.denied ? [] : [stated(null, isGranted ? ConsentAct.denied : act)];
  return [stated(name, isGranted && headingOf(name, markItem) === false ? ConsentAct.denied : act)];
}

function stated(purpose: string | null, act: ConsentAct): ConsentStatement {
  return { purpose, act, at: null, text: null, ip: null };
}

/** The time, text and address in an object, which apply to everything in it that has none of its own. */
type Surroundings = Pick<ConsentStatement, 'at' | 'text' | 'ip'>;

function surroundingsIn(object: JsonObject): Surroundings {
  const texts = textsIn(object, TEXT_KEYS);
  return {
    at: timeOf(object),
    text: texts.length === 0 ? null : texts.join(' · ').slice(0, LONGEST_TEXT),
    ip: textsIn(object, IP_KEYS)[0]?.slice(0, LONGEST_IP) ?? null,
  };
}

/** A withdrawal comes after the time of the object that it is in. */
function completedBy(around: Surroundings, statement: ConsentStatement): ConsentStatement {
  const { act, at, text, ip } = statement;
  return {
    ...statement,
    at: at ?? (act === ConsentAct.withdrawn ? null : around.at),
    text: text ?? around.text,
    ip: ip ?? around.ip,
  };
}

function textsIn(object: JsonObject, keys: ReadonlySet<string>): readonly string[] {
  return valuesOf(object, keys).flatMap((value) => scalarText(value) ?? []);
}

function timeOf(object: JsonObject): JsonValue {
  return (
    valuesOf(object, TIME_KEYS)
      .map(timeIn)
      .find((at) => at !== null) ?? null
  );
}

/** `{"granted": false}` and `{"consent": false}` name no purpose: like a plain "no", they refuse everything. */
function ofEverything(statement: ConsentStatement): ConsentStatement {
  const { purpose, act } = statement;
  const isWhole = purpose !== null && act !== ConsentAct.granted && WHOLE_KEYS.has(spelling(purpose));
  return isWhole ? { ...statement, purpose: null } : statement;
}

/**
 * `{"ads": true}`, `{"ads": {"granted": true}}`, `{"granted": ["ads"]}`, or an object that only contains others. `{"denied": true}` is a "no", but
 * `{"denied": false}` no consent.
 */
function statementsOfEntry(name: string, value: JsonValue): readonly ConsentStatement[] {
  if (spelling(name) === '') return statementsOfContainer(value);
  if (isJsonArray(value)) return statementsOfNamedList(name, value);
  const isRefused = headingOf(name) === false;
  const text = scalarText(value);
  if (text !== undefined) {
    const mark = TEXT_KEYS.has(spelling(name)) ? markWord(text) : readMark(text);
    const isStated = mark !== undefined && !(isRefused && REVOKED_KEYS.has(spelling(name)));
    return isStated ? statementsOfPurpose(name, actOf(mark)).map(ofEverything) : [];
  }
  if (!isJsonObject(value) || verdictOf(value) === undefined) return refusedIf(isRefused, statementsOfContainer(value));
  const own = statementsOfRecord(value, [name]).map(ofEverything);
  return [...own, ...refusedIf(isRefused || refusesConsent(value), statementsBeside(value))];
}

/** `{"n": ["ads"]}` refuses, but `{"0": ["ads"]}` is a numbered line. */
function statementsOfNamedList(name: string, list: readonly JsonValue[]): readonly ConsentStatement[] {
  const heading = /^\d$/.test(name) ? undefined : markWord(name);
  if (heading === undefined) return list.flatMap(statementsOfContainer);
  return list.flatMap(textsOf).flatMap((one) => statementsOfPurpose(one, actOf(heading)));
}

/** `{"form": {"consent": false, "ads": true}}` is no consent to ads. */
function refusesConsent(record: JsonObject): boolean {
  return valuesOf(record, WHOLE_KEYS).some((value) => readMark(scalarText(value)) === false);
}

function refusedIf(isRefused: boolean, statements: readonly ConsentStatement[]): readonly ConsentStatement[] {
  if (!isRefused) return statements;
  return statements.map((one) => ofEverything(one.act === ConsentAct.granted ? { ...one, act: ConsentAct.denied } : one));
}

/** What a key such as `denied` says about its value; a key of one character is the number of a line. */
function headingOf(key: string, read = markWord): boolean | undefined {
  return key.length === 1 ? undefined : read(key);
}

function actOf(mark: boolean): ConsentAct {
  return mark ? ConsentAct.granted : ConsentAct.denied;
}

/** A record's statement about its purpose; a withdrawn consent is a refusal, whatever it was before. */
function verdictOf(record: JsonObject): Pick<ConsentStatement, 'act' | 'at'> | undefined {
  const [revokedAt] = takenBack(record);
  if (revokedAt !== undefined) return { act: ConsentAct.withdrawn, at: revokedAt };
  const marks = Object.entries(record).flatMap(([key, value]) => markIn(key, scalarText(value)) ?? []);
  const written = marks.filter((mark) => mark !== 'empty');
  if (marks.length === 0) return undefined;
  return { act: actOf(written.length > 0 && !written.includes(false)), at: null };
}

/** What one member of a record answers: `opt_out` can refuse, but not agree. */
function markIn(key: string, text: string | undefined): boolean | 'empty' | undefined {
  if (MARK_KEYS.has(spelling(key))) return text?.trim() === '' ? 'empty' : readMark(text);
  return headingOf(key) === false && readMark(text) === true ? false : undefined;
}

/** When a consent was withdrawn, or `null` if the time is unknown; empty if it was not withdrawn. */
function takenBack(record: JsonObject): readonly JsonValue[] {
  return valuesOf(record, REVOKED_KEYS)
    .filter((value) => !['', 'false', '0'].includes(scalarText(value) ?? ''))
    .map(timeIn);
}

/** A switch (`1`) is not a time. */
function timeIn(value: JsonValue): JsonValue {
  return (readTime(value) ?? 0) < FIRST_TIME ? null : value;
}

const FIRST_TIME = Date.UTC(2000, 0, 1);

function textsOf(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(textsOf);
  return typeof value === 'string' ? namesIn(value) : [];
}

function namesIn(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => spelling(name) !== '');
}

/** The values of these members, whatever their spelling; skips `null`. */
function valuesOf(object: JsonObject, names: ReadonlySet<string>): readonly JsonValue[] {
  return Object.keys(object).flatMap((key) => {
    const value = names.has(spelling(key)) ? field(object, key) : undefined;
    return value === undefined || value === null ? [] : [value];
  });
}
