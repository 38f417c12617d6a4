import type { Translated } from '../../base/language.ts';
import type { Conversion, NewStage, Platform } from '../../domain/conversion.ts';
import type { StageDifference, StageValues } from '../../domain/stage-change.ts';
import { valueText } from '../conversions/conversion-text.ts';
import { renderTime } from '../local-time.ts';

/** What is registered under the key of a stage that is told again with other values, and how to change it. */
export function otherValues(
  conversion: Conversion,
  difference: StageDifference,
): { readonly message: Translated<string>; readonly hint: Translated<string> } {
  const registered = `${whatText(conversion)}, ${renderTime(conversion.happenedAt)}`;
  return {
    message: {
      en: `Conversion ${conversion.id} of lead ${conversion.leadId} has this key already, with other values: ${registered}. Nothing was changed.`,
      pt: `A conversão ${conversion.id} do lead ${conversion.leadId} já tem esta chave, com outros dados: ${registered}. Nada foi alterado.`,
    },
    hint: howToChange(conversion, difference),
  };
}

function howToChange({ id, registeredBy, sentAt, platform }: Conversion, { isOtherName, values }: StageDifference): Translated<string> {
  if (registeredBy === null) {
    return {
      en: `An event registered it, so correct it where the event came from; \`lead-intake conversions show ${id}\` names the event.`,
      pt: `Um evento a registrou, então corrija-a onde o evento foi gerado; \`lead-intake conversions show ${id}\` indica o evento.`,
    };
  }
  if (isOtherName) {
    const kept = sentAt === null || platform === null ? undefined : NAMES_SENT[platform];
    return {
      en: `To change its name: \`lead-intake conversions withdraw ${id} --reason …\`, then register it again with \`lead-intake leads stage\`.${kept ? ` ${kept.en}` : ''}`,
      pt: `Para mudar o nome: \`lead-intake conversions withdraw ${id} --reason …\`, depois registre-a de novo com \`lead-intake leads stage\`.${kept ? ` ${kept.pt}` : ''}`,
    };
  }
  const command = `\`lead-intake conversions correct ${id} ${correctionFlags(values)} --reason …\``;
  return {
    en: `To correct it: ${command}. To register a second one of the same stage, give it another key.`,
    pt: `Para corrigi-la: ${command}. Para registrar uma segunda da mesma etapa, dê a ela outra chave.`,
  };
}

/** What becomes of another name where the platform has the conversion already. */
const NAMES_SENT: Readonly<Record<Platform, Translated<string>>> = {
  search_ads: {
    en: 'Google Ads has it already: under a name of another conversion action it counts a new conversion, and the former one stays there until you retract it.',
    pt: 'O Google Ads já a tem: com um nome de outra ação de conversão ele conta uma nova conversão, e a anterior fica lá até você retirá-la.',
  },
  social_ads: {
    en: 'Meta has it already and keeps the name it was sent: the new name counts in these lists and exports only.',
    pt: 'A Meta já a tem e mantém o nome que recebeu: o novo nome vale só nestas listas e exportações.',
  },
};

function correctionFlags({ value, currency, happenedAt }: StageValues): string {
  return [
    ...(value === undefined ? [] : [`--value ${value}`]),
    ...(currency === undefined ? [] : [`--currency ${currency}`]),
    ...(happenedAt === undefined ? [] : [`--at ${new Date(happenedAt).toISOString()}`]),
  ].join(' ');
}

/** `sale, 2,600.50 BRL` */
export function whatText(stage: Pick<NewStage, 'name' | 'value' | 'currency'>): string {
  const money = valueText(stage);
  return money === null ? stage.name : `${stage.name}, ${money}`;
}
