import type { JsonObject } from '../../base/exact-json.ts';
import type { Conversion } from '../../domain/conversion.ts';
import type { Store } from '../../domain/ports.ts';
import type { StageChange } from '../../domain/stage-change.ts';
import { say, sayText } from '../../messages/messages.ts';
import { conversionNote } from '../../presentation/conversion-note.ts';
import { stageChanged } from '../../presentation/conversion-record.ts';
import type { BaseCommand } from '../base-command.ts';
import { paragraph } from '../render.ts';
import { requireFound } from '../require-found.ts';

/**
 * Corrects or withdraws a stage, and prints what the platform learns about it.
 * @throws AppError `not_found` for a conversion that does not exist, `conflict` as `ConversionOutbox.changeStage`
 */
export async function changeStage(command: BaseCommand, store: Store, change: StageChange): Promise<JsonObject> {
  await findConversion(store, change.conversionId);
  const changed = await store.changeStage(change, command.operator(Date.now()));
  for (const { conversionId, reach } of changed) {
    const note = conversionNote(await findConversion(store, conversionId));
    const done = say(({ cli: { stages } }) =>
      stages[change.kind === 'withdraw' ? 'conversionWasWithdrawn' : 'conversionWasCorrected']({ conversionId }),
    );
    const effect = note === null ? say((m) => m.cli.stages[reach === 'not_sent' ? 'notSentYet' : 'adjustmentSent']) : sayText(note);
    command.log(paragraph(`${done} ${effect}`));
  }
  return stageChanged.write(changed);
}

/** @throws AppError `not_found` */
export async function findConversion(store: Store, id: string): Promise<Conversion> {
  const trail = await store.conversionTrail(id);
  return requireFound(trail, 'conversion', id).conversion;
}
