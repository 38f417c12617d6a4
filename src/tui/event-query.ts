import { ORIGINS } from '../domain/origin.ts';
import type { EventQuery } from '../domain/report-ports.ts';
import { EVENT_STATUSES } from '../domain/webhook-event.ts';
import { en } from '../messages/en.ts';
import { say } from '../messages/messages.ts';
import { type LabelSet, labelOf } from '../presentation/labels.ts';
import { isSameWord } from './filter.ts';
import type { PageRequest, SourceFilter } from './source.ts';

/** A filter for the store; `undefined` if the state or source does not exist (perhaps half typed), so that nothing matches. */
export function toEventQuery({ status, origin, errorCode, ...others }: SourceFilter, page: PageRequest): EventQuery | undefined {
  const knownStatus = status === undefined ? undefined : wordOf('states', EVENT_STATUSES, status);
  const knownOrigin = origin === undefined ? undefined : wordOf('origins', ORIGINS, origin);
  if ((status !== undefined && knownStatus === undefined) || (origin !== undefined && knownOrigin === undefined)) return undefined;
  const code = errorCode === undefined ? undefined : (wordOf('codes', Object.keys(en.labels.codes), errorCode) ?? errorCode);
  return {
    ...others,
    ...page,
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(knownOrigin === undefined ? {} : { origin: knownOrigin }),
    ...(code === undefined ? {} : { errorCode: code }),
  };
}

/** The stored value that was typed, or whose label was typed. */
function wordOf<Word extends string>(set: Exclude<LabelSet, 'fields'>, words: readonly Word[], typed: string): Word | undefined {
  const messages = say((m) => m);
  return words.find((word) => isSameWord(word, typed) || isSameWord(labelOf(messages, set, word), typed));
}
