import { field, type JsonObject } from '../base/exact-json.ts';
import { sha256Hex } from '../base/signature.ts';
import type { EventKinds } from '../domain/event-kind.ts';
import { LONGEST_LEAD_ID, leadIdText } from '../domain/lead-id.ts';
import { idText, isStorableText, LONGEST_FIELD } from './identity-text.ts';
import { fieldsInvalid, type Refusal } from './intake-request.ts';
import type { Reading } from './source.ts';

export interface FlatEventRules {
  /** Keys that hold the id of the event itself. */
  readonly ownIdKeys: readonly string[];
  /** Keys that hold the platform's id of the lead. */
  readonly leadIdKeys: readonly string[];
  readonly kinds: EventKinds;
  /** A platform's own form creates a lead: its type when it names none, its kind when it names one that is not known. */
  readonly leadFormType?: string;
}

/**
 * Reads a body that is one event. Its identity is its kind and its own id; else, when it creates a lead, the id of that lead; else
 * the SHA-256 of the bytes that are stored. An update or a conversion, or a type not known yet that may become one, must
 * not look like the lead sent again.
 */
export function readFlatEvent(json: JsonObject, body: Buffer, rules: FlatEventRules): Reading | Refusal {
  const given = field(json, 'event_type');
  const eventType = given === undefined || given === null ? rules.leadFormType : given;
  if (typeof eventType !== 'string' || !isStorableText(eventType, LONGEST_FIELD)) {
    const rule = `must be a non-empty string of at most ${LONGEST_FIELD} characters`;
    return fieldsInvalid([{ field: 'event_type', problem: given === undefined ? `is missing; it ${rule}` : rule }]);
  }
  const kind = rules.kinds(eventType) ?? (rules.leadFormType === undefined ? 'other' : 'lead');
  const ownId = first(rules.ownIdKeys, (key) => idText(field(json, key), LONGEST_LEAD_ID));
  const leadId = kind === 'lead' ? first(rules.leadIdKeys, (key) => leadIdText(field(json, key))) : undefined;
  const identity = ownId ?? leadId ?? sha256Hex(body);
  return { kind: 'events', events: [{ eventType, identity, kind }], body, batch: false };
}

function first(keys: readonly string[], idOf: (key: string) => string | undefined): string | undefined {
  for (const key of keys) {
    const id = idOf(key);
    if (id !== undefined) return id;
  }
  return undefined;
}
