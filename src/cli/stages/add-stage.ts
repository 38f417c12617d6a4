import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { inEveryLanguage, say, type Translated } from '../../base/language.ts';
import type { Conversion, NewStage, Platform } from '../../domain/conversion.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Operator } from '../../domain/ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import type { StageValues } from '../../domain/stage-change.ts';
import { differentValues } from '../../processing/stage-values.ts';
import { valueText } from '../conversions/conversion-text.ts';
import { renderTime } from '../local-time.ts';
import { requireFound } from '../require-found.ts';
import { readStage, readStageValues, type StageRules, type StageWords, sentence, stageOf } from './stage-input.ts';

type Store = Pick<ConversionOutbox, 'addStage' | 'conversionsToSend'> & Pick<Reports, 'leadsById'>;

/** A stage that was registered, or would be. */
interface StageResult {
  readonly stage: NewStage;
  /** Null: a dry run. */
  readonly conversion: { readonly id: string; readonly isNew: boolean; readonly platform: Platform | null } | null;
}

/**
 * Registers the stage of one lead.
 *
 * @throws AppError `usage` when the words cannot be understood, `not_found` for a lead that does not exist, `conflict` for a test lead, and for a
 *   key that is registered already with another name or other values
 */
export async function addStage(
  store: Store,
  leadId: string,
  words: StageWords,
  { rules, dryRun, operator }: { readonly rules: StageRules; readonly dryRun: boolean; readonly operator: Operator },
): Promise<StageResult> {
  const reading = readStage(words, rules);
  if (!reading.ok) {
    throw new AppError(
      'usage',
      inEveryLanguage((language) => reading.problems.map((problem) => sentence(problem[language])).join(' ')),
    );
  }
  const [found] = /^[1-9]\d{0,17}$/.test(leadId) ? await store.leadsById([leadId]) : [];
  const lead = requireFound(found ?? null, { en: `lead ${leadId}`, pt: `o lead ${leadId}` }, 'leads list');
  const stage = stageOf(reading.stage, lead);
  if (dryRun) return { stage, conversion: null };
  const { conversionId: id, isNew } = await store.addStage(stage, operator);
  const [conversion] = await store.conversionsToSend([id]);
  if (conversion && !isNew) refuseOther(conversion, stage, differentValues(conversion, readStageValues(words, rules)));
  return { stage, conversion: { id, isNew, platform: conversion?.platform ?? null } };
}

/** A stage told again may be a wrong value put right: with another key it would count as a second one. */
function refuseOther(conversion: Conversion, stage: NewStage, different: StageValues): void {
  const isOtherName = conversion.name !== stage.name;
  if (!isOtherName && Object.keys(different).length === 0) return;
  const registered = `${whatText(conversion)}, ${renderTime(conversion.happenedAt)}`;
  const message = {
    en: `Conversion ${conversion.id} of lead ${conversion.leadId} has this key already, with other values: ${registered}. Nothing was changed.`,
    pt: `A conversão ${conversion.id} do lead ${conversion.leadId} já tem esta chave, com outros dados: ${registered}. Nada foi alterado.`,
  };
  throw new AppError('conflict', message, { hint: howToChange(conversion, isOtherName, different) });
}

function howToChange({ id, registeredBy }: Conversion, isOtherName: boolean, different: StageValues): Translated<string> {
  if (registeredBy === null) {
    return {
      en: `An event registered it, so correct it where the event came from; \`lead-intake conversions show ${id}\` names the event.`,
      pt: `Um evento a registrou, então corrija-a onde o evento foi gerado; \`lead-intake conversions show ${id}\` indica o evento.`,
    };
  }
  if (isOtherName) {
    return {
      en: `To change its name: \`lead-intake conversions withdraw ${id} --reason …\`, then register it again.`,
      pt: `Para mudar o nome: \`lead-intake conversions withdraw ${id} --reason …\`, depois registre-a de novo.`,
    };
  }
  const command = `\`lead-intake conversions correct ${id} ${correctionFlags(different)} --reason …\``;
  return {
    en: `To correct it: ${command}. For a second one of the same stage, choose another --key.`,
    pt: `Para corrigi-la: ${command}. Para uma segunda da mesma etapa, use outra --key.`,
  };
}

function correctionFlags({ value, currency, happenedAt }: StageValues): string {
  return [
    ...(value === undefined ? [] : [`--value ${value}`]),
    ...(currency === undefined ? [] : [`--currency ${currency}`]),
    ...(happenedAt === undefined ? [] : [`--at ${new Date(happenedAt).toISOString()}`]),
  ].join(' ');
}

function whatText(stage: Pick<NewStage, 'name' | 'value' | 'currency'>): string {
  const money = valueText(stage);
  return money === null ? stage.name : `${stage.name}, ${money}`;
}

/** What became of the stage, and who will be told. */
export function stageText({ stage, conversion }: StageResult): string {
  const what = whatText(stage);
  if (conversion === null) {
    return say({
      en: `Would register ${what} for lead ${stage.leadId}. Nothing was changed.`,
      pt: `Registraria ${what} para o lead ${stage.leadId}. Nada foi alterado.`,
    });
  }
  const { id, isNew } = conversion;
  if (!isNew) {
    return say({
      en: `Conversion ${id} of lead ${stage.leadId} has this key already; nothing was changed. Another --key registers another one.`,
      pt: `A conversão ${id} do lead ${stage.leadId} já tem esta chave; nada foi alterado. Outra --key registra outra conversão.`,
    });
  }
  return `${say({
    en: `Conversion ${id} registered for lead ${stage.leadId}: ${what}.`,
    pt: `Conversão ${id} registrada para o lead ${stage.leadId}: ${what}.`,
  })} ${reportedText(conversion.platform)}`;
}

function reportedText(platform: Platform | null): string {
  return platform === null
    ? say({
        en: 'The lead names no platform, so it is reported to none.',
        pt: 'O lead não indica nenhuma plataforma, então não é enviada a nenhuma.',
      })
    : say({ en: `It is reported to ${platform}.`, pt: `Ela é enviada a ${platform}.` });
}

export function stageJson({ stage, conversion }: StageResult): JsonObject {
  return {
    simulacao: conversion === null,
    conversao_id: conversion?.id ?? null,
    nova: conversion?.isNew ?? null,
    plataforma: conversion?.platform ?? null,
    lead_id: stage.leadId,
    nome: stage.name,
    chave: stage.key,
    valor: stage.value,
    moeda: stage.currency,
    ocorrida_em: new Date(stage.happenedAt).toISOString(),
  };
}
