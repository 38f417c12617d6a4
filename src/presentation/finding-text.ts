import { formatDuration } from '../base/duration.ts';
import type { Language } from '../base/language.ts';
import type { Finding, Moment } from '../domain/finding.ts';
import type { FindingWords } from '../messages/finding-words.ts';
import { MESSAGES } from '../messages/messages.ts';
import { accountWords } from './account-words.ts';
import { faultText } from './fault-text.ts';
import { maskMark } from './masking.ts';

/** How the time since or until a moment is written; a page writes one that its script counts on. */
export type WriteAge = (moment: Moment) => string;

/** In its two largest units. */
export function agesAt(now: number): WriteAge {
  return ({ at }) => formatDuration(Math.abs(now - at));
}

/** What a finding says, in a language: the name of its client stands before it. */
export function findingWords({ code, params, client }: Finding, language: Language, writeAge: WriteAge): FindingWords {
  const written = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, write(value, language, writeAge)]));
  const { findings, cli } = MESSAGES[language];
  // The compiler holds params against the catalogue where a finding is made.
  const words = (findings[code] as (params: unknown) => FindingWords)(written);
  return client === undefined ? words : { ...words, text: cli.doctor.ofClient(client) + words.text };
}

function write(value: unknown, language: Language, writeAge: WriteAge): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('at' in value) return writeAge(value as Moment);
  if ('kind' in value) return accountWords(value as Parameters<typeof accountWords>[0], language);
  if ('mark' in value) return maskMark(String(value.mark));
  if ('message' in value) return faultText(String(value.message), language);
  return (value as Readonly<Record<string, unknown>>)[language];
}
