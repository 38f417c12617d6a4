import type { AppError } from '../../base/app-error.ts';
import { currentLanguage, say, type Translated } from '../../base/language.ts';
import type { ReplayedRefusal, ReplayPreview } from '../../domain/put-through.ts';
import { refusalText } from '../../presentation/refusal-text.ts';
import { counted } from '../render.ts';

/** The same as a sentence that says what to do. */
export function replayedRefusalText({ id, result }: ReplayedRefusal): string {
  switch (result.kind) {
    case 'stored':
      return say({
        en: `Refused request ${id}: stored as event ${result.eventIds.join(', ')}.`,
        pt: `Requisição recusada ${id}: gravada como evento ${result.eventIds.join(', ')}.`,
      });
    case 'ignored':
      return say({
        en: `Refused request ${id}: genuine, but there is no lead in it.`,
        pt: `Requisição recusada ${id}: autêntica, mas sem nenhum lead.`,
      });
    case 'refused':
      return say({
        en: `Refused request ${id}: refused again, ${result.code}. ${result.detail}`,
        pt: `Requisição recusada ${id}: recusada de novo, ${result.code}. ${refusalText(result.detail, 'pt')}`,
      });
    case 'impossible':
      return errorSentences(result.error);
  }
}

function errorSentences(error: AppError): string {
  const { message, hint } = error.inLanguage(currentLanguage());
  return hint === undefined ? message : `${message} ${hint}`;
}

/** What a replay would do, as a question before it. */
export function replayQuestion(preview: ReplayPreview): Translated<string> {
  const requests = {
    en: counted(preview.total, 'refused request'),
    pt: counted(preview.total, 'requisição recusada', 'requisições recusadas'),
  };
  const { en, pt } = replayPreviewText(preview);
  return { en: `${en} Replay ${requests.en}?`, pt: `${pt} Reaproveitar ${requests.pt}?` };
}

/** What a replay would do: how many are stored, and what is refused again. */
export function replayPreviewText({ total, stored, ignored, refused, impossible }: ReplayPreview): Translated<string> {
  const again = refused.map(({ code, count }) => `${count} ${code}`).join(', ');
  return {
    en:
      `${stored} of ${total} would be stored.` +
      (again === '' ? '' : ` Still refused: ${again}.`) +
      (ignored === 0 ? '' : ` Without a lead: ${ignored}.`) +
      (impossible === 0 ? '' : ` Cannot be replayed: ${impossible}.`),
    pt:
      `${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'}.` +
      (again === '' ? '' : ` Continua sendo recusado: ${again}.`) +
      (ignored === 0 ? '' : ` Sem lead: ${ignored}.`) +
      (impossible === 0 ? '' : ` Sem possibilidade de reaproveitar: ${impossible}.`),
  };
}
