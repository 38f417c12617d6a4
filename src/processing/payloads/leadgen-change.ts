import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, objectsIn, scalarText } from '../../base/exact-json.ts';

/** True for Meta's batch format; a stored event contains one leadgen change of it. */
export function isLeadgenBatch(payload: JsonObject): boolean {
  return isJsonArray(field(payload, 'entry'));
}

/** The value of a batch's leadgen change, with its page; `undefined` if there is none. */
export function leadgenChange(payload: JsonObject): JsonObject | undefined {
  for (const entry of objectsIn(payload, 'entry')) {
    const leadgen = objectsIn(entry, 'changes').find((change) => field(change, 'field') === 'leadgen');
    if (leadgen === undefined) continue;
    const value = field(leadgen, 'value');
    return isJsonObject(value) ? withPage(value, field(entry, 'id')) : undefined;
  }
  return undefined;
}

/** The entry's id is the page's; its changes do not always repeat it. */
function withPage(change: JsonObject, entryId: JsonValue | undefined): JsonObject {
  if (entryId === undefined || scalarText(field(change, 'page_id')) !== undefined) return change;
  return { ...change, page_id: entryId };
}

/** The lead id that the dashboard's test button sends: there is no lead with this id. */
export function isDummyLeadgenId(leadgenId: string | null): boolean {
  return leadgenId !== null && /^4{12,}$/.test(leadgenId);
}
