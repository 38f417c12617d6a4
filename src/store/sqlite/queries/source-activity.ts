import { DAY_MS } from '../../../base/time-units.ts';
import { ORIGINS, type Origin } from '../../../domain/origin.ts';
import { COUNTED_EVENTS, NEWEST_EVENTS, type SourceActivity } from '../../../domain/source-activity.ts';
import { FEWEST_EVENTS, judgeSilence, momentsToCompare, SHORTEST_SILENCE_MS, type SourceSilence } from '../../../domain/source-silence.ts';
import type { Credential } from '../../../domain/webhook-event.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';

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

/** So many events in a row that nobody sent (backfilled, imported) are looked behind. */
const MOST_NOT_SENT = 1_000;

/** The last event of one status before an id. */
const LAST = `
select recebido_em as at, credencial as credential from webhook_eventos where origem = ? and status = ? and id < ? order by id desc limit 1`;

/** The last one that somebody sent; takes ten times as long to begin as the last of all, which it nearly always is. */
const LAST_SENT = `
select e.recebido_em as at
from (select id from webhook_eventos where origem = ? and status = ? and id < ? order by id desc limit ${MOST_NOT_SENT}) as latest
cross join webhook_eventos e on e.id = latest.id
where e.credencial <> 'backfill' order by latest.id desc limit 1`;

/** Ids follow time: before this one lies what was received until then. */
const LAST_UNTIL = 'select id from webhook_eventos where recebido_em <= ? order by recebido_em desc, id desc limit 1';

/** A judgement of a silence stands so long, in ms: the looks behind it take 22 ms (200,000 events) of the thread that reads. */
const JUDGED_FOR_MS = 60_000;

interface Judged {
  readonly lastSentAt: number;
  /** UTC ms. */
  readonly at: number;
  readonly silence: SourceSilence;
}

interface NewestRow {
  readonly at: number;
  readonly credential: Credential;
}

/** The last judgements, for each connection that reads. */
const judgedBefore = new WeakMap<Connection, Map<Origin, Judged>>();

/** When and how every source sent last. What it costs does not grow with the table. */
export function sourceActivity(connection: Connection, now: number): readonly SourceActivity[] {
  return ORIGINS.map((origin) => activityOf(connection, origin, now));
}

function activityOf(connection: Connection, origin: Origin, now: number): SourceActivity {
  const newest = connection.all<NewestRow>(NEWEST, ...EVENT_STATUSES.map(() => origin));
  const [last] = newest;
  const received = countSince(connection, origin, now - DAY_MS);
  return {
    origin,
    lastReceivedAt: last?.at ?? null,
    lastProvenBy: last?.credential ?? null,
    received24h: Math.min(received, COUNTED_EVENTS),
    isMoreThanCounted: received > COUNTED_EVENTS,
    silence: silenceOf(connection, origin, newest, now),
  };
}

function silenceOf(connection: Connection, origin: Origin, newest: readonly NewestRow[], now: number): SourceSilence {
  if (newest.length < FEWEST_EVENTS) return { kind: 'unknown' };
  const lastSentAt = newest.find(({ credential }) => credential !== 'backfill')?.at ?? sentUntil(connection, origin, now);
  if (lastSentAt === null) return { kind: 'unknown' };
  const judged = judgedBefore.get(connection) ?? new Map<Origin, Judged>();
  judgedBefore.set(connection, judged);
  const before = judged.get(origin);
  if (before?.lastSentAt === lastSentAt && Math.abs(now - before.at) < JUDGED_FOR_MS) return before.silence;
  const silence = judge(connection, origin, lastSentAt, now);
  judged.set(origin, { lastSentAt, at: now, silence });
  return silence;
}

/** Four looks for each moment that is compared, and none while the source is not silent. */
function judge(connection: Connection, origin: Origin, lastSentAt: number, now: number): SourceSilence {
  const moments = now - lastSentAt < SHORTEST_SILENCE_MS ? [] : momentsToCompare(lastSentAt, now);
  const samples = moments.map((at) => ({ at, lastSentAt: sentUntil(connection, origin, at) }));
  return judgeSilence(lastSentAt, samples, now);
}

/** When the source had last sent something at that time; null: nothing yet. */
function sentUntil(connection: Connection, origin: Origin, time: number): number | null {
  const last = connection.statement(LAST_UNTIL).get(time) as { readonly id: number } | undefined;
  if (last === undefined) return null;
  const rows = EVENT_STATUSES.map((status) => {
    const row = connection.statement(LAST).get(origin, status, last.id + 1) as NewestRow | undefined;
    if (row?.credential !== 'backfill') return row;
    return connection.statement(LAST_SENT).get(origin, status, last.id + 1) as Pick<NewestRow, 'at'> | undefined;
  });
  const times = rows.flatMap((row) => row?.at ?? []);
  // Ids follow time only nearly: a neighbour may be a moment later.
  return times.length === 0 ? null : Math.min(time, Math.max(...times));
}

function countSince(connection: Connection, origin: Origin, since: number): number {
  const first = connection.statement(FIRST_SINCE).get(since) as { readonly id: number } | undefined;
  if (first === undefined) return 0;
  const parameters = EVENT_STATUSES.flatMap(() => [origin, first.id]);
  return (connection.statement(COUNT_FROM).get(...parameters) as { readonly total: number }).total;
}
