import { searchableText } from '../base/text.ts';
import { normalSpelling } from '../domain/event-kind.ts';

/** Words for agreement, as an answer and as the key of one. */
export const AGREEMENT = spellings(
  'granted grant accepted accept aceito aceita aceite concedido autorizado autorizo concordo agree agreed allow allowed checked opt_in',
);
const GRANTED = AGREEMENT.union(spellings('true 1 yes y sim s on consent_granted'));
/** Words for withdrawal, as an answer and as the key of its time. */
export const WITHDRAWAL = spellings('revoked revogado');
/** Verbs and participles that refuse, also at the beginning of a sentence. */
const REFUSALS = WITHDRAWAL.union(
  spellings(
    'denied deny declined decline refused refuse rejected reject revoke withdrawn withdraw disagree disagreed disallowed unsubscribed discordo',
    'discorda recuso recusa recusou recusado recusada nego nega negou negado negada rejeito rejeita rejeitou rejeitado rejeitada revogo revogada',
    'retirado',
  ),
);
const DENIED = REFUSALS.union(
  spellings('false 0 f n falso off unchecked disabled desativado blocked bloqueado consent_denied opt_out opted_out'),
);
/** Who answers: "Eu não aceito", "I do not agree". */
const PERSON = /^(?:(?:eu|i|do|prefiro|prefer) )+/;
const NEGATED = /^(?:nao|no|not|nunca|jamais|never|sem|without|nenhuma?|none|dont|didnt|doesnt|wont|cant|cannot)(?: (.*))?$/;
/** What can also begin a name, unless one of `ANSWERS` follows: "No WhatsApp", "SEM", "Do not sell my data". */
const NAME = /^(?:do )?(?:sem|without|(?:nao|no|not|sem|without|nenhuma?|dont) (\S+).*)$/;
const ANSWERS = AGREEMENT.union(
  spellings(
    'consent consentimento permission permissao autorizacao yes sim nao no obrigado obrigada thanks thank agora now mais mesmo way quero desejo',
    'gostaria permito want wish interested tenho das dos of',
  ),
);

/** No word is longer, and no sentence has to be read to its end. */
const LONGEST_WORD = 32;

/**
 * What a text answers: true if it agrees, false if it refuses, `undefined` if it says neither. A sentence can refuse ("No, thanks") but never
 * agrees. An empty text is an unchecked box.
 */
export function readMark(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  return markWord(text) ?? (text.trim() === '' || beginsWithRefusal(wordsOf(text)) ? false : undefined);
}

function beginsWithRefusal(words: string): boolean {
  const said = words.replace(PERSON, '');
  return NEGATED.test(said) || REFUSALS.has(said.replace(/ .*/, ''));
}

/** The same for the name of a purpose or a key: only "no", "granted", "não aceito" and the like. */
export function markWord(text: string): boolean | undefined {
  if (text.length > LONGEST_WORD) return undefined;
  const word = spelling(text);
  if (GRANTED.has(word)) return true;
  return DENIED.has(word) || isNegatedAgreement(wordsOf(text)) ? false : undefined;
}

/** Also a negation alone; but SEM is search engine marketing. */
function isNegatedAgreement(words: string): boolean {
  const [negation, negated] = NEGATED.exec(words.replace(PERSON, '')) ?? [];
  if (negated !== undefined) return AGREEMENT.has(spelling(negated));
  return negation !== undefined && !NAME.test(negation);
}

/** The same for one of several texts, which are names or answers: "No WhatsApp" is a name, "Não aceito receber anúncios" refuses. */
export function markItem(text: string): boolean | undefined {
  return markWord(text) ?? (canBeName(wordsOf(text)) ? undefined : readMark(text));
}

function canBeName(words: string): boolean {
  const [name, next] = NAME.exec(words) ?? [];
  return name !== undefined && (next === undefined || !ANSWERS.has(next));
}

/** Called for every text of every consent: plain words, which nearly all are, take the fast path. */
export function spelling(text: string): string {
  return /^[\w.-]*$/.test(text) ? text.toLowerCase().replaceAll(/[._-]/g, '') : normalSpelling(text);
}

/** These words, separated by spaces, as `spelling` writes them. */
export function spellings(...words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap((some) => some.split(' ')).map(spelling));
}

/** The words at the beginning of a text, in lower case and without accents and signs. */
function wordsOf(text: string): string {
  const beginning = searchableText(text.slice(0, LONGEST_WORD).replaceAll(/['\u2019\u00b4]/g, ''));
  return beginning.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
