import { field, type JsonObject, readFlag } from '../base/exact-json.ts';
import { sha256Hex } from '../base/signature.ts';
import type { EventKinds } from '../domain/event-kind.ts';
import { leadIdText, testLeadId } from '../domain/lead-id.ts';
import { isStorableText, LONGEST_FIELD } from './identity-text.ts';
import { fieldsInvalid, type Refusal } from './intake-request.ts';
import type { Reading } from './source.ts';

export interface FlatEventRules {
  /** Keys that contain the id of the event itself. */
  readonly ownIdKeys: readonly string[];
  /** Keys that contain the platform's lead id. */
  readonly leadIdKeys: readonly string[];
  readonly kinds: EventKinds;
  /** The event type for a platform's form, which creates a lead: without a type, or with an unknown one. */
  readonly leadFormType?: string;
}

/**
 * Reads a body that is one event. Its identity is its kind and its own id; otherwise, if it creates a lead, that lead's id; otherwise the
 * SHA-256 of the stored bytes. An update or a conversion, or an unknown type that may become one, must not look like a resend of the lead.
 */
export function readFlatEvent(json: JsonObject, body: Buffer, rules: FlatEventRules): Reading | Refusal {
  const given = field(json, 'event_type');
  const eventType = given === undefined || given === null ? rules.leadFormType : given;
  if (typeof eventType !== 'string' || !isStorableText(eventType, LONGEST_FIELD)) {
    const rule = `must be a non-empty string of at most ${LONGEST_FIELD} characters`;
    return fieldsInvalid([{ field: 'event_type', problem: given === undefined ? `is missing; it ${rule}` : rule }]);
  }
  const kind = rules.kinds(eventType) ?? (rules.leadFormType === undefined ? 'other' : 'lead');
  const ownId = first(rules.ownIdKeys, (key) => leadIdText(field(json, key)));
  const leadId = kind === 'lead' ? first(rules.leadIdKeys, (key) => leadIdText(field(json, key))) : undefined;
  const identity = ownId ?? (leadId === undefined ? sha256Hex(body) : leadIdentity(json, leadId, rules));
  return { kind: 'events', events: [{ eventType, identity, kind }], body, batch: false };
}

function leadIdentity(json: JsonObject, leadId: string, { leadFormType }: FlatEventRules): string {
  const isTestOfForm = leadFormType !== undefined && readFlag(field(json, 'is_test')) === true;
  return isTestOfForm ? testLeadId(leadId, field(json, 'form_id')) : leadId;
}

function first(keys: readonly string[], idOf: (key: string) => string | undefined): string | undefined {
  for (const key of keys) {
    const id = idOf(key);
    if (id !== undefined) return id;
  }
  return undefined;
}
