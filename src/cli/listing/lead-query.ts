import { AppError } from '../../base/app-error.ts';
import type { Origin } from '../../domain/origin.ts';
import type { Directory, LeadQuery } from '../../domain/ports.ts';
import { clientFilterFlag, idFlag } from '../directory/directory-flags.ts';
import { timeFilter, timeFilterFlags } from './list-filters.ts';

/** The filters of `leads list` and `leads export`. */
export const leadFilterFlags = {
  ...timeFilterFlags,
  client: clientFilterFlag,
  campaign: idFlag({ summary: 'Only of this campaign.' }),
};

interface LeadFilterFlags {
  readonly source?: Origin | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly client?: string | undefined;
  readonly campaign?: string | undefined;
}

/**
 * The filter flags as the store takes them.
 *
 * @throws AppError `not_found` when there is no such client
 */
export async function leadFilter(directory: Directory, flags: LeadFilterFlags, now: number): Promise<Omit<LeadQuery, 'limit'>> {
  return {
    ...timeFilter(flags, now),
    ...(flags.client === undefined ? {} : { clientId: await clientIdOf(directory, flags.client) }),
    ...(flags.campaign === undefined ? {} : { campaignId: flags.campaign }),
  };
}

async function clientIdOf(directory: Directory, idOrName: string): Promise<string> {
  const client = await directory.findClient(idOrName);
  if (client !== null) return client.id;
  throw new AppError('not_found', `There is no client "${idOrName}".`, { hint: '`lead-intake client list` shows them all.' });
}
