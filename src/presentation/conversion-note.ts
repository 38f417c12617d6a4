import type { JsonObject } from '../base/exact-json.ts';
import { say, type Translated } from '../base/language.ts';
import type { Conversion } from '../domain/conversion.ts';
import { faultText } from './fault-text.ts';

const NOBODY_TO_TELL: Translated<string> = {
  en: 'It is reported to no platform: the lead came from none and has no click id. It becomes pendente if an update brings the click id of the lead. For later leads, have the form send gclid or fbclid.',
  pt: 'Ela não é informada a nenhuma plataforma: o lead não veio de uma e não tem click id. Ela passa a pendente se uma atualização trouxer o click id do lead. Para os próximos leads, faça o formulário enviar gclid ou fbclid.',
};

/** What the state of a conversion leaves open where no fault says it, and what to do; null: nothing. */
export function conversionNote({ state }: Pick<Conversion, 'state'>): Translated<string> | null {
  return state === 'sem_destino' ? NOBODY_TO_TELL : null;
}

/** The sentences of a conversion's JSON in the language of the person, for texts that show the JSON. */
export function conversionSentences(conversion: Conversion): JsonObject {
  const note = conversionNote(conversion);
  return { erro_mensagem: faultText(conversion.fault?.message ?? null), observacao: note === null ? null : say(note) };
}
