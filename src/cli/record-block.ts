import { type JsonObject, type JsonValue, scalarText, writeJson } from '../base/exact-json.ts';
import { say } from '../messages/messages.ts';
import { labelOf, storedWordLabel } from '../presentation/labels.ts';
import { renderTime } from './local-time.ts';
import { renderBlock } from './render.ts';

/** Names of time fields: `recebido_em`, `reservado_ate`. */
const NAME_OF_TIME = /_(em|ate)$/;

/** Sentences as data; people read `erro_mensagem` or `detalhe` instead. */
const FOR_PROGRAMS = ['erro_parametros', 'parametros'];

/**
 * A record's JSON for people: one line of label and value per field. Omits null and empty values; stored words have their labels, and times are in
 * this machine's time zone.
 */
export function recordBlock(json: JsonObject): string {
  const present = Object.entries(json).filter(([name, value]) => !FOR_PROGRAMS.includes(name) && !isEmpty(value));
  return renderBlock(present.map(([name, value]) => [say((m) => labelOf(m, 'jsonFields', name)), valueText(name, value)]));
}

function valueText(name: string, value: JsonValue): string {
  if (typeof value === 'boolean') return say(({ labels }) => (value ? labels.yes : labels.no));
  if (typeof value !== 'string') return scalarText(value) ?? writeJson(value);
  if (NAME_OF_TIME.test(name)) return renderTime(Date.parse(value));
  const label = say((m) => storedWordLabel(m, name, value));
  // Filters and JSON take the code.
  const isCode = name === 'erro_codigo' || name === 'codigo';
  return isCode && label !== value ? `${label} (${value})` : label;
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (scalarText(value) === undefined && Object.keys(value).length === 0);
}
