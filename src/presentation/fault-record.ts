import { z } from 'zod';
import type { JsonValue } from '../base/exact-json.ts';
import type { FaultParams } from '../domain/fault.ts';
import { faultText, sentencesJson } from './fault-text.ts';
import { Kind, text } from './record.ts';

let sentencesSchema: z.ZodType | undefined;

/** The sentences of a fault and their parameters. One schema, so that the OpenAPI document contains it once. */
export const sentences = new Kind<JsonValue, unknown, JsonValue>(
  'text',
  (value) => value,
  () => {
    sentencesSchema ??= z
      .array(z.union([z.tuple([z.string()]), z.tuple([z.string(), z.record(z.string(), z.unknown())])]))
      .meta({ id: 'FaultParameters', description: 'The sentences of an error as data: the key of each sentence and its parameters.' });
    return sentencesSchema.nullable();
  },
);

/** A fault in words and as data; `stored`: as in the database. */
export function faultFields<From, Context = unknown>(stored: (from: From, context: Context) => FaultParams | null) {
  return {
    erro_mensagem: text.nullable.of<From, Context>((from, context) => faultText(stored(from, context), 'en')),
    erro_parametros: sentences.of<From, Context>(
      (from, context) => sentencesJson(stored(from, context)),
      'The content of `erro_mensagem` as data: the key of each sentence and its parameters.',
    ),
  };
}
