import type { Conversion, NewStage } from '../../domain/conversion.ts';
import type { Reports } from '../../domain/report-ports.ts';
import type { StageDifference, StageValues } from '../../domain/stage-change.ts';
import type { Messages } from '../../messages/messages.ts';
import { valueText } from '../conversions/conversion-text.ts';
import { renderTime } from '../local-time.ts';

/** The conversions of a lead under the key of a stage, oldest first. */
export async function registeredStages(
  reports: Pick<Reports, 'listConversions'>,
  { leadId, key }: Pick<NewStage, 'leadId' | 'key'>,
): Promise<readonly Conversion[]> {
  const { items } = await reports.listConversions({ leadId, limit: 1_000 });
  return items.filter((conversion) => conversion.key === key).toReversed();
}

/** Explains what is registered under the key of a stage that comes again with other values, and how to change it. */
export function otherValues(conversion: Conversion, difference: StageDifference) {
  const { id, leadId } = conversion;
  const registered = `${whatText(conversion)}, ${renderTime(conversion.happenedAt)}`;
  return ({ cli: { stages } }: Messages) => ({
    message: stages.hasOtherValues({ id, leadId, registered }),
    hint: howToChange(stages, conversion, difference),
  });
}

function howToChange(
  words: Messages['cli']['stages'],
  { id, registeredBy, sentAt, platform }: Conversion,
  { isOtherName, values }: StageDifference,
): string {
  if (registeredBy === null) return words.registeredByEvent({ id });
  if (isOtherName) return words.howToRename({ id, kept: sentAt === null || platform === null ? undefined : words.namesSent[platform] });
  return words.howToCorrect({ command: `\`lead-intake conversions correct ${id} ${correctionFlags(values)} --reason …\`` });
}

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
