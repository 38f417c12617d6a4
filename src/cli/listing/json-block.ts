import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../base/exact-json.ts';
import { renderBlock } from '../render.ts';

/** A JSON object as lines of name and value, so that the text of a command has the names of its JSON. What is null or empty is left out. */
export function jsonBlock(json: JsonObject): string {
  const present = Object.entries(json).filter(([, value]) => !isEmpty(value));
  return renderBlock(present.map(([name, value]) => [name, scalarText(value) ?? writeJson(value)]));
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (scalarText(value) === undefined && Object.keys(value).length === 0);
}
