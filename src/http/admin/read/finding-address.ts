import { CLIENT_NOT_CONNECTED } from '../../../domain/client-account.ts';
import { ConversionState, type Platform } from '../../../domain/conversion.ts';
import type { Finding, FindingCode } from '../../../domain/finding.ts';
import type { Origin } from '../../../domain/origin.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Messages } from '../../../messages/messages.ts';
import { eventListPath } from '../addresses/event-filter.ts';
import { conversionList, refusedList } from '../addresses/lists.ts';

/** The part of the queue's page about the database. */
export const DATABASE_ANCHOR = 'banco';

/** The part of the queue's page about sending conversions. */
export const CONVERSIONS_ANCHOR = 'conversoes';

/** The page on which to understand and fix a finding, and the name of the link. */
interface Place {
  readonly name: keyof Messages['web']['home']['places'];
  readonly path: string;
}

const SOURCES: Place = { name: 'sources', path: '/admin/fontes' };
const QUEUE: Place = { name: 'queue', path: '/admin/fila' };
const DATABASE: Place = { name: 'database', path: `/admin/fila#${DATABASE_ANCHOR}` };
const CONVERSION_QUEUE: Place = { name: 'conversionQueue', path: `/admin/fila#${CONVERSIONS_ANCHOR}` };

const PLACES: Partial<Record<FindingCode, Place>> = {
  'queue.no_worker': QUEUE,
  'queue.no_worker_yet': QUEUE,
  'queue.paused': QUEUE,
  'queue.late': QUEUE,
  'queue.failed_jobs': { name: 'failedEvents', path: eventListPath({ status: EventStatus.failed }) },
  'queue.parked': { name: 'parkedEvents', path: eventListPath({ parked: true }) },
  'platforms.no_worker': CONVERSION_QUEUE,
  'platforms.no_worker_yet': CONVERSION_QUEUE,
  'platforms.rejected': { name: 'rejectedConversions', path: conversionList.address({ state: ConversionState.rejected }) },
  'platforms.waiting_for_account': waiting({ errorCode: CLIENT_NOT_CONNECTED }),
};

export function placeOf(finding: Finding): Place {
  switch (finding.code) {
    case 'sources.refused_requests':
      return refused(finding.params.causes);
    case 'sources.credential_refused':
      return refused([finding.params]);
    case 'sources.resend_type':
    case 'sources.resend_person':
      return { name: 'event', path: `/admin/webhooks/${finding.params.id}` };
    case 'platforms.on_hold':
      return waiting(onlyOne(finding.params.codes, (errorCode) => ({ errorCode })));
    case 'platforms.old_conversion':
      return waiting({ platform: finding.params.platform as Platform });
    default:
      return PLACES[finding.code] ?? (/^(database|disk)\./.test(finding.code) ? DATABASE : SOURCES);
  }
}

function waiting(filter: Omit<Parameters<typeof conversionList.address>[0], 'state'>): Place {
  return { name: 'waitingConversions', path: conversionList.address({ state: ConversionState.pending, ...filter }) };
}

/** If there is one cause, only its requests. */
function refused(causes: readonly { readonly origin: string; readonly code: string }[]): Place {
  const filter = onlyOne(causes, ({ origin, code }) => ({ code, origin: origin as Origin }));
  return { name: 'refused', path: refusedList.address({ ...filter, open: true }) };
}

function onlyOne<Item, Filter>([item, ...others]: readonly Item[], filter: (item: Item) => Filter): Filter | Record<never, never> {
  return item === undefined || others.length > 0 ? {} : filter(item);
}
