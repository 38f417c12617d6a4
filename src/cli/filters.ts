import * as Flags from '@oclif/core/flags';
import { shellWord } from '../base/shell-word.ts';
import { ConversionState } from '../domain/conversion.ts';
import { readNamedWord } from '../domain/fault.ts';
import type { Directory } from '../domain/ports.ts';
import { countRefusedMatches } from '../domain/refused-request.ts';
import type { Reports } from '../domain/report-ports.ts';
import { EventStatus } from '../domain/webhook-event.ts';
import { say } from '../messages/messages.ts';
import {
  beforeFlag,
  choice,
  clientFilterFlag,
  codeFlag,
  filledFlag,
  filledText,
  idFlag,
  limitFlag,
  momentFlag,
  originFlag,
  platformFlag,
  switchFlag,
} from './flags.ts';
import { requireClient } from './require-found.ts';

const statusFlag = Flags.custom<EventStatus>(
  choice<EventStatus>({ received: EventStatus.received, processed: EventStatus.processed, failed: EventStatus.failed }),
);

const stateFlag = Flags.custom<ConversionState>(
  choice<ConversionState>({
    waiting: ConversionState.pending,
    sent: ConversionState.sent,
    rejected: ConversionState.rejected,
    'no-platform': ConversionState.noDestination,
    withdrawn: ConversionState.withdrawn,
  }),
);

/** The filters of lists: each flag, and its member of the store's query. */
const FILTERS = {
  source: ['origin', originFlag()],
  since: ['since', momentFlag()],
  until: ['until', momentFlag({ mayBeAhead: true })],
  status: ['status', statusFlag()],
  type: ['eventType', Flags.string({ helpValue: 'TYPE' })],
  error: ['errorCode', codeFlag],
  'external-id': ['identity', Flags.string({ helpValue: 'ID' })],
  client: ['clientId', clientFilterFlag],
  campaign: ['campaignId', idFlag()],
  search: ['text', filledFlag()],
  code: ['code', codeFlag],
  open: ['open', Flags.boolean({})],
  platform: ['platform', platformFlag()],
  state: ['state', stateFlag()],
  lead: ['leadId', Flags.string({ helpValue: 'LEAD' })],
  parked: ['parked', switchFlag],
  named: ['named', Flags.custom<string>({ helpValue: 'WHAT', parse: async (word) => readNamedWord(filledText(word)) })()],
} as const;

type FilterName = keyof typeof FILTERS;

/** The store's filter for these flags. */
type FilterOf<Given> = {
  readonly [Name in keyof Given & FilterName as (typeof FILTERS)[Name][0]]?: Exclude<Given[Name], undefined>;
};

/** The flags of a list. */
export function filterFlags<Name extends FilterName>(...names: readonly Name[]): { [One in Name]: (typeof FILTERS)[One][1] } {
  return Object.fromEntries(names.map((name) => [name, { ...FILTERS[name][1], helpGroup: 'FILTER' }])) as {
    [One in Name]: (typeof FILTERS)[One][1];
  };
}

/**
 * Converts the flags of a list to the store's filter.
 *
 * @throws AppError `not_found` if there is no such client
 */
export async function readFilter<Given extends object>(directory: Pick<Directory, 'findClient'>, given: Given): Promise<FilterOf<Given>> {
  const filter: Record<string, unknown> = {};
  const values = given as Readonly<Record<string, unknown>>;
  for (const [name, [member]] of Object.entries(FILTERS)) {
    const value = values[name];
    if (value === undefined || value === false) continue;
    filter[member] = name === 'client' ? (await requireClient(directory, String(value))).id : value;
  }
  return filter as FilterOf<Given>;
}

/** How lists are paged. */
export const pageFlags = { limit: limitFlag, before: beforeFlag };

/**
 * Remarks below a search: that the index is not complete yet, and that it also matches refused requests, which are not in any list of
 * events or leads.
 */
export async function searchRemarks(
  store: Pick<Reports, 'searchBacklog' | 'listRefused'>,
  text: string | undefined,
  list: 'events' | 'leads',
): Promise<readonly string[]> {
  if (text === undefined) return [];
  const missing = (await store.searchBacklog())[list];
  const count = await countRefusedMatches(store, text);
  const command = `lead-intake refused list --search ${shellWord(text)}`;
  return [
    ...(missing === 0 ? [] : [say((m) => m.cli.listing.notSearched({ missing }))]),
    ...(count === 0 ? [] : [say((m) => m.cli.listing.refusedMatchToo({ count, command }))]),
  ];
}
