import type { JsonObject } from '../base/exact-json.ts';
import type { Translated } from '../base/language.ts';
import type { Conversion } from '../domain/conversion.ts';
import type { StageCorrection } from '../domain/stage-change.ts';
import { inEveryLanguage, sayText } from '../messages/messages.ts';
import { faultText } from './fault-text.ts';
import { maskMark } from './masking.ts';

const NEVER_SENT: Translated<string> = inEveryLanguage((m) => m.remarks.conversion.neverSent);

/** What the state of a conversion leaves open where no fault says it, and what to do; null: nothing. */
export function conversionNote({ state, name, platform, corrections }: NotedConversion): Translated<string> | null {
  if (state === 'sem_destino') return inEveryLanguage((m) => m.remarks.conversion.nobodyToTell);
  const again = corrections.findLast(({ kind }) => kind === 'register');
  if (state !== 'retirada' && again?.reach === 'restated' && again.before.name !== name) return renamedAtSearchAds(again);
  if (state === 'pendente' && corrections.some(({ reach }) => reach === 'restated')) return TO_BE_RESTATED;
  const last = corrections.at(-1);
  if (last?.reach !== 'beyond_reach') return state === 'retirada' ? NEVER_SENT : null;
  if (platform !== 'search_ads') return inEveryLanguage((m) => m.remarks.conversion.keptBySocialAds);
  return last.kind === 'withdraw'
    ? retractAtSearchAds(last.platformKey ?? '')
    : inEveryLanguage((m) => m.remarks.conversion.timeKeptBySearchAds);
}

type NotedConversion = Pick<Conversion, 'state' | 'name' | 'platform' | 'corrections'>;

const TO_BE_RESTATED: Translated<string> = inEveryLanguage((m) => m.remarks.conversion.toBeRestated);

/** It knows a conversion by its order ID and its conversion action, and which action a name belongs to is a setting. */
function renamedAtSearchAds({ before, platformKey }: StageCorrection): Translated<string> {
  const former = maskMark(before.name);
  return inEveryLanguage((m) => m.remarks.conversion.underFormerName({ former, platformKey }));
}

/** Its connector can restate a value, and takes nothing back. */
function retractAtSearchAds(key: string): Translated<string> {
  return inEveryLanguage((m) => m.remarks.conversion.keptBySearchAds({ key }));
}

/** The sentences of a conversion's JSON in the language of the person, for texts that show the JSON. */
export function conversionSentences(conversion: Conversion): JsonObject {
  const note = conversionNote(conversion);
  return { erro_mensagem: faultText(conversion.fault?.message ?? null), observacao: note === null ? null : sayText(note) };
}
