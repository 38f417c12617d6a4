import type { Origin } from '../../domain/origin.ts';
import type { Directory } from '../../domain/ports.ts';
import type { LeadQuery } from '../../domain/report-ports.ts';
import { clientFilterFlag, idFlag } from '../directory/directory-flags.ts';
import { requireClient } from '../directory/require-campaign.ts';
import { sourceAndTimeFilter, sourceAndTimeFlags } from './list-filters.ts';

/** Whom leads, and the events that made them, belong to. */
export const ownerFilterFlags = {
  client: clientFilterFlag,
  campaign: idFlag(),
};

/** The filters of `leads list` and `leads export`. */
export const leadFilterFlags = { ...sourceAndTimeFlags, ...ownerFilterFlags };

interface OwnerFilterFlags {
  readonly client?: string | undefined;
  readonly campaign?: string | undefined;
}

interface LeadFilterFlags extends OwnerFilterFlags {
  readonly source?: Origin | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/**
 * Client and campaign as the store takes them.
 *
 * @throws AppError `not_found` when there is no such client
 */
export async function ownerFilter(
  directory: Directory,
  flags: OwnerFilterFlags,
): Promise<{ readonly clientId?: string; readonly campaignId?: string }> {
  return {
    ...(flags.client === undefined ? {} : { clientId: (await requireClient(directory, flags.client)).id }),
    ...(flags.campaign === undefined ? {} : { campaignId: flags.campaign }),
  };
}

/**
 * The filter flags as the store takes them.
 *
 * @throws AppError `not_found` when there is no such client
 */
export async function leadFilter(directory: Directory, flags: LeadFilterFlags): Promise<Omit<LeadQuery, 'limit'>> {
  return { ...sourceAndTimeFilter(flags), ...(await ownerFilter(directory, flags)) };
}
