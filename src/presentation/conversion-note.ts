import type { JsonObject } from '../base/exact-json.ts';
import type { Translated } from '../base/language.ts';
import { type Conversion, ConversionState, Platform } from '../domain/conversion.ts';
import { inEveryLanguage, type Messages, sayText } from '../messages/messages.ts';
import { faultText } from './fault-text.ts';
import { maskMark } from './masking.ts';

type NotedConversion = Pick<Conversion, 'state' | 'name' | 'platform' | 'sentAt' | 'fault' | 'corrections'>;

/** Explains the state of a conversion if its fault does not, and what to do; `null` if there is nothing to explain. */
export function conversionNote(conversion: NotedConversion): Translated<string> | null {
  const note = noteOf(conversion);
  return note === null ? null : inEveryLanguage((m) => note(m.remarks.conversion));
}

type Note = (texts: Messages['remarks']['conversion']) => string;

function noteOf({ state, name, platform, sentAt, fault, corrections }: NotedConversion): Note | null {
  const isWithdrawn = state === ConversionState.withdrawn;
  if (state === ConversionState.noDestination) return (m) => m.nobodyToTell;
  if (state === ConversionState.sent && sentAt === null) return (m) => m.resultUnknown;
  if (state === ConversionState.sent && fault !== null) return (m) => m.correctionNotSent;
  const again = corrections.findLast(({ kind }) => kind === 'register');
  if (!isWithdrawn && again?.reach === 'restated' && again.before.name !== name) {
    // Google Ads identifies a conversion by its order id and its conversion action, and a setting maps names to actions.
    return (m) => m.underFormerName({ former: maskMark(again.before.name), platformKey: again.platformKey });
  }
  if (state === ConversionState.pending && corrections.some(({ reach }) => reach === 'restated')) return (m) => m.toBeRestated;
  const last = corrections.at(-1);
  if (last?.reach !== 'beyond_reach') return isWithdrawn ? (m) => m.neverSent : null;
  if (platform !== Platform.searchAds) return (m) => m[sentAt === null ? 'maybeAtSocialAds' : 'keptBySocialAds'];
  // Its connector can restate a value but cannot retract a conversion.
  return last.kind === 'withdraw' ? (m) => m.keptBySearchAds({ key: last.platformKey ?? '' }) : (m) => m.timeKeptBySearchAds;
}

/** The sentences of a conversion's JSON in the reader's language, for texts that show the JSON. */
export function conversionSentences(conversion: Conversion): JsonObject {
  const note = conversionNote(conversion);
  return { erro_mensagem: faultText(conversion.fault?.params ?? null), observacao: note === null ? null : sayText(note) };
}
