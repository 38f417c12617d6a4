import type { JsonObject } from '../base/exact-json.ts';
import { say, type Translated } from '../base/language.ts';
import type { Conversion } from '../domain/conversion.ts';
import { faultText } from './fault-text.ts';

const NOBODY_TO_TELL: Translated<string> = {
  en: 'There is nobody to tell: the lead came from no platform and with no click id. It counts in these lists; of later leads platforms are told when the form sends gclid or fbclid.',
  pt: 'Não há a quem informar: o lead não veio de plataforma nem traz click id. Ela conta nestas listas; as de próximos leads são informadas quando o formulário envia gclid ou fbclid.',
};

/** What the state of a conversion leaves open where no fault says it, and what to do; null: nothing. */
export function conversionNote({ state, platform, fault }: Pick<Conversion, 'state' | 'platform' | 'fault'>): Translated<string> | null {
  return state === 'pendente' && platform === null && fault === null ? NOBODY_TO_TELL : null;
}

/** The sentences of a conversion's JSON in the language of the person, for texts that show the JSON. */
export function conversionSentences(conversion: Conversion): JsonObject {
  const note = conversionNote(conversion);
  return { erro_mensagem: faultText(conversion.fault?.message ?? null), observacao: note === null ? null : say(note) };
}
