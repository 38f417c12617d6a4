import {
  field,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectIn,
  objectsIn,
  scalarText,
  writeJson,
} from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/signature.ts';
import { leadIdText } from '../../domain/lead-id.ts';
import { Origin } from '../../domain/origin.ts';
import type { NewEvent } from '../../domain/webhook-event.ts';
import { readFlatEvent } from '../flat-event.ts';
import { LONGEST_FIELD } from '../identity-text.ts';
import { refusal } from '../intake-request.ts';
import type { AdSourceRules, Source } from '../source.ts';
import { signedSource } from '../verify-signature.ts';

const EVENT_TYPE = 'leadgen';

/** The platform's own limit. Each change becomes an event with its own headers. */
const MOST_CHANGES = 1_000;

const TOO_MANY_CHANGES = refusal(422, 'too_many_changes', ['requestTooManyChanges', { most: MOST_CHANGES }]);

/** Meta: signed batches of page changes, of which we use those of lead forms. */
export function socialAdsSource(rules: AdSourceRules): Source {
  return {
    origin: Origin.socialAds,
    ...signedSource({
      headers: ['X-Hub-Signature-256'],
      setting: 'WEBHOOK_SOCIALADS_SECRET',
      keys: rules.keys,
      allowUnsigned: rules.allowUnsigned,
      ...(rules.allowUnsigned ? { unsigned: () => ({ kind: 'verified', credential: 'unsigned' }) } : {}),
    }),
    read(json, body) {
      if (!isJsonArray(field(json, 'entry'))) {
        const leadIdKeys = ['leadgen_id', 'lead_id'];
        return readFlatEvent(json, body, { ownIdKeys: ['id'], leadIdKeys, kinds: rules.kinds });
      }
      const changes = changesOf(json);
      if (changes.length > MOST_CHANGES) return TOO_MANY_CHANGES;
      const leads = changes.filter(({ change }) => isJsonObject(change) && field(change, 'field') === EVENT_TYPE);
      if (leads.length === 0) return { kind: 'ignored' };
      // A request with exactly one change is stored with its original bytes; each part of a larger batch is wrapped again.
      const events =
        changes.length === 1 ? leads.map(leadgenEvent) : leads.map((lead) => ({ ...leadgenEvent(lead), body: wrapped(json, lead) }));
      return { kind: 'events', events, body, batch: true };
    },
  };
}

interface PageChange {
  readonly entry: JsonObject;
  readonly change: JsonValue;
}

function changesOf(batch: JsonObject): readonly PageChange[] {
  return objectsIn(batch, 'entry').flatMap((entry) => {
    const changes = field(entry, 'changes');
    return isJsonArray(changes) ? changes.map((change) => ({ entry, change })) : [];
  });
}

/** A change without a usable lead id is stored too, under the SHA-256 of its own text: nothing that a platform sends is lost. */
function leadgenEvent({ change }: PageChange): NewEvent {
  const value = isJsonObject(change) ? objectIn(change, 'value') : {};
  const id = leadIdText(field(value, 'leadgen_id'));
  return { eventType: EVENT_TYPE, identity: id ?? sha256Hex(Buffer.from(writeJson(change))) };
}

/** One change in the platform's own format, with exact numbers. */
function wrapped(json: JsonObject, { entry, change }: PageChange): Buffer {
  return Buffer.from(writeJson({ ...pick(json, ['object']), entry: [{ ...pick(entry, ['id', 'time']), changes: [change] }] }));
}

/** The short values of these keys. What surrounds the changes is repeated for each of them, so a long value would multiply. */
function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => keys.includes(key) && isShort(value)));
}

function isShort(value: JsonValue): boolean {
  const text = typeof value === 'boolean' ? undefined : scalarText(value);
  return text !== undefined && text.length <= LONGEST_FIELD;
}
