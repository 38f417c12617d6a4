import { field, isJsonObject, type JsonObject, objectsIn, readJson, scalarText } from '../../base/exact-json.ts';
import { storableText } from '../../base/text.ts';
import { bodyWords, fits, searchTerms, textWords } from './search-words.ts';

/** Maximum bytes indexed of a body that is not JSON. */
const LONGEST_TEXT_BYTES = 8_192;

/** Ids in a body that identify a campaign: our own, and those that can be linked to one. */
const PLACES = [
  ['campanha', 'campanha_id'],
  ['form', 'form_id'],
  ['page', 'page_id'],
  ['campaign', 'campaign_id'],
] as const;

/** The search words of a refused request, as one text: the words of its body if it is text, and the given names. */
export function refusedWords(body: Uint8Array, names: readonly string[]): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const words = bodyWords(bytes);
  const ofBody = words.size > 0 ? words : textWords([plainText(bytes)]);
  return [...new Set([...ofBody, ...textWords(names)])].join(' ');
}

/** Whether the words of a refused request match what a person typed. */
export function fitsWords(typed: string, words: string): boolean {
  return fits(searchTerms(typed), new Set(words.split(' ')));
}

/** The ids in a body that identify a campaign, as a JSON list of `kind:id` that every database can read: anybody may have sent the body. */
export function bodyPlaces(body: Uint8Array): string {
  const json = readJson(body);
  const found = json.ok && isJsonObject(json.value) ? placesOf(json.value) : [];
  return JSON.stringify([...new Set(found.map(storableText))]);
}

function placesOf(json: JsonObject): readonly string[] {
  const named = PLACES.flatMap(([kind, key]) => {
    const id = scalarText(field(json, key));
    return id === undefined || id === '' ? [] : [`${kind}:${id}`];
  });
  const entries = objectsIn(json, 'entry').flatMap((entry) => {
    const page = scalarText(field(entry, 'id'));
    const values = objectsIn(entry, 'changes').map((change) => field(change, 'value'));
    return [...(page === undefined ? [] : [`page:${page}`]), ...values.flatMap((value) => (isJsonObject(value) ? placesOf(value) : []))];
  });
  return [...named, ...entries];
}

/** The body of a form that is not JSON: `nome=Ana+Silva&email=ana%40example.com`. */
function plainText(bytes: Buffer): string {
  // The Google Ads key must not become searchable.
  const text = bytes
    .subarray(0, LONGEST_TEXT_BYTES)
    .toString('utf8')
    .replaceAll(/google_key\W+[\w-]+/gi, ' ');
  const spaced = text.replaceAll(/[&=+"{}[\],;:]/g, ' ');
  return spaced.replaceAll(/(%[0-9a-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'));
}
