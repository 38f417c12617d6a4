import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../base/language.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Operator } from '../../domain/ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import type { StageChange, StageReach } from '../../domain/stage-change.ts';
import { REACH_WORDS } from '../../presentation/conversion-json.ts';
import { conversionNote } from '../../presentation/conversion-note.ts';

type Store = Pick<ConversionOutbox, 'changeStage'> & Pick<Reports, 'conversionTrail'>;

interface ChangedStage {
  readonly text: string;
  readonly json: JsonObject;
}

/** Corrects or withdraws a stage, and says what the platform learns of it. */
export async function changeStage(store: Store, change: StageChange, operator: Operator): Promise<ChangedStage> {
  const reach = await store.changeStage(change, operator);
  const trail = await store.conversionTrail(change.conversionId);
  const note = trail === null ? null : conversionNote(trail.conversion);
  return {
    text: [doneText(change), note === null ? reachText(reach) : say(note)].join(' '),
    json: { conversao_id: change.conversionId, plataforma_recebe: REACH_WORDS[reach] },
  };
}

function doneText({ kind, conversionId }: StageChange): string {
  return kind === 'withdraw'
    ? say({ en: `Conversion ${conversionId} was withdrawn.`, pt: `A conversão ${conversionId} foi retirada.` })
    : say({ en: `Conversion ${conversionId} was corrected.`, pt: `A conversão ${conversionId} foi corrigida.` });
}

function reachText(reach: StageReach): string {
  return reach === 'not_sent'
    ? say({ en: 'No platform had been told of it yet.', pt: 'Nenhuma plataforma a tinha recebido ainda.' })
    : say({ en: 'The new value is sent as an adjustment.', pt: 'O novo valor é enviado como ajuste.' });
}
