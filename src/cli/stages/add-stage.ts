import type { JsonObject } from '../../base/exact-json.ts';
import { type Conversion, ConversionState, type NewStage } from '../../domain/conversion.ts';
import type { Lead } from '../../domain/lead.ts';
import type { Operator, Store } from '../../domain/ports.ts';
import { comparedStage, type EnteredValues, type RegisteredStage, refuseStagesOf, registerStage } from '../../domain/stage-change.ts';
import { appError, say, sayText } from '../../messages/messages.ts';
import { conversionNote } from '../../presentation/conversion-note.ts';
import { labelOf } from '../../presentation/labels.ts';
import type { BaseCommand } from '../base-command.ts';
import { paragraph } from '../render.ts';
import { requireFound } from '../require-found.ts';
import { type NewStageName, newNamesJson, newNamesText, newStageNames } from './new-stage-names.ts';
import { otherValues, registeredStages, whatText } from './registered-stage.ts';
import { readStage, type StageRules, type StageWords, sentence, stageOf } from './stage-input.ts';

export interface Adding {
  readonly words: StageWords;
  readonly rules: StageRules;
  readonly dryRun: boolean;
  readonly operator: Operator;
  /** From `knownStageNames`. */
  readonly knownNames: ReadonlySet<string>;
}

/**
 * Registers the stage of one lead: one conversion per platform that it is reported to; a dry run shows those that the lead already has.
 *
 * @throws AppError `usage` if the input is invalid, `not_found` for a lead that does not exist, `conflict` for a test lead, for an erased
 * person, and for a key that is already registered with another name or other values
 */
export async function addStage(command: BaseCommand, store: Store, leadId: string, adding: Adding): Promise<JsonObject> {
  const { words, rules, dryRun, operator, knownNames } = adding;
  const reading = readStage(words, rules);
  if (!reading.ok) {
    throw appError('usage', (_, language) => reading.problems.map((problem) => sentence(problem[language])).join(' '));
  }
  const [found] = /^[1-9]\d{0,17}$/.test(leadId) ? await store.leadsById([leadId]) : [];
  const lead = requireFound(found ?? null, 'lead', leadId);
  const stage = stageOf(reading.stage, lead);
  const newNames = newStageNames([stage.name], knownNames);
  const { entered } = reading.stage;
  const register = dryRun ? tryStage(store, lead, stage, entered) : registerStage(store, stage, entered, operator);
  const { conversions, isNew, difference } = await register;
  if (difference !== undefined) throw appError('conflict', otherValues(difference.registered, difference.from));
  const lines =
    conversions.length === 0
      ? [say((m) => m.cli.stages.dryRun({ what: whatText(stage), leadId: lead.id }))]
      : conversions.map((conversion) => registeredText(conversion, stage, isNew));
  command.log(paragraph([...lines, ...newNamesText(newNames, dryRun)].join('\n')));
  return addedJson(stage, { conversions, isNew, dryRun, newNames });
}

interface Added extends Pick<RegisteredStage, 'conversions' | 'isNew'> {
  readonly dryRun: boolean;
  readonly newNames: readonly NewStageName[];
}

function addedJson(stage: NewStage, { conversions, isNew, dryRun, newNames }: Added): JsonObject {
  const reported = conversions.map((conversion) => ({
    conversao_id: conversion.id,
    plataforma: conversion.platform,
    observacao: conversionNote(conversion)?.en ?? null,
  }));
  const { conversao_id = null, plataforma = null, observacao = null } = reported[0] ?? {};
  return {
    simulacao: dryRun,
    conversao_id,
    nova: reported.length === 0 ? null : isNew,
    plataforma,
    observacao,
    conversoes: reported,
    lead_id: stage.leadId,
    nome: stage.name,
    chave: stage.key,
    valor: stage.value,
    moeda: stage.currency,
    ocorrida_em: new Date(stage.happenedAt).toISOString(),
    nomes_novos: newNamesJson(newNames),
  };
}

/** As `registerStage`, without changing anything. A withdrawn stage would be registered again. */
async function tryStage(store: Store, lead: Lead, stage: NewStage, entered: EnteredValues): Promise<RegisteredStage> {
  refuseStagesOf(lead);
  const registered = (await registeredStages(store, stage)).filter(({ state }) => state !== ConversionState.withdrawn);
  return comparedStage(registered, registered.length === 0, stage, entered);
}

/** What was registered, and where it is reported; the note says more where that is not sent, or sent differently. */
function registeredText(conversion: Conversion, stage: NewStage, isNew: boolean): string {
  const { id, platform, corrections } = conversion;
  const { leadId } = stage;
  if (!isNew) return say((m) => m.cli.stages.hasThisKey({ id, leadId }));
  const isAgain = corrections.at(-1)?.kind === 'register';
  const done = say(({ cli: { stages } }) => stages[isAgain ? 'registeredAgain' : 'registered']({ id, leadId, what: whatText(stage) }));
  const note = conversionNote(conversion);
  if (note !== null) return `${done} ${sayText(note)}`;
  return platform === null ? `${done} ` : `${done} ${say((m) => m.cli.stages.reportedTo({ platform: labelOf(m, 'origins', platform) }))}`;
}
