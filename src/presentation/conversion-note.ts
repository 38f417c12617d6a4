import type { JsonObject } from '../base/exact-json.ts';
import type { Translated } from '../base/language.ts';
import { type Conversion, ConversionState, Platform } from '../domain/conversion.ts';
import type { StageCorrection } from '../domain/stage-change.ts';
import { inEveryLanguage, sayText } from '../messages/messages.ts';
import { faultText } from './fault-text.ts';
import { maskMark } from './masking.ts';

const NEVER_SENT: Translated<string> = inEveryLanguage((m) => m.remarks.conversion.neverSent);

/** Explains the state of a conversion if its fault does not, and what to do; `null` if there is nothing to explain. */
export function conversionNote({ state, name, platform, sentAt, fault, corrections }: NotedConversion): Translated<string> | null {
  if (state === ConversionState.noDestination) return inEveryLanguage((m) => m.remarks.conversion.nobodyToTell);
  if (state === ConversionState.sent && sentAt === null) return inEveryLanguage((m) => m.remarks.conversion.resultUnknown);
  if (state === ConversionState.sent && fault !== null) return inEveryLanguage((m) => m.remarks.conversion.correctionNotSent);
  const again = corrections.findLast(({ kind }) => kind === 'register');
  if (state !== ConversionState.withdrawn && again?.reach === 'restated' && again.before.name !== name) return renamedAtSearchAds(again);
  if (state === ConversionState.pending && corrections.some(({ reach }) => reach === 'restated')) return TO_BE_RESTATED;
  const last = corrections.at(-1);
  if (last?.reach !== 'beyond_reach') return state === ConversionState.withdrawn ? NEVER_SENT : null;
  if (platform !== Platform.searchAds)
    return inEveryLanguage(({ remarks: { conversion } }) => conversion[sentAt === null ? 'maybeAtSocialAds' : 'keptBySocialAds']);
  return last.kind === 'withdraw'
    ? retractAtSearchAds(last.platformKey ?? '')
    : inEveryLanguage((m) => m.remarks.conversion.timeKeptBySearchAds);
}

type NotedConversion = Pick<Conversion, 'state' | 'name' | 'platform' | 'sentAt' | 'fault' | 'corrections'>;

const TO_BE_RESTATED: Translated<string> = inEveryLanguage((m) => m.remarks.conversion.toBeRestated);

/** Google Ads identifies a conversion by its order id and its conversion action, and a setting maps names to actions. */
function renamedAtSearchAds({ before, platformKey }: StageCorrection): Translated<string> {
  const former = maskMark(before.name);
  return inEveryLanguage((m) => m.remarks.conversion.underFormerName({ former, platformKey }));
}

/** Its connector can restate a value but cannot retract a conversion. */
function retractAtSearchAds(key: string): Translated<string> {
  return inEveryLanguage((m) => m.remarks.conversion.keptBySearchAds({ key }));
}

/** The sentences of a conversion's JSON in the reader's language, for texts that show the JSON. */
export function conversionSentences(conversion: Conversion): JsonObject {
  const note = conversionNote(conversion);
  return { erro_mensagem: faultText(conversion.fault?.params ?? null), observacao: note === null ? null : sayText(note) };
}
