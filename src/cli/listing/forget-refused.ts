import { AppError } from '../../base/app-error.ts';
import { inEveryLanguage, type Translated } from '../../base/language.ts';
import type { ReplayPreview } from '../../domain/put-through.ts';
import { counted } from '../render.ts';

/** What forgetting these requests would lose, as a question before it. */
export function forgetQuestion(preview: ReplayPreview): Translated<string> {
  const requests = refusedRequests(preview.total);
  const { en, pt } = forgetPreviewText(preview);
  return { en: `${en} Delete ${requests.en} for good?`, pt: `${pt} Apagar definitivamente ${requests.pt}?` };
}

/** How many they are, and how many of them could still become events. */
export function forgetPreviewText({ total, stored }: ReplayPreview): Translated<string> {
  const requests = refusedRequests(total);
  const selected = {
    en: `${requests.en} selected.`,
    pt: `${requests.pt} ${total === 1 ? 'selecionada' : 'selecionadas'}.`,
  };
  if (stored === 0) return selected;
  return {
    en: `${selected.en} ${stored} of ${total} would be stored now if replayed: \`lead-intake refused replay\`.`,
    pt: `${selected.pt} ${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'} agora com \`lead-intake refused replay\`.`,
  };
}

/** What was done. */
export function forgottenText(count: number): Translated<string> {
  const requests = refusedRequests(count);
  return {
    en: `${requests.en} deleted.`,
    pt: `${requests.pt} ${count === 1 ? 'apagada' : 'apagadas'} definitivamente.`,
  };
}

/** Some that were named do not exist; the others are gone. */
export function notForgotten(missing: readonly string[], forgotten: number): AppError {
  const ids = missing.join(', ');
  const subject = {
    en: missing.length === 1 ? `There is no refused request ${ids}.` : `There are no refused requests ${ids}.`,
    pt: missing.length === 1 ? `A requisição recusada ${ids} não existe.` : `As requisições recusadas ${ids} não existem.`,
  };
  const done = forgottenText(forgotten);
  const hint = {
    en: '`lead-intake refused list` shows those that are kept.',
    pt: '`lead-intake refused list` mostra as que estão guardadas.',
  };
  return new AppError(
    'not_found',
    inEveryLanguage((language) => (forgotten === 0 ? subject[language] : `${subject[language]} ${done[language]}`)),
    { hint },
  );
}

function refusedRequests(count: number): Translated<string> {
  return { en: counted(count, 'refused request'), pt: counted(count, 'requisição recusada', 'requisições recusadas') };
}
