import type { Origin } from '../../domain/origin.ts';
import type { Directory, LeadQuery } from '../../domain/ports.ts';
import { clientFilterFlag, idFlag } from '../directory/directory-flags.ts';
import { requireClient } from '../directory/require-client.ts';
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
    ...(flags.client === undefined ? {} : { clientId: (await requireClient(directory, flags.client)).id }),
    ...(flags.campaign === undefined ? {} : { campaignId: flags.campaign }),
  };
}
