import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import type { NewStage, Platform } from '../../domain/conversion.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Operator } from '../../domain/ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { appError, inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import { conversionNote } from '../../presentation/conversion-note.ts';
import { stageDifference } from '../../processing/stage-values.ts';
import { requireFound } from '../require-found.ts';
import { type NewStageName, newNamesJson, newNamesText, newStageNames } from './new-stage-names.ts';
import { otherValues, whatText } from './registered-stage.ts';
import { readStage, type StageRules, type StageWords, sentence, stageOf } from './stage-input.ts';

type Store = Pick<ConversionOutbox, 'addStage' | 'conversionsToSend'> & Pick<Reports, 'leadsById'>;

/** A stage that was registered, or would be. */
interface StageResult {
  readonly stage: NewStage;
  /** Of one name at most: the stage's own. */
  readonly newNames: readonly NewStageName[];
  /** One for each platform that is told of it; empty: a dry run. */
  readonly conversions: readonly {
    readonly id: string;
    readonly isNew: boolean;
    readonly platform: Platform | null;
    /** It was withdrawn before. */
    readonly isAgain: boolean;
    /** What of it the platform is not sent, or not as it is; null: nothing. */
    readonly note: Translated<string> | null;
  }[];
}

interface Adding {
  readonly rules: StageRules;
  readonly dryRun: boolean;
  readonly operator: Operator;
  /** As `knownStageNames`. */
  readonly knownNames: ReadonlySet<string>;
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
  { rules, dryRun, operator, knownNames }: Adding,
): Promise<StageResult> {
  const reading = readStage(words, rules);
  if (!reading.ok) {
    throw appError('usage', (_, language) => reading.problems.map((problem) => sentence(problem[language])).join(' '));
  }
  const [found] = /^[1-9]\d{0,17}$/.test(leadId) ? await store.leadsById([leadId]) : [];
  const lead = requireFound(found ?? null, (m) => m.cli.stages.lead({ leadId }), 'leads list');
  const stage = stageOf(reading.stage, lead);
  const newNames = newStageNames([stage.name], knownNames);
  if (dryRun) return { stage, newNames, conversions: [] };
  const { conversionIds, isNew } = await store.addStage(stage, operator);
  const conversions = (await store.conversionsToSend(conversionIds)).filter((conversion) => conversion !== null);
  const [first] = conversions;
  const difference = first && !isNew ? stageDifference(first, stage.name, reading.stage.told) : undefined;
  // A stage told again may be a wrong value put right: with another key it would count as a second one.
  if (first && difference !== undefined) {
    const { message, hint } = otherValues(first, difference);
    throw new AppError('conflict', message, { hint });
  }
  return {
    stage,
    newNames,
    conversions: conversions.map((conversion) => ({
      id: conversion.id,
      isNew,
      platform: conversion.platform,
      isAgain: isNew && conversion.corrections.at(-1)?.kind === 'register',
      note: conversionNote(conversion),
    })),
  };
}

/** What became of the stage, and who will be told. */
export function stageText({ newNames, ...result }: StageResult): string {
  const isDone = result.conversions.length > 0;
  return [...doneTexts(result), ...newNamesText(newNames, !isDone)].join('\n');
}

function doneTexts({ stage, conversions }: Omit<StageResult, 'newNames'>): readonly string[] {
  const what = whatText(stage);
  if (conversions.length > 0) return conversions.map((conversion) => doneText(stage.leadId, what, conversion));
  return [say((m) => m.cli.stages.wouldRegisterLeadNothing({ what, leadId: stage.leadId }))];
}

function doneText(leadId: string, what: string, { id, isNew, isAgain, note, platform }: StageResult['conversions'][number]): string {
  if (!isNew) {
    return say((m) => m.cli.stages.hasThisKey({ id, leadId }));
  }
  const done = inEveryLanguage((m) =>
    isAgain
      ? m.cli.stages.conversionLeadWithdrawnRegistered({ id, leadId, what })
      : m.cli.stages.conversionRegisteredForLead({ id, leadId, what }),
  );
  return `${sayText(done)} ${note === null ? reportedText(platform) : sayText(note)}`;
}

/** Null has a note that says more. */
function reportedText(platform: Platform | null): string {
  return platform === null ? '' : say((m) => m.cli.stages.itIsReportedTo({ platform }));
}

export function stageJson({ stage, newNames, conversions }: StageResult): JsonObject {
  const [conversion] = conversions;
  return {
    simulacao: conversion === undefined,
    conversao_id: conversion?.id ?? null,
    nova: conversion?.isNew ?? null,
    plataforma: conversion?.platform ?? null,
    observacao: conversion?.note?.en ?? null,
    conversoes: conversions.map(({ id, platform, note }) => ({ conversao_id: id, plataforma: platform, observacao: note?.en ?? null })),
    lead_id: stage.leadId,
    nome: stage.name,
    chave: stage.key,
    valor: stage.value,
    moeda: stage.currency,
    ocorrida_em: new Date(stage.happenedAt).toISOString(),
    nomes_novos: newNamesJson(newNames),
  };
}
