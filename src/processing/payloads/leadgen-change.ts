import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText } from '../../base/exact-json.ts';
import type { PayloadReader } from '../payload-reader.ts';

/** True for the platform's batch shape, of which a stored event holds one leadgen change. */
export function isLeadgenBatch(reader: PayloadReader): boolean {
  return isJsonArray(reader.peek('entry'));
}

/** The value of the leadgen change of a batch, with the page it happened on; undefined when there is none. */
export function leadgenChange(reader: PayloadReader): JsonObject | undefined {
  for (const entry of objectsOf(reader.peek('entry'))) {
    const leadgen = objectsOf(field(entry, 'changes')).find((change) => field(change, 'field') === 'leadgen');
    if (leadgen === undefined) continue;
    const value = field(leadgen, 'value');
    return isJsonObject(value) ? withPage(value, field(entry, 'id')) : undefined;
  }
  return undefined;
}

/** The entry is the page's; its changes do not always repeat whose they are. */
function withPage(change: JsonObject, entryId: JsonValue | undefined): JsonObject {
  if (entryId === undefined || scalarText(field(change, 'page_id')) !== undefined) return change;
  return { ...change, page_id: entryId };
}

function objectsOf(list: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(list) ? list.filter((item) => isJsonObject(item)) : [];
}

/** What the test button of the platform's dashboard sends: there is no lead behind it. */
export function isDummyLeadgenId(leadgenId: string | null): boolean {
  return leadgenId !== null && /^4{12,}$/.test(leadgenId);
}
