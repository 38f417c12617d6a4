import * as Flags from '@oclif/core/flags';
import { CONVERSION_STATES, type ConversionState, PLATFORMS, type Platform } from '../../domain/conversion.ts';
import type { Directory } from '../../domain/ports.ts';
import type { ConversionQuery } from '../../domain/report-ports.ts';
import { clientFilterFlag } from '../directory/directory-flags.ts';
import { requireClient } from '../directory/require-campaign.ts';
import { timeFilter, timeFlags } from '../listing/list-filters.ts';

/** Which conversions: the filters that `conversions list` and `conversions retry --all` share. */
export const conversionFilterFlags = {
  platform: Flags.option({ options: PLATFORMS, helpValue: 'PLATFORM' })(),
  client: clientFilterFlag,
  ...timeFlags,
};

export const stateFlag = Flags.option({ options: CONVERSION_STATES, helpValue: 'STATE' });

interface ConversionFilterFlags {
  readonly platform?: Platform | undefined;
  readonly client?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly state?: ConversionState | undefined;
  readonly lead?: string | undefined;
}

/**
 * The filter flags as the store takes them.
 *
 * @throws AppError `not_found` when there is no such client
 */
export async function conversionFilter(
  directory: Directory,
  flags: ConversionFilterFlags,
): Promise<Omit<ConversionQuery, 'before' | 'limit'>> {
  const { since, until, platform, client, state, lead } = flags;
  return {
    ...timeFilter({ since, until }),
    ...(platform === undefined ? {} : { platform }),
    ...(client === undefined ? {} : { clientId: (await requireClient(directory, client)).id }),
    ...(state === undefined ? {} : { state }),
    ...(lead === undefined ? {} : { leadId: lead }),
  };
}
