import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText, writeJson } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import type { AnswerField } from '../domain/answer-field.ts';
import type { Answer } from '../domain/lead.ts';
import { canBe, knownKey } from './known-keys.ts';

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
 * Finds name, e-mail and phone in the answers of a form. What was found under one of the platform's own keys is no answer any more; what is
 * known already is not looked for, and everything else stays an answer: a second e-mail, a second value, and what was found by a key in
 * somebody's language.
 */
export function splitContact(
  answers: readonly Answer[],
  keys: ContactKeys,
  known: Contact,
): Contact & { readonly answers: readonly Answer[] } {
  const taken: Finding[] = [];
  const first = (findings: readonly Finding[]): string | null => {
    const [finding] = findings;
    if (finding === undefined) return null;
    if (finding.isOwnKey) taken.push(finding);
    return finding.value;
  };
  const own = (wanted: readonly string[]): readonly Finding[] =>
    wanted.flatMap((key) => answers.filter((answer) => answer.key === key).flatMap((answer) => firstValue(answer, true)));
  const ownKeys = new Set([keys.fullName, keys.firstName, keys.lastName, keys.email, keys.phone].flat());
  const guessed = byKnownKey(answers.filter(({ key }) => !ownKeys.has(key)));
  const name = (): string | null => {
    const full = own(keys.fullName);
    if (full.length > 0) return first(full);
    const parts = [own(keys.firstName), own(keys.lastName)];
    if (parts.every((part) => part.length === 0) && guessed('nome').length > 0)
      return withLastName(first(guessed('nome')), first(guessed('sobrenome')));
    return joinName(
      first([...own(keys.firstName), ...guessed('primeiro_nome'), ...guessed('nome')]),
      first([...own(keys.lastName), ...guessed('sobrenome')]),
    );
  };
  const contact = {
    name: known.name ?? name(),
    email: known.email ?? first([...own(keys.email), ...guessed('email')]),
    phone: known.phone ?? first([...own(keys.phone), ...guessed('telefone')]),
  };
  return { ...contact, answers: answers.flatMap((answer) => withoutTaken(answer, taken)) };
}

/** A value that says who the person is, and the answer it is of. */
interface Finding {
  readonly key: string;
  readonly value: string;
  /** The platform itself says what its key means. */
  readonly isOwnKey: boolean;
}

function firstValue({ key, values }: Answer, isOwnKey: boolean): readonly Finding[] {
  const value = values.find((text) => text.trim() !== '');
  return value === undefined ? [] : [{ key, value, isOwnKey }];
}

/** Answers whose key or question says what they are, and whose value can be that; the private ones first. */
function byKnownKey(answers: readonly Answer[]): (field: AnswerField) => readonly Finding[] {
  const known = answers.flatMap((answer) => {
    const meaning = knownKey(answer.key) ?? (answer.question === null ? undefined : knownKey(answer.question));
    return meaning === undefined ? [] : [{ answer, meaning }];
  });
  const ordered = [...known.filter(({ meaning }) => !meaning.isAtWork), ...known.filter(({ meaning }) => meaning.isAtWork)];
  return (field) =>
    ordered
      .filter(({ meaning }) => meaning.field === field)
      .flatMap(({ answer }) => firstValue(answer, false))
      .filter(({ value }) => canBe(field, value));
}

function withoutTaken(answer: Answer, taken: readonly Finding[]): readonly Answer[] {
  const found = taken.find(({ key }) => key === answer.key);
  if (found === undefined) return [answer];
  const values = answer.values.filter((value) => value !== found.value && value.trim() !== '');
  return values.length === 0 ? [] : [{ ...answer, values }];
}

/** `nome` is the whole name, or the first one when the form asks for the last name too. */
function withLastName(name: string | null, last: string | null): string | null {
  const isWhole = name !== null && last !== null && name.trim().toLowerCase().endsWith(last.trim().toLowerCase());
  return isWhole ? name : joinName(name, last);
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
