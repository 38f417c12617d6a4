import { isJsonArray, type JsonObject, type JsonValue, scalarText } from '../base/exact-json.ts';
import { currentLanguage, type Language, type Translated } from '../base/language.ts';
import { type FaultParams, faultParams, type Sentence, sentencesOf } from '../domain/fault.ts';
import { JobState } from '../domain/job.ts';
import type { EventTrail } from '../domain/report-ports.ts';
import { EventStatus } from '../domain/webhook-event.ts';
import { inEveryLanguage, MESSAGES } from '../messages/messages.ts';

/** The fault in the reader's language; `null` stays `null`. */
export function faultText<Params extends FaultParams | null>(
  params: Params,
  language: Language = currentLanguage(),
): string | Extract<Params, null> {
  if (params === null) return params as Extract<Params, null>;
  return sentencesOf(params)
    .map((sentence) => textOf(sentence, language))
    .join(' ');
}

/** The fault in every language. */
export function faultTexts(params: FaultParams): Translated<string> {
  return inEveryLanguage((_, language) => faultText(params, language));
}

/** The fault for programs: in English, and as data that can be read in any language. */
export function faultJson(params: FaultParams | null): JsonObject {
  return { erro_mensagem: faultText(params, 'en'), erro_parametros: sentencesJson(params) };
}

/** The sentences as data. */
export function sentencesJson(params: FaultParams | null): JsonValue {
  return params === null ? null : (sentencesOf(params) as unknown as JsonValue);
}

/** The fault in JSON, in the reader's language. */
export function faultOfJson(json: JsonObject): string {
  const sentences = json['erro_parametros'];
  return isJsonArray(sentences) ? faultText(JSON.stringify(sentences) as FaultParams) : (scalarText(json['erro_mensagem']) ?? '');
}

/** A sentence that another version stored, or whose parameters are unknown here, is shown as its key, so that it does not break a list. */
function textOf([key, about]: Sentence, language: Language): string {
  const sentences = MESSAGES[language].faults;
  try {
    const sentence = (Object.hasOwn(sentences, key) ? sentences[key] : key) as string | ((about: never) => string);
    return typeof sentence === 'function' ? sentence(about as never) : sentence;
  } catch {
    return key;
  }
}

/**
 * The event's fault as stored. If no failed job is left to retry, because it was pruned or forgotten, it names the command that creates a
 * new one.
 */
export function faultOfEvent({ event, jobs }: Pick<EventTrail, 'event' | 'jobs'>): FaultParams | null {
  const isRetryable = jobs.some(({ state, conversionId }) => state !== JobState.done && conversionId === null);
  if (isRetryable || event.status !== EventStatus.failed || event.errorParams === null) return event.errorParams;
  const again = `events replay ${event.id}`;
  const sentences = sentencesOf(event.errorParams);
  return faultParams(
    ...sentences.map(([key, about]) => (hasAgain(about) ? [key, { ...about, again }] : [key, about]) as unknown as Sentence),
  );
}

function hasAgain(about: object | undefined): about is { readonly again: string } {
  return about !== undefined && 'again' in about;
}
