import type { Translated } from '../../base/language.ts';
import type { Conversion, NewStage, Platform } from '../../domain/conversion.ts';
import type { StageDifference, StageValues } from '../../domain/stage-change.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { valueText } from '../conversions/conversion-text.ts';
import { renderTime } from '../local-time.ts';

/** What is registered under the key of a stage that is told again with other values, and how to change it. */
export function otherValues(
  conversion: Conversion,
  difference: StageDifference,
): { readonly message: Translated<string>; readonly hint: Translated<string> } {
  const registered = `${whatText(conversion)}, ${renderTime(conversion.happenedAt)}`;
  return {
    message: inEveryLanguage((m) => m.cli.stages.hasOtherValues({ id: conversion.id, leadId: conversion.leadId, registered })),
    hint: howToChange(conversion, difference),
  };
}

function howToChange({ id, registeredBy, sentAt, platform }: Conversion, { isOtherName, values }: StageDifference): Translated<string> {
  if (registeredBy === null) {
    return inEveryLanguage((m) => m.cli.stages.anEventRegisteredSo({ id }));
  }
  if (isOtherName) {
    const kept = sentAt === null || platform === null ? undefined : NAMES_SENT[platform];
    return inEveryLanguage((m) => m.cli.stages.toChangeNameLead({ id, kept }));
  }
  const command = `\`lead-intake conversions correct ${id} ${correctionFlags(values)} --reason …\``;
  return inEveryLanguage((m) => m.cli.stages.toCorrectRegisterSecond({ command }));
}

/** What becomes of another name where the platform has the conversion already. */
const NAMES_SENT: Readonly<Record<Platform, Translated<string>>> = {
  search_ads: inEveryLanguage((m) => m.cli.stages.googleAdsAlreadyUnder),
  social_ads: inEveryLanguage((m) => m.cli.stages.metaAlreadyKeepsName),
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
