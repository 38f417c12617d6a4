import { type JsonObject, type JsonValue, scalarText, writeJson } from '../base/exact-json.ts';
import type { Messages } from '../messages/messages.ts';
import { labelOf, storedWordLabel } from './labels.ts';

/** Names of time fields: `recebido_em`, `reservado_ate`. */
const NAME_OF_TIME = /_(em|ate|desde)$/;

type TimeText = (ms: number) => string;

/** The fields of a record that have a value, as label and text for people; stored words have their labels. An erased row has no external ID. */
export function recordRows(json: JsonObject, messages: Messages, timeText: TimeText): readonly (readonly [label: string, text: string])[] {
  return Object.entries(json)
    .filter(([name, value]) => !isEmpty(value) && (name !== 'identidade' || isEmpty(json['apagado_em'] ?? null)))
    .map(([name, value]) => [labelOf(messages, 'jsonFields', name), valueText(name, value, messages, timeText)]);
}

function valueText(name: string, value: JsonValue, messages: Messages, timeText: TimeText): string {
  const { labels } = messages;
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  if (typeof value !== 'string') return scalarText(value) ?? writeJson(value);
  if (NAME_OF_TIME.test(name)) return timeText(Date.parse(value));
  const label = storedWordLabel(messages, name, value);
  // Filters and JSON take the code.
  const isCode = name === 'erro_codigo' || name === 'codigo';
  return isCode && label !== value ? `${label} (${value})` : label;
}

export function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (scalarText(value) === undefined && Object.keys(value).length === 0);
}
