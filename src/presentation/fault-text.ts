import { isJsonArray, type JsonObject, type JsonValue, scalarText } from '../base/exact-json.ts';
import { currentLanguage, type Language, type Translated } from '../base/language.ts';
import { type Sentence, sentencesOf, told } from '../domain/fault.ts';
import type { EventTrail } from '../domain/report-ports.ts';
import { inEveryLanguage, MESSAGES } from '../messages/messages.ts';
import { translated } from './phrases.ts';
import { SEARCH_ADS_PHRASES } from './search-ads-phrases.ts';

/** What the fault says, in the language of the person; null stays null. */
export function faultText<Message extends string | null>(message: Message, language: Language = currentLanguage()): Message | string {
  return message === null
    ? message
    : sentencesOf(message)
        .map((sentence) => textOf(sentence, language))
        .join(' ');
}

/** What the fault says, in every language. */
export function faultTexts(message: string): Translated<string> {
  return inEveryLanguage((_, language) => faultText(message, language));
}

/** The same for programs: in English, and as data that is read in any language. */
export function faultJson(message: string | null): JsonObject {
  return {
    erro_mensagem: faultText(message, 'en'),
    erro_parametros: message === null ? null : (sentencesOf(message) as unknown as JsonValue),
  };
}

/** What the JSON of a fault says, in the language of the person. */
export function faultOfJson(json: JsonObject): string {
  const sentences = json['erro_parametros'];
  return isJsonArray(sentences) ? faultText(JSON.stringify(sentences)) : (scalarText(json['erro_mensagem']) ?? '');
}

/** What another program has stored, in words or about things that are not known here, is named by its key: no list of faults breaks by one of them. */
function textOf([key, about]: Sentence, language: Language): string {
  const sentences = MESSAGES[language].faults;
  try {
    const sentence = (Object.hasOwn(sentences, key) ? sentences[key] : key) as string | ((about: never) => string);
    const text = typeof sentence === 'function' ? sentence(about as never) : sentence;
    return key === 'words' ? translated(`${text ?? key}`, SEARCH_ADS_PHRASES, language) : text;
  } catch {
    return key;
  }
}

/**
 * What the event's fault says, as it is stored. Where no failed job is left that could be retried, because it was pruned or forgotten, it names
 * the command that makes a new one.
 */
export function faultOfEvent({ event, jobs }: Pick<EventTrail, 'event' | 'jobs'>): string | null {
  const isRetryable = jobs.some(({ state, conversionId }) => state !== 'concluido' && conversionId === null);
  if (isRetryable || event.status !== 'erro' || event.errorMessage === null) return event.errorMessage;
  const again = `events replay ${event.id}`;
  const sentences = sentencesOf(event.errorMessage);
  return told(...sentences.map(([key, about]) => (hasAgain(about) ? [key, { ...about, again }] : [key, about]) as unknown as Sentence));
}

function hasAgain(about: object | undefined): about is { readonly again: string } {
  return about !== undefined && 'again' in about;
}
