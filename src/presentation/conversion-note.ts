import type { JsonObject } from '../base/exact-json.ts';
import { say, type Translated } from '../base/language.ts';
import type { Conversion } from '../domain/conversion.ts';
import type { StageCorrection } from '../domain/stage-change.ts';
import { faultText } from './fault-text.ts';
import { maskMark } from './masking.ts';

const NOBODY_TO_TELL: Translated<string> = {
  en: 'It is not reported to any platform: the lead came from none and has no click id. It becomes pendente if an update brings the click id of the lead. For later leads, have the form send gclid or fbclid.',
  pt: 'Ela não é informada a nenhuma plataforma: o lead não veio de uma e não tem click id. Ela passa a pendente se uma atualização trouxer o click id do lead. Para os próximos leads, faça o formulário enviar gclid ou fbclid.',
};

const NEVER_SENT: Translated<string> = {
  en: 'It was withdrawn before it was sent, so it is not reported to any platform.',
  pt: 'Ela foi retirada antes do envio, então não é informada a nenhuma plataforma.',
};

/** What the state of a conversion leaves open where no fault says it, and what to do; null: nothing. */
export function conversionNote({ state, name, platform, corrections }: NotedConversion): Translated<string> | null {
  if (state === 'sem_destino') return NOBODY_TO_TELL;
  const again = corrections.findLast(({ kind }) => kind === 'register');
  if (state !== 'retirada' && again?.reach === 'restated' && again.before.name !== name) return renamedAtSearchAds(again);
  if (state === 'pendente' && corrections.some(({ reach }) => reach === 'restated')) return TO_BE_RESTATED;
  const last = corrections.at(-1);
  if (last?.reach !== 'beyond_reach') return state === 'retirada' ? NEVER_SENT : null;
  if (platform !== 'search_ads') return KEPT_BY_SOCIAL_ADS;
  return last.kind === 'withdraw' ? retractAtSearchAds(last.platformKey ?? '') : TIME_KEPT_BY_SEARCH_ADS;
}

type NotedConversion = Pick<Conversion, 'state' | 'name' | 'platform' | 'corrections'>;

const TO_BE_RESTATED: Translated<string> = {
  en: 'Google Ads has the value from before. The new one waits to be sent as an adjustment, which replaces the value and counts no second conversion.',
  pt: 'O Google Ads tem o valor anterior. O novo espera o envio como ajuste, que substitui o valor e não conta uma segunda conversão.',
};

const KEPT_BY_SOCIAL_ADS: Translated<string> = {
  en: 'Meta has it as it was sent: its Conversions API takes nothing back and changes nothing. The change counts in these lists and exports only; if the amount matters for a campaign, ask Meta’s support.',
  pt: 'A Meta tem a conversão como foi enviada: a API de Conversões dela não retira nem altera nada. A mudança vale só nestas listas e exportações; se o valor pesa numa campanha, fale com o suporte da Meta.',
};

const TIME_KEPT_BY_SEARCH_ADS: Translated<string> = {
  en: 'Google Ads keeps the time it was sent: an adjustment changes values only. The corrected time counts in these lists and exports only; no action needed.',
  pt: 'O Google Ads mantém a data e a hora do envio: um ajuste altera só valores. A hora corrigida vale só nestas listas e exportações; não é preciso fazer nada.',
};

/** It knows a conversion by its order ID and its conversion action, and which action a name belongs to is a setting. */
function renamedAtSearchAds({ before, platformKey }: StageCorrection): Translated<string> {
  const former = maskMark(before.name);
  return {
    en: `Google Ads has it under its former name, "${former}". If SEARCHADS_CONVERSION_ACTIONS gives both names the same conversion action, the value there is adjusted. If not, Google Ads counts a new conversion and keeps the former one: in Google Ads, open Goals, Conversions, Uploads and upload an adjustment (RETRACT) with the former conversion action and the order ID ${platformKey}.`,
    pt: `O Google Ads a tem com o nome anterior, "${former}". Se SEARCHADS_CONVERSION_ACTIONS dá aos dois nomes a mesma ação de conversão, o valor lá é ajustado. Se não, o Google Ads conta uma nova conversão e mantém a anterior: no Google Ads, abra Metas, Conversões, Uploads e envie um ajuste (RETRACT) com a ação de conversão anterior e o ID do pedido ${platformKey}.`,
  };
}

/** Its connector can restate a value, and takes nothing back. */
function retractAtSearchAds(key: string): Translated<string> {
  return {
    en: `Google Ads has it as it was sent: the API in use changes values only and takes nothing back. In Google Ads, open Goals, Conversions, Uploads and upload an adjustment (RETRACT) with the order ID ${key}. Until then it is withdrawn in these lists and exports only.`,
    pt: `O Google Ads tem a conversão como foi enviada: a API usada altera só valores e não retira nada. No Google Ads, abra Metas, Conversões, Uploads e envie um ajuste (RETRACT) com o ID do pedido ${key}. Até lá ela está retirada só nestas listas e exportações.`,
  };
}

/** The sentences of a conversion's JSON in the language of the person, for texts that show the JSON. */
export function conversionSentences(conversion: Conversion): JsonObject {
  const note = conversionNote(conversion);
  return { erro_mensagem: faultText(conversion.fault?.message ?? null), observacao: note === null ? null : say(note) };
}
