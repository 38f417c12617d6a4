import { AppError } from '../../base/app-error.ts';

export function clientNotFound(idOrName: string): AppError {
  return new AppError('not_found', `There is no client "${idOrName}".`, { hint: '`lead-intake client list` shows them all.' });
}
