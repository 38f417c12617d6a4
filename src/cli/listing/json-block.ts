import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../base/exact-json.ts';
import { renderTime } from '../local-time.ts';
import { renderBlock } from '../render.ts';

/** What the presentation calls a time: `recebido_em`, `reservado_ate`. */
const NAME_OF_TIME = /_(em|ate)$/;

/** The sentences of a fault as data; a person reads them as `erro_mensagem`. */
const FOR_PROGRAMS = 'erro_parametros';

/**
 * A JSON object as lines of name and value, so that the text of a command has the names of its JSON. What is null or empty
 * is left out, and times are those of this machine.
 */
export function jsonBlock(json: JsonObject): string {
  const present = Object.entries(json).filter(([name, value]) => name !== FOR_PROGRAMS && !isEmpty(value));
  return renderBlock(present.map(([name, value]) => [name, NAME_OF_TIME.test(name) ? timeText(value) : plainText(value)]));
}

function timeText(value: JsonValue): string {
  return typeof value === 'string' ? renderTime(Date.parse(value)) : plainText(value);
}

function plainText(value: JsonValue): string {
  return scalarText(value) ?? writeJson(value);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (scalarText(value) === undefined && Object.keys(value).length === 0);
}
