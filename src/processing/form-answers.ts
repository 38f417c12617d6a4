import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText, writeJson } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import type { Answer } from '../domain/lead.ts';

/** The keys under which a platform's form asks for name, e-mail and phone; the first one that was answered is taken. */
export interface ContactKeys {
  readonly fullName: readonly string[];
  readonly firstName: readonly string[];
  readonly lastName: readonly string[];
  readonly email: readonly string[];
  readonly phone: readonly string[];
}

export interface Contact {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Takes name, e-mail and phone out of the answers of a form. What is already known otherwise is not taken again, and
 * whatever is not taken (a second e-mail, a second value) stays an answer.
 */
export function splitContact(
  answers: readonly Answer[],
  keys: ContactKeys,
  known: Contact,
): Contact & { readonly answers: readonly Answer[] } {
  let rest = answers;
  const take = (wanted: readonly string[]): string | null => {
    const key = wanted.find((candidate) => firstValue(rest, candidate) !== null);
    if (key === undefined) return null;
    const value = firstValue(rest, key);
    rest = rest.flatMap((answer) => (answer.key === key ? withoutValue(answer, value) : [answer]));
    return value;
  };
  const takeParts = (): string | null => joinName(take(keys.firstName), take(keys.lastName));
  return {
    name: known.name ?? take(keys.fullName) ?? takeParts(),
    email: known.email ?? take(keys.email),
    phone: known.phone ?? take(keys.phone),
    answers: rest,
  };
}

function firstValue(answers: readonly Answer[], key: string): string | null {
  return answers.find((answer) => answer.key === key)?.values.find((value) => value.trim() !== '') ?? null;
}

function withoutValue(answer: Answer, taken: string | null): readonly Answer[] {
  const values = answer.values.filter((value) => value !== taken && value.trim() !== '');
  return values.length === 0 ? [] : [{ ...answer, values }];
}

function joinName(first: string | null, last: string | null): string | null {
  const parts = [first, last].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

/** How one entry of a platform's list of answers is read. */
export type AnswerParser = (entry: JsonObject) => { key: string | null; question: string | null; values: readonly JsonValue[] };

/**
 * The answers in a platform's list, in order. Entries with the same key become one answer with all values, so that a
 * later update replaces the whole answer; entries without any key get their position (`#3`).
 */
export function readAnswers(list: JsonValue | undefined, parse: AnswerParser): readonly Answer[] {
  if (!isJsonArray(list)) return [];
  const answers = new Map<string, Answer & { readonly values: string[] }>();
  for (const [index, entry] of list.entries()) {
    if (!isJsonObject(entry)) continue;
    const { key, question, values } = parse(entry);
    const ownKey = key ?? `#${index + 1}`;
    const earlier = answers.get(ownKey);
    // One list grows: copying it for each entry would be quadratic, and 40,000 entries fit into one body.
    const all = earlier?.values ?? [];
    for (const value of values) all.push(...answerText(value));
    answers.set(ownKey, { key: ownKey, question: earlier?.question ?? question, values: all });
  }
  return [...answers.values()];
}

function answerText(value: JsonValue): readonly string[] {
  if (value === null || value === '') return [];
  return [storableText(scalarText(value) ?? writeJson(value))];
}
