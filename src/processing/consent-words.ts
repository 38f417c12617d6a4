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
/** Also after the person who says it: "Eu não aceito", "I do not agree". */
const NEGATED =
  /^(?:(?:eu|i|do|prefiro|prefer) )*(?:nao|no|not|nunca|jamais|never|sem|without|nenhuma?|none|dont|didnt|doesnt|wont|cant|cannot)(?: (.*))?$/;

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
  return NEGATED.test(words) || REFUSALS.has(words.replace(/ .*/, ''));
}

/** The same for a text that can also be the name of a purpose, such as "No WhatsApp": only "no", "granted", "não aceito" and the like. */
export function markWord(text: string): boolean | undefined {
  if (text.length > LONGEST_WORD) return undefined;
  const word = spelling(text);
  if (GRANTED.has(word)) return true;
  const [, negated] = NEGATED.exec(wordsOf(text)) ?? [];
  return DENIED.has(word) || (negated !== undefined && GRANTED.has(spelling(negated))) ? false : undefined;
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
