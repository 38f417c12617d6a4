import { z } from 'zod';
import type { JsonValue } from '../base/exact-json.ts';
import { faultJson } from './fault-text.ts';
import { Kind, text } from './record.ts';

/** The sentences of a fault: which, and what each is about. */
const sentences = new Kind<JsonValue, unknown, JsonValue>(
  'text',
  (value) => value,
  () =>
    z.array(z.union([z.tuple([z.string()]), z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number()]))])])).nullable(),
);

/** What a fault says, in words and as data; `stored`: as the database has it. */
export function faultFields<From, Context = unknown>(stored: (from: From, context: Context) => string | null) {
  const told = (from: From, context: Context) => faultJson(stored(from, context));
  return {
    erro_mensagem: text.nullable.of<From, Context>((from, context) => told(from, context)['erro_mensagem'] as string | null),
    erro_parametros: sentences.of<From, Context>(
      (from, context) => told(from, context)['erro_parametros'] ?? null,
      'What erro_mensagem says, as data: the key of each sentence, and what it is about.',
    ),
  };
}
