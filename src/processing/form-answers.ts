import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText, writeJson } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';
import type { AnswerField } from '../domain/form-mapping.ts';
import type { Answer } from '../domain/lead.ts';
import { type FormMeanings, formKey, type Meaning, NO_MEANINGS } from './form-meanings.ts';
import { canBe, type KnownKey, knownKey } from './known-keys.ts';

/** The keys of a platform's forms for name, e-mail and phone; the first one that has an answer is used. */
export type ContactKeys = Readonly<Partial<Record<AnswerField, readonly string[]>>>;

export interface Contact {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Finds name, e-mail and phone in a form's answers: first by the operator's mapping, then by the platform's own keys, then by the platform's
 * question types, then by keys with a known meaning in Portuguese, Spanish or English. A value found under a platform's own key is removed from the
 * answers. Known values are not searched for, and everything else stays an answer: a second e-mail, a second value.
 */
export function splitContact(
  answers: readonly Answer[],
  keys: ContactKeys,
  known: Contact,
  meanings: FormMeanings = NO_MEANINGS,
): Contact & { readonly answers: readonly Answer[] } {
  const ways = waysToFind(answers, keys, meanings);
  const taken: Finding[] = [];
  const take = (findings: readonly Finding[]): string | null => {
    const [finding] = findings;
    if (finding === undefined) return null;
    if (finding.isOwnKey) taken.push(finding);
    return finding.value;
  };
  const inAll = (field: AnswerField): readonly Finding[] => ways.flatMap((way) => way(field));
  const contact = {
    name: known.name ?? takeName(ways, inAll, take),
    email: known.email ?? take(inAll('email')),
    phone: known.phone ?? take(inAll('telefone')),
  };
  return { ...contact, answers: answers.flatMap((answer) => withoutTaken(answer, taken)).map((answer) => withField(answer, meanings)) };
}

/** Finds the answers with this field; best ones first. */
type Way = (field: AnswerField) => readonly Finding[];

function waysToFind(answers: readonly Answer[], keys: ContactKeys, meanings: FormMeanings): readonly Way[] {
  const said = answers.map((answer) => ({ answer, meaning: meanings.get(formKey(answer.key)) }));
  const ownKeys = new Set(Object.values(keys).flat());
  const isOwn = ({ key }: Answer): boolean => ownKeys.has(key);
  const decidedBy = (who: Meaning['decidedBy']) =>
    said.flatMap(({ answer, meaning }) => (meaning?.decidedBy === who && meaning.known !== null ? [{ answer, known: meaning.known }] : []));
  const guessed = said.flatMap(({ answer, meaning }) => {
    const known = meaning !== undefined || isOwn(answer) ? undefined : (knownKey(answer.key) ?? knownKey(answer.question ?? ''));
    return known === undefined ? [] : [{ answer, known }];
  });
  const own = said.filter(({ answer, meaning }) => isOwn(answer) && meaning?.decidedBy !== 'operator').map(({ answer }) => answer);
  return [
    whereItCanBe(byMeaning(decidedBy('operator'))),
    byOwnKeys(own, keys),
    byMeaning(decidedBy('platform').filter(({ answer }) => !isOwn(answer))),
    whereItCanBe(byMeaning(guessed)),
  ];
}

/** Here people decide what a key means, and its answers can be anything: "não tenho" is not an e-mail address. */
function whereItCanBe(way: Way): Way {
  return (field) => way(field).filter(({ value }) => canBe(field, value));
}

function byOwnKeys(answers: readonly Answer[], keys: ContactKeys): Way {
  return (field) =>
    (keys[field] ?? []).flatMap((key) => answers.filter((answer) => answer.key === key).flatMap((answer) => firstValue(answer, true)));
}

/** Private ones before those at work. */
function byMeaning(answers: readonly { readonly answer: Answer; readonly known: KnownKey }[]): Way {
  const ordered = [...answers.filter(({ known }) => !known.isAtWork), ...answers.filter(({ known }) => known.isAtWork)];
  return (field) => ordered.filter(({ known }) => known.field === field).flatMap(({ answer }) => firstValue(answer, false));
}

/** Uses the best way that finds a full name, or part of one. */
function takeName(ways: readonly Way[], inAll: Way, take: (findings: readonly Finding[]) => string | null): string | null {
  const guess = ways.at(-1);
  for (const way of ways) {
    const whole = way('nome');
    if (whole.length > 0) return way === guess ? withLastName(take(whole), take(inAll('sobrenome'))) : take(whole);
    if (way('primeiro_nome').length + way('sobrenome').length > 0)
      return joinName(take([...inAll('primeiro_nome'), ...inAll('nome')]), take(inAll('sobrenome')));
  }
  return null;
}

/** The meaning assigned to an answer is stored with it. */
function withField(answer: Answer, meanings: FormMeanings): Answer {
  const meaning = meanings.get(formKey(answer.key));
  if (meaning === undefined || (meaning.known === null && meaning.decidedBy === 'platform')) return answer;
  return { ...answer, field: meaning.known?.field ?? 'nenhum' };
}

/** A value for a contact field, and the answer that contains it. */
interface Finding {
  readonly key: string;
  readonly value: string;
  /** True if the key is the platform's own. */
  readonly isOwnKey: boolean;
}

function firstValue({ key, values }: Answer, isOwnKey: boolean): readonly Finding[] {
  const value = values.find((text) => text.trim() !== '');
  return value === undefined ? [] : [{ key, value, isOwnKey }];
}

function withoutTaken(answer: Answer, taken: readonly Finding[]): readonly Answer[] {
  const found = taken.find(({ key }) => key === answer.key);
  if (found === undefined) return [answer];
  const values = answer.values.filter((value) => value !== found.value && value.trim() !== '');
  return values.length === 0 ? [] : [{ ...answer, values }];
}

/** `nome` is the full name, or the first name if the form also asks for the last name. */
function withLastName(name: string | null, last: string | null): string | null {
  const isWhole = name !== null && last !== null && name.trim().toLowerCase().endsWith(last.trim().toLowerCase());
  return isWhole ? name : joinName(name, last);
}

function joinName(first: string | null, last: string | null): string | null {
  const parts = [first, last].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

/** Reads one entry of a platform's list of answers. */
export type AnswerParser = (entry: JsonObject) => { key: string | null; question: string | null; values: readonly JsonValue[] };

/**
 * The answers in a platform's list, in order. Entries with the same key become one answer with all values, so that a later update replaces the
 * whole answer; entries without a key get their position (`#3`).
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
