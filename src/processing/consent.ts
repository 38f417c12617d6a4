import { field, scalarText } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import type { ClientAccount, ClientConsent } from '../domain/client-account.ts';
import { type Consent, ConsentAct, type ConsentProof, type ConsentRecord, type NewConsent } from '../domain/consent.ts';
import type { ConversionExportRow } from '../domain/conversion.ts';
import { type Fault, newFault } from '../domain/fault.ts';
import type { LeadDetail } from '../domain/report-ports.ts';
import { type ConsentStatement, consentStatements, isSamePurpose, LONGEST_IP } from './consent-statements.ts';
import type { EventReading } from './event-reading.ts';
import { readEnd, readStart } from './typed-time.ts';

export interface ConsentRules {
  /** `required`: no statement counts as a refusal; `unless_denied`: it does not. */
  readonly mode: 'unless_denied' | 'required';
  /** The purposes and check boxes that count, in any spelling. */
  readonly keys: readonly string[];
  /** True if it is the client's own rule; omitted for that of the settings. */
  readonly isOfClient?: boolean;
}

export type ConsentState = 'granted' | 'denied' | 'unknown';

/** The consents in an event. An event that withdraws consent withdraws the purposes that it names, otherwise all of them. */
export function newConsents({ kind, fields }: Pick<EventReading, 'kind' | 'fields'>, times: ConsentTimes): readonly NewConsent[] {
  const statements = consentStatements(fields.consents);
  if (statements.length === 0 && kind !== 'withdrawal') return [];
  const meant = mostImportant(kind === 'withdrawal' ? withdrawals(statements) : statements);
  const ip = scalarText(field(fields.extras, 'ip'))?.slice(0, LONGEST_IP) ?? null;
  return meant.map((one) => ({ ...storable({ ...one, ip: one.ip ?? ip }), ...momentOf(one, times) }));
}

/** Cutting a text can leave half of a character. */
function storable(one: ConsentStatement): ConsentStatement {
  const [purpose, text, ip] = [one.purpose, one.text, one.ip].map((value) => (value === null ? null : storableText(value)));
  return { ...one, purpose: purpose ?? null, text: text ?? null, ip: ip ?? null };
}

/** When the event was submitted and arrived, UTC ms. */
interface ConsentTimes {
  readonly submittedAt: number;
  readonly arrivedAt: number;
  /** The zone (IANA) of days and times without an offset. */
  readonly timeZone: string;
}

/** As `consentMoment`: whoever refuses during a day did so for all of it. */
function momentOf(one: ConsentStatement, { submittedAt, arrivedAt, timeZone }: ConsentTimes): Pick<NewConsent, 'at' | 'since'> {
  if (one.at === null) return { at: null, since: submittedAt };
  const began = readStart(one.at, timeZone) ?? submittedAt;
  if (began > arrivedAt) return { at: began, since: submittedAt };
  const at = isRefusal(one) ? Math.min(readEnd(one.at, timeZone) ?? began, arrivedAt) : began;
  return { at, since: at };
}

/** More than any form asks for: a hostile body names tens of thousands. */
const MOST_STATEMENTS = 100;

/** Of too many statements, the refusals come first; if even they are too many, everything is refused. */
function mostImportant(statements: readonly ConsentStatement[]): readonly ConsentStatement[] {
  if (statements.length <= MOST_STATEMENTS) return statements;
  const refusals = statements.filter(isRefusal);
  if (refusals.length > MOST_STATEMENTS) return [EVERYTHING, ...refusals.slice(1, MOST_STATEMENTS)];
  return [...refusals, ...statements.filter((one) => !isRefusal(one))].slice(0, MOST_STATEMENTS);
}

const EVERYTHING: ConsentStatement = { purpose: null, act: ConsentAct.withdrawn, at: null, text: null, ip: null };

function withdrawals(statements: readonly ConsentStatement[]): readonly ConsentStatement[] {
  const refused = statements.filter(isRefusal);
  const named = refused.length > 0 ? refused : statements;
  // The time of an agreement that is withdrawn is not that of the withdrawal.
  const withdrawn = (one: ConsentStatement): ConsentStatement => ({
    ...one,
    act: ConsentAct.withdrawn,
    at: isRefusal(one) ? one.at : null,
  });
  return named.length === 0 ? [EVERYTHING] : named.map(withdrawn);
}

