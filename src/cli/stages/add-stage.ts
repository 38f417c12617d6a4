import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { ConversionState, type NewStage, type Platform } from '../../domain/conversion.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Lead } from '../../domain/lead.ts';
import type { Operator } from '../../domain/ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { comparedStage, type EnteredValues, type RegisteredStage, refuseStagesOf, registerStage } from '../../domain/stage-change.ts';
import { appError, inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import { conversionNote } from '../../presentation/conversion-note.ts';
import { labelOf } from '../../presentation/labels.ts';
import type { BaseCommand } from '../base-command.ts';
import { paragraph } from '../render.ts';
import { requireFound } from '../require-found.ts';
import { type NewStageName, newNamesJson, newNamesText, newStageNames } from './new-stage-names.ts';
import { otherValues, registeredStages, whatText } from './registered-stage.ts';
import { readStage, type StageRules, type StageWords, sentence, stageOf } from './stage-input.ts';

type Store = Pick<ConversionOutbox, 'addStage' | 'conversionsToSend'> & Pick<Reports, 'leadsById' | 'listConversions'>;

/** A stage that was registered, or would be. */
interface StageResult {
  readonly stage: NewStage;
  readonly dryRun: boolean;
  /** At most one: the stage's own name. */
  readonly newNames: readonly NewStageName[];
  /** One per platform that it is reported to; on a dry run, those that the lead already has. */
  readonly conversions: readonly {
    readonly id: string;
    readonly isNew: boolean;
    readonly platform: Platform | null;
    /** It was withdrawn before. */
    readonly isAgain: boolean;
    /** What is not sent to the platform, or sent differently; `null` if nothing. */
    readonly note: Translated<string> | null;
  }[];
}

interface Adding {
  readonly words: StageWords;
  readonly rules: StageRules;
  readonly dryRun: boolean;
  readonly operator: Operator;
  /** From `knownStageNames`. */
  readonly knownNames: ReadonlySet<string>;
}

/**
 * Registers the stage of one lead.
 *
 * @throws AppError `usage` if the input is invalid, `not_found` for a lead that does not exist, `conflict` for a test lead, for an erased
 * person, and for a key that is already registered with another name or other values
 */
export async function addStage(command: BaseCommand, store: Store, leadId: string, adding: Adding): Promise<JsonObject> {
  const result = await register(store, leadId, adding);
  command.log(paragraph(stageText(result)));
  return stageJson(result);
}

async function register(store: Store, leadId: string, { words, rules, dryRun, operator, knownNames }: Adding): Promise<StageResult> {
  const reading = readStage(words, rules);
  if (!reading.ok) {
    throw appError('usage', (_, language) => reading.problems.map((problem) => sentence(problem[language])).join(' '));
  }
  const [found] = /^[1-9]\d{0,17}$/.test(leadId) ? await store.leadsById([leadId]) : [];
  const lead = requireFound(found ?? null, (m) => m.cli.stages.lead({ leadId }), 'leads list');
  const stage = stageOf(reading.stage, lead);
  const newNames = newStageNames([stage.name], knownNames);
  const { entered } = reading.stage;
  const register = dryRun ? tryStage(store, lead, stage, entered) : registerStage(store, stage, entered, operator);
  const { conversions, isNew, difference } = await register;
  if (difference !== undefined) throw appError('conflict', otherValues(difference.registered, difference.from));
  return {
    stage,
    dryRun,
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

/** As `registerStage`, without changing anything. A withdrawn stage would be registered again. */
async function tryStage(store: Store, lead: Lead, stage: NewStage, entered: EnteredValues): Promise<RegisteredStage> {
  refuseStagesOf(lead);
  const registered = (await registeredStages(store, stage)).filter(({ state }) => state !== ConversionState.withdrawn);
  return comparedStage(registered, registered.length === 0, stage, entered);
}

/** The result, and the platforms it is reported to. */
function stageText({ newNames, ...result }: StageResult): string {
  return [...doneTexts(result), ...newNamesText(newNames, result.dryRun)].join('\n');
}

function doneTexts({ stage, conversions }: Pick<StageResult, 'stage' | 'conversions'>): readonly string[] {
  const what = whatText(stage);
  if (conversions.length > 0) return conversions.map((conversion) => doneText(stage.leadId, what, conversion));
  return [say((m) => m.cli.stages.dryRun({ what, leadId: stage.leadId }))];
}

function doneText(leadId: string, what: string, { id, isNew, isAgain, note, platform }: StageResult['conversions'][number]): string {
  if (!isNew) {
    return say((m) => m.cli.stages.hasThisKey({ id, leadId }));
  }
  const done = inEveryLanguage((m) =>
    isAgain ? m.cli.stages.registeredAgain({ id, leadId, what }) : m.cli.stages.registered({ id, leadId, what }),
  );
  return `${sayText(done)} ${note === null ? reportedText(platform) : sayText(note)}`;
}

/** For `null`, the note says more. */
function reportedText(platform: Platform | null): string {
  return platform === null ? '' : say((m) => m.cli.stages.reportedTo({ platform: labelOf(m, 'origins', platform) }));
}

function stageJson({ stage, dryRun, newNames, conversions }: StageResult): JsonObject {
  const [conversion] = conversions;
  return {
    simulacao: dryRun,
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
