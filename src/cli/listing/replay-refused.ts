import type { AppError } from '../../base/app-error.ts';
import { currentLanguage, say, type Translated } from '../../base/language.ts';
import type { ReplayedRefusal, ReplayPreview } from '../../domain/put-through.ts';
import { isCredentialCode } from '../../domain/refused-request.ts';
import { refusalText } from '../../presentation/refusal-text.ts';
import { counted } from '../render.ts';

/** The same as a sentence that says what to do. */
export function replayedRefusalText({ id, result }: ReplayedRefusal): string {
  switch (result.kind) {
    case 'stored':
      if (result.withoutCredential) return storedWithoutCredential(id, result.eventIds);
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
        en: `Refused request ${id}: refused again, ${result.code}. ${result.detail}${isCredentialCode(result.code) ? ` ${VOUCH.en}` : ''}`,
        pt: `Requisição recusada ${id}: recusada de novo, ${result.code}. ${refusalText(result.detail, 'pt')}${isCredentialCode(result.code) ? ` ${VOUCH.pt}` : ''}`,
      });
    case 'impossible':
      return errorSentences(result.error);
  }
}

const VOUCH = {
  en: 'If you know the sender and it was the key at the sender that was wrong, replay it with --without-credential.',
  pt: 'Se você conhece o remetente e era a chave dele que estava errada, reaproveite com --without-credential.',
};

function storedWithoutCredential(id: string, eventIds: readonly string[]): string {
  const events = eventIds.join(', ');
  return say({
    en: `Refused request ${id}: stored as event ${events}, without a valid credential.`,
    pt: `Requisição recusada ${id}: gravada como evento ${events}, sem credencial válida.`,
  });
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
export function replayPreviewText({ total, stored, withoutCredential, ignored, refused, impossible }: ReplayPreview): Translated<string> {
  const again = refused.map(({ code, count }) => `${count} ${code}`).join(', ');
  return {
    en:
      `${stored} of ${total} would be stored.` +
      (withoutCredential === 0 ? '' : ` Without a valid credential, because you vouch for the sender: ${withoutCredential}.`) +
      (again === '' ? '' : ` Still refused: ${again}.`) +
      (ignored === 0 ? '' : ` Without a lead: ${ignored}.`) +
      (impossible === 0 ? '' : ` Cannot be replayed: ${impossible}.`),
    pt:
      `${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'}.` +
      (withoutCredential === 0 ? '' : ` Sem credencial válida, porque você responde pelo remetente: ${withoutCredential}.`) +
      (again === '' ? '' : ` Continua sendo recusado: ${again}.`) +
      (ignored === 0 ? '' : ` Sem lead: ${ignored}.`) +
      (impossible === 0 ? '' : ` Sem possibilidade de reaproveitar: ${impossible}.`),
  };
}