/**
 * What a lead's consents state about these purposes. One refusal or withdrawal decides: a person who agreed to one of them and refused
 * another did not agree to a report. Within one purpose, the newest counts. A refusal of everything counts until one of them is granted.
 */
export function consentState(consents: readonly Consent[], keys: readonly string[]): ConsentState {
  const whole = consents.filter((one) => one.purpose === null && isRefusal(one));
  const counting = consents.filter((one) => isRefusal(one) || whole.every((refusal) => isNewer(one, refusal)));
  const states = keys.map((key) => stateOf(counting.filter(({ purpose }) => purpose !== null && isSamePurpose(purpose, key))));
  if (states.includes('denied')) return 'denied';
  if (states.includes('granted')) return 'granted';
  return whole.length > 0 ? 'denied' : 'unknown';
}

/**
 * Why nothing about this person may be reported to an ad platform: `consent_denied`, or `consent_missing` if the rules require a consent;
 * `null` if nothing forbids it.
 */
export function consentObjection(consents: readonly Consent[], rules: ConsentRules): Fault | null {
  const { mode, keys } = rules;
  const state = consentState(consents, keys);
  if (state === 'denied') return consentDenied(keys);
  return state === 'unknown' && mode === 'required' ? consentMissing(rules) : null;
}

function stateOf(consents: readonly Consent[]): ConsentState {
  if (consents.length === 0) return 'unknown';
  const refusals = consents.filter(isRefusal);
  const isGranted = consents.some((one) => !isRefusal(one) && refusals.every((refusal) => isNewer(one, refusal)));
  return isGranted ? 'granted' : 'denied';
}

function isRefusal({ act }: Pick<Consent, 'act'>): boolean {
  return act !== ConsentAct.granted;
}

/** An event that contradicts itself refuses, unless both have a time. */
function isNewer(grant: Consent, refusal: Consent): boolean {
  if (grant.source !== refusal.source) return grant.since > refusal.since;
  return grant.at !== null && refusal.at !== null && grant.at > refusal.at;
}

/** The keys are the operator's own words, from CONVERSIONS_CONSENT_KEYS. */
function consentDenied(keys: readonly string[]): Fault {
  return newFault('consent_denied', ['consentDenied', { keys: keys.join(', ') }]);
}

function consentMissing({ keys, isOfClient = false }: ConsentRules): Fault {
  return newFault('consent_missing', ['consentMissing', { keys: keys.join(', '), isOfClient: isOfClient ? 1 : 0 }]);
}

/** What proves the consents of a lead, with the rule of its client or of the settings. */
export function consentProof(
  { lead, conversions }: LeadDetail,
  consents: readonly ConsentRecord[],
  rules: { readonly own: readonly ClientConsent[]; readonly settings: Pick<ConsentRules, 'mode' | 'keys'> },
): ConsentProof {
  const own = rules.own.find(({ clientId }) => clientId === lead.clientId);
  const { mode, keys } = own ?? rules.settings;
  const isOwn = own !== undefined;
  return {
    lead,
    conversions,
    consents,
    rule: { mode, keys, isOwn },
    objection: consentObjection(consents, { mode, keys, isOfClient: isOwn }),
  };
}

/** The clients' rules for the conversions in a file for Google's scheduled import. */
interface ExportRules {
  /** The client of the file; `null` for all clients, for the account in the settings. */
  readonly clientId: string | null;
  readonly consents: readonly ClientConsent[];
  readonly accounts: readonly ClientAccount[];
  /** For clients without a consent rule of their own. */
  readonly settings: ConsentRules;
}

/** Whether a conversion may be in the file: its consents allow it, and its client has no account of its own that it goes to instead. */
export function exportFilter({ clientId, consents, accounts, settings }: ExportRules): (row: ConversionExportRow) => boolean {
  const rules = new Map(consents.map((rule) => [rule.clientId, rule]));
  const elsewhere = new Set(clientId === null ? accounts.filter(({ kind }) => kind === 'ads_account').map((one) => one.clientId) : []);
  return (row) => !elsewhere.has(row.clientId) && consentObjection(row.consents, rules.get(row.clientId) ?? settings) === null;
}
