import type { JsonObject } from '../../base/exact-json.ts';
import { idValue } from './id-value.ts';
import type { TestPerson } from './test-person.ts';

export interface FlatEvent {
  readonly eventType: string;
  readonly id: string;
  readonly clientId: string;
  readonly person: TestPerson;
  /** The key of the platform's click id, and its value. */
  readonly clickId?: { readonly key: 'gclid' | 'fbclid'; readonly value: string } | undefined;
  readonly value?: string | undefined;
}

/** The seed's flat sample: event type, click id, numeric `cliente_id`, `full_name`. Both ad routes take it. */
export function flatBody({ eventType, id, clientId, person, clickId, value }: FlatEvent): JsonObject {
  return {
    event_type: eventType,
    id,
    cliente_id: idValue(clientId),
    full_name: person.name,
    email: person.email,
    phone_number: person.phone,
    ...(clickId === undefined ? {} : { [clickId.key]: clickId.value }),
    ...(value === undefined ? {} : { valor: JSON.rawJSON(value), moeda: 'BRL' }),
  };
}
