import type { JsonValue } from '../base/exact-json.ts';
import type { ClientAccount, ClientConsent } from '../domain/client-account.ts';
import type { ConversionExportRow } from '../domain/conversion.ts';
import { normalSpelling } from '../domain/event-kind.ts';
import { type Fault, faultParams } from '../domain/fault.ts';
import type { LeadFields } from '../domain/lead.ts';
import { type ConsentStatement, consentStatements } from './consent-statements.ts';

export interface ConsentRules {
  /** `required`: no statement counts as a refusal; `unless_denied`: it does not. */
  readonly mode: 'unless_denied' | 'required';
  /** The purposes and check boxes that count, in any spelling. */
  readonly keys: readonly string[];
  /** True if it is the client's own rule; omitted for that of the settings. */
  readonly isOfClient?: boolean;
}

export type ConsentState = 'granted' | 'denied' | 'unknown';

/**
 * What a lead's stored consents state about these purposes. One refusal or withdrawal decides: a person who agreed to one of them and refused
 * another did not agree to a report. Within one purpose, the newest statement counts if both have a time, otherwise the refusal.
 */
export function consentState(consents: JsonValue | null, keys: readonly string[]): ConsentState {
  const statements = consentStatements(consents);
  if (statements.length === 0) return 'unknown';
  const asked = new Set(keys.map(normalSpelling));
  const states = [...asked].map((key) => stateOf(statements.filter((one) => one.key === null || one.key === key)));
  if (states.includes('denied')) return 'denied';
  return states.includes('granted') ? 'granted' : 'unknown';
}

/**
 * Why nothing about this person may be reported to an ad platform: `consent_denied`, or `consent_missing` if the rules require a consent;
 * `null` if nothing forbids it.
 */
export function consentObjection({ consents }: Pick<LeadFields, 'consents'>, rules: ConsentRules): Fault | null {
  const { mode, keys } = rules;
  const state = consentState(consents, keys);
  if (state === 'denied') return consentDenied(keys);
  return state === 'unknown' && mode === 'required' ? consentMissing(rules) : null;
}

function stateOf(statements: readonly ConsentStatement[]): ConsentState {
  const denials = statements.filter((statement) => !statement.isGranted);
  const grants = statements.filter((statement) => statement.isGranted);
  if (denials.length === 0) return grants.length === 0 ? 'unknown' : 'granted';
  const granted = Math.max(...grants.map(({ at }) => at ?? Number.NEGATIVE_INFINITY));
  const denied = Math.max(...denials.map(({ at }) => at ?? Number.POSITIVE_INFINITY));
  return granted > denied ? 'granted' : 'denied';
}

/** The keys are the operator's own words, from CONVERSIONS_CONSENT_KEYS. */
function consentDenied(keys: readonly string[]): Fault {
  return { code: 'consent_denied', params: faultParams(['consentDenied', { keys: keys.join(', ') }]) };
}

function consentMissing({ keys, isOfClient = false }: ConsentRules): Fault {
  return { code: 'consent_missing', params: faultParams(['consentMissing', { keys: keys.join(', '), isOfClient: isOfClient ? 1 : 0 }]) };
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
  return (row) => !elsewhere.has(row.clientId) && consentObjection(row, rules.get(row.clientId) ?? settings) === null;
}
