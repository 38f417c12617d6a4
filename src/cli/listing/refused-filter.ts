import * as Flags from '@oclif/core/flags';
import type { Origin } from '../../domain/origin.ts';
import type { RefusedFilter } from '../../domain/report-ports.ts';
import { idFlag } from '../directory/directory-flags.ts';
import { searchFlag, sourceAndTimeFilter, sourceAndTimeFlags } from './list-filters.ts';

/** What refused requests can be narrowed down by: in the list, and for a replay of many. */
export const refusedFilterFlags = {
  code: Flags.string({ helpValue: 'CODE' }),
  ...sourceAndTimeFlags,
  campaign: idFlag(),
  search: searchFlag,
};

interface RefusedFilterFlags {
  readonly code?: string | undefined;
  readonly source?: Origin | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly campaign?: string | undefined;
  readonly search?: string | undefined;
}

/** The filter flags as the store takes them. */
export function refusedFilter(flags: RefusedFilterFlags): RefusedFilter {
  const { code, campaign, search } = flags;
  return {
    ...sourceAndTimeFilter(flags),
    ...(code === undefined ? {} : { code }),
    ...(campaign === undefined ? {} : { campaignId: campaign }),
    ...(search === undefined ? {} : { text: search }),
  };
}
