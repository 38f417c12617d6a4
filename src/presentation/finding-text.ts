import { formatDuration } from '../base/duration.ts';
import type { Language } from '../base/language.ts';
import { ANY_PAGE } from '../domain/connected-account.ts';
import type { FaultParams } from '../domain/fault.ts';
import type { Finding, Moment } from '../domain/finding.ts';
import type { AccountName } from '../domain/platform-account.ts';
import type { AccountInWords, FindingWords } from '../messages/finding-words.ts';
import { MESSAGES } from '../messages/messages.ts';
import { faultText } from './fault-text.ts';
import { maskMark } from './masking.ts';

/** Writes the time since or until a moment; pages write one that their script keeps counting. */
export type WriteAge = (moment: Moment) => string;

/** Writes an age in its two largest units. */
export function agesAt(now: number): WriteAge {
  return ({ at }) => formatDuration(Math.abs(now - at));
}

/** The text of a finding in a language, preceded by the name of its client. */
export function findingWords({ code, params, client }: Finding, language: Language, writeAge: WriteAge): FindingWords {
  const written = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, write(value, language, writeAge)]));
  const { findings, cli } = MESSAGES[language];
  // The compiler checks the parameters against the catalogue where a finding is created.
  const said = (findings[code] as (params: unknown) => string | FindingWords)(written);
  const words = typeof said === 'string' ? { text: said } : said;
  return client === undefined ? words : { ...words, text: cli.doctor.ofClient(client) + words.text };
}

function write(value: unknown, language: Language, writeAge: WriteAge): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('at' in value) return writeAge(value as Moment);
  if ('kind' in value) return accountWords(value as Parameters<typeof accountWords>[0], language);
  if ('mark' in value) return maskMark(String(value.mark));
  if ('params' in value) return faultText(value.params as FaultParams, language);
  return (value as Readonly<Record<string, unknown>>)[language];
}

/** The name of an account in texts for people. */
function accountWords({ kind, id }: AccountName, language: Language): AccountInWords {
  const words = MESSAGES[language].errors.clientAccounts.named({ kind: id === ANY_PAGE ? 'any_page' : kind, id });
  return { ...words, command: kind === 'page' ? 'source connect' : 'client connect' };
}
