import { AppError } from '../../base/app-error.ts';

/** Where to look when a client is not the one that was meant. */
export const SHOW_CLIENTS = { en: '`lead-intake client list` shows them all.', pt: '`lead-intake client list` mostra todos.' };

export function clientNotFound(idOrName: string): AppError {
  const message = { en: `There is no client "${idOrName}".`, pt: `Não existe o cliente "${idOrName}".` };
  return new AppError('not_found', message, { hint: SHOW_CLIENTS });
}
