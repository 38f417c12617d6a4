import type { Origin } from '../../../domain/origin.ts';
import { COUNTED_EVENTS, NEWEST_EVENTS, type SourceActivity } from '../../../domain/source-activity.ts';
import type { Credential } from '../../../domain/webhook-event.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';

const DAY_MS = 86_400_000;

const SIGNED_WITH_PREVIOUS: ReadonlySet<Credential> = new Set(['hmac_previous', 'google_key_previous']);

/** By the index of origin, status and id alone, a bounded part of each status; only the newest are then read themselves. */
const NEWEST = `
with newest as (
  ${EVENT_STATUSES.map((status) => `select id from (select id from webhook_eventos where origem = ? and status = '${status}' order by id desc limit ${NEWEST_EVENTS})`).join('\n  union all\n  ')}
  order by id desc limit ${NEWEST_EVENTS}
)
select e.recebido_em as at, e.credencial as credential from newest cross join webhook_eventos e on e.id = newest.id order by newest.id desc`;

/** Ids follow time: counted is from the first event that was received in the span. 10,000 entries of the index take half a millisecond. */
const FIRST_SINCE = 'select id from webhook_eventos where recebido_em >= ? order by recebido_em, id limit 1';

const COUNT_FROM = `
select count(*) as total from (
  ${EVENT_STATUSES.map((status) => `select * from (select id from webhook_eventos where origem = ? and status = '${status}' and id >= ? limit ${COUNTED_EVENTS + 1})`).join('\n  union all\n  ')}
)`;

interface NewestRow {
  readonly at: number;
  readonly credential: Credential;
}

/** When and how a source sent last. What it costs does not grow with the table. */
export function sourceActivity(connection: Connection, origin: Origin, now: number): SourceActivity {
  const newest = connection.statement(NEWEST).all(...EVENT_STATUSES.map(() => origin)) as NewestRow[];
  const [last] = newest;
  const received = countSince(connection, origin, now - DAY_MS);
  return {
    origin,
    lastReceivedAt: last?.at ?? null,
    lastProvenBy: last?.credential ?? null,
    received24h: Math.min(received, COUNTED_EVENTS),
    isMoreThanCounted: received > COUNTED_EVENTS,
    previousSeenAt: newest.find((event) => SIGNED_WITH_PREVIOUS.has(event.credential))?.at ?? null,
  };
}

function countSince(connection: Connection, origin: Origin, since: number): number {
  const first = connection.statement(FIRST_SINCE).get(since) as { readonly id: number } | undefined;
  if (first === undefined) return 0;
  const parameters = EVENT_STATUSES.flatMap(() => [origin, first.id]);
  return (connection.statement(COUNT_FROM).get(...parameters) as { readonly total: number }).total;
}
