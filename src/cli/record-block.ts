import type { JsonObject } from '../base/exact-json.ts';
import { say } from '../messages/messages.ts';
import { recordRows } from '../presentation/record-rows.ts';
import { renderTime } from './local-time.ts';
import { renderBlock } from './render.ts';

/** Sentences as data; people read `erro_mensagem` or `detalhe` instead. */
const FOR_PROGRAMS = ['erro_parametros', 'parametros'];

/**
 * A record's JSON for people: one line of label and value per field. Omits null and empty values; stored words have their labels, and times are in
 * this machine's time zone.
 */
export function recordBlock(json: JsonObject): string {
  const shown = Object.fromEntries(Object.entries(json).filter(([name]) => !FOR_PROGRAMS.includes(name)));
  return renderBlock(
    recordRows(
      shown,
      say((m) => m),
      renderTime,
    ),
  );
}
