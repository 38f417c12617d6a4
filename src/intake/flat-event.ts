import { field, type JsonObject } from '../base/exact-json.ts';
import { sha256Hex } from '../base/signature.ts';
import type { EventKinds } from '../domain/event-kind.ts';
import { idText, isStorableText, LONGEST_FIELD, LONGEST_PLATFORM_ID } from './identity-text.ts';
import { fieldsInvalid, type Refusal } from './intake-request.ts';
import type { Reading } from './source.ts';

export interface FlatEventRules {
  /** Keys that hold the id of the event itself. */
  readonly ownIdKeys: readonly string[];
  /** Keys that hold the platform's id of the lead. */
  readonly leadIdKeys: readonly string[];
  readonly kinds: EventKinds;
  /** The event type of a body that names none; undefined: it must name one. */
  readonly fallbackType: string | undefined;
}

/**
 * Reads a body that is one event. Its identity is its own id; else the id of its lead, unless it is an update or a
 * conversion of that lead, which must not look like the lead sent again; else the SHA-256 of the bytes that are stored.
 */
export function readFlatEvent(json: JsonObject, body: Buffer, rules: FlatEventRules): Reading | Refusal {
  const given = field(json, 'event_type');
  const eventType = given === undefined || given === null ? rules.fallbackType : given;
  if (typeof eventType !== 'string' || !isStorableText(eventType, LONGEST_FIELD)) {
    const rule = `must be a non-empty string of at most ${LONGEST_FIELD} characters`;
    return fieldsInvalid([{ field: 'event_type', problem: given === undefined ? `is missing; it ${rule}` : rule }]);
  }
  const kind = rules.kinds(eventType);
  const changesALead = kind === 'update' || kind === 'conversion';
  const keys = changesALead ? rules.ownIdKeys : [...rules.ownIdKeys, ...rules.leadIdKeys];
  const identity = firstId(json, keys) ?? sha256Hex(body);
  return { kind: 'events', events: [{ eventType, identity }], body, batch: false };
}

function firstId(json: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const id = idText(field(json, key), LONGEST_PLATFORM_ID);
    if (id !== undefined) return id;
  }
  return undefined;
}
