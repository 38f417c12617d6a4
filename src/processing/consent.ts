import type { JsonValue } from '../base/exact-json.ts';
import { normalSpelling } from '../domain/event-kind.ts';
import { type Fault, told } from '../domain/fault.ts';
import type { LeadFields } from '../domain/lead.ts';
import { type ConsentStatement, consentStatements } from './consent-statements.ts';

export interface ConsentRules {
  /** `required`: silence is a no; `unless_denied`: silence is none. */
  readonly mode: 'unless_denied' | 'required';
  /** The purposes and check boxes that count, in any spelling. */
  readonly keys: readonly string[];
  /** True: the client's own rule; left out: that of the settings. */
  readonly isOfClient?: boolean;
}

export type ConsentState = 'granted' | 'denied' | 'unknown';

/**
 * What a lead's stored consents say about these purposes. One that was refused, or taken back, decides: who agreed to one of
 * them and refused another did not agree to being sent. Within one purpose the newest word counts where both have a time, else the refusal.
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
 * Why nothing about this person may be told to an ad platform: `consent_denied`, or `consent_missing` where the rules require a consent;
 * null: nothing forbids it.
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
  return { code: 'consent_denied', message: told(['consentDenied', { keys: keys.join(', ') }]) };
}

function consentMissing({ keys, isOfClient = false }: ConsentRules): Fault {
  return { code: 'consent_missing', message: told(['consentMissing', { keys: keys.join(', '), isOfClient: isOfClient ? 1 : 0 }]) };
}
