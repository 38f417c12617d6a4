import type { JsonObject } from '../../base/exact-json.ts';
import type { Conversion } from '../../domain/conversion.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import type { StageChange, StageReach } from '../../domain/stage-change.ts';
import { say, sayText } from '../../messages/messages.ts';
import { conversionNote } from '../../presentation/conversion-note.ts';
import { stageChanged } from '../../presentation/conversion-record.ts';
import type { BaseCommand } from '../base-command.ts';
import { paragraph } from '../render.ts';
import { requireFound } from '../require-found.ts';

type Store = Pick<ConversionOutbox, 'changeStage'> & Pick<Reports, 'conversionTrail'>;

/**
 * Corrects or withdraws a stage, and prints what the platform learns about it.
 * @throws AppError `not_found` for a conversion that does not exist, `conflict` as `ConversionOutbox.changeStage`
 */
export async function changeStage(command: BaseCommand, store: Store, change: StageChange): Promise<JsonObject> {
  await findConversion(store, change.conversionId);
  const changed = await store.changeStage(change, command.operator(Date.now()));
  for (const { conversionId, reach } of changed) {
    const note = conversionNote(await findConversion(store, conversionId));
    command.log(paragraph(`${doneText({ ...change, conversionId })} ${note === null ? reachText(reach) : sayText(note)}`));
  }
  return stageChanged.write(changed);
}

/** @throws AppError `not_found` */
export async function findConversion(reports: Pick<Reports, 'conversionTrail'>, id: string): Promise<Conversion> {
  const trail = await reports.conversionTrail(id);
  return requireFound(trail, (m) => m.cli.conversions.theConversion({ id }), 'conversions list').conversion;
}

function doneText({ kind, conversionId }: Pick<StageChange, 'kind' | 'conversionId'>): string {
  return kind === 'withdraw'
    ? say((m) => m.cli.stages.conversionWasWithdrawn({ conversionId }))
    : say((m) => m.cli.stages.conversionWasCorrected({ conversionId }));
}

function reachText(reach: StageReach): string {
  return reach === 'not_sent' ? say((m) => m.cli.stages.notSentYet) : say((m) => m.cli.stages.adjustmentSent);
}
