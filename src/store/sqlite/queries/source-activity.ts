import { DAY_MS } from '../../../base/time-units.ts';
import { ORIGINS, type Origin } from '../../../domain/origin.ts';
import {
  COUNTED_EVENTS,
  FEWEST_EVENTS,
  judgeSilence,
  momentsToCompare,
  NEWEST_EVENTS,
  SHORTEST_SILENCE_MS,
  type SourceActivity,
  type SourceSilence,
} from '../../../domain/source-activity.ts';
import type { Credential } from '../../../domain/webhook-event.ts';
import { EVENT_STATUSES } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';

/** Reads only the index of origin, status and id, a limited part of each status; then reads the newest events themselves. */
const NEWEST = `
with newest as (
  ${EVENT_STATUSES.map((status) => `select id from (select id from webhook_eventos where origem = ? and status = '${status}' order by id desc limit ${NEWEST_EVENTS})`).join('\n  union all\n  ')}
  order by id desc limit ${NEWEST_EVENTS}
)
select e.recebido_em as at, e.credencial as credential from newest cross join webhook_eventos e on e.id = newest.id order by newest.id desc`;

/** Ids follow time: counting starts at the first event received in the span. 10,000 index entries take half a millisecond. */
const FIRST_SINCE = 'select id from webhook_eventos where recebido_em >= ? order by recebido_em, id limit 1';

const COUNT_FROM = `
select count(*) as total from (
  ${EVENT_STATUSES.map((status) => `select * from (select id from webhook_eventos where origem = ? and status = '${status}' and id >= ? limit ${COUNTED_EVENTS + 1})`).join('\n  union all\n  ')}
)`;

/** Maximum consecutive events without a sender (backfilled, imported) to skip. */
const MOST_NOT_SENT = 1_000;

/** The last event of one status before an id. */
const LAST = `
select recebido_em as at, credencial as credential from webhook_eventos where origem = ? and status = ? and id < ? order by id desc limit 1`;

/** The last event that a sender sent. Takes ten times as long to start as the last of all events, which it nearly always is. */
const LAST_SENT = `
select e.recebido_em as at
from (select id from webhook_eventos where origem = ? and status = ? and id < ? order by id desc limit ${MOST_NOT_SENT}) as latest
cross join webhook_eventos e on e.id = latest.id
where e.credencial <> 'backfill' order by latest.id desc limit 1`;

/** Ids follow time: events received until then are before this id. */
const LAST_UNTIL = 'select id from webhook_eventos where recebido_em <= ? order by recebido_em desc, id desc limit 1';

/** How long a silence judgement is cached, in ms: one takes 22 ms of the read thread (200,000 events). */
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

/** The latest judgements, per reading connection. */
const judgedBefore = new WeakMap<Connection, Map<Origin, Judged>>();

/** When and how each source last sent. The cost does not grow with the table. */
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
    lastVerifiedBy: last?.credential ?? null,
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

/** Four lookups per compared point in time, and none while the source is not silent. */
function judge(connection: Connection, origin: Origin, lastSentAt: number, now: number): SourceSilence {
  const moments = now - lastSentAt < SHORTEST_SILENCE_MS ? [] : momentsToCompare(lastSentAt, now);
  const samples = moments.map((at) => ({ at, lastSentAt: sentUntil(connection, origin, at) }));
  return judgeSilence(lastSentAt, samples, now);
}

/** When the source had last sent at that time; `null` if it had not sent yet. */
function sentUntil(connection: Connection, origin: Origin, time: number): number | null {
  const last = connection.get<{ readonly id: number }>(LAST_UNTIL, time);
  if (last === undefined) return null;
  const rows = EVENT_STATUSES.map((status) => {
    const row = connection.get<NewestRow>(LAST, origin, status, last.id + 1);
    if (row?.credential !== 'backfill') return row;
    return connection.statement(LAST_SENT).get(origin, status, last.id + 1) as Pick<NewestRow, 'at'> | undefined;
  });
  const times = rows.flatMap((row) => row?.at ?? []);
  // Ids follow time only approximately: a neighbour may be slightly later.
  return times.length === 0 ? null : Math.min(time, Math.max(...times));
}

function countSince(connection: Connection, origin: Origin, since: number): number {
  const first = connection.get<{ readonly id: number }>(FIRST_SINCE, since);
  if (first === undefined) return 0;
  const parameters = EVENT_STATUSES.flatMap(() => [origin, first.id]);
  return (connection.statement(COUNT_FROM).get(...parameters) as { readonly total: number }).total;
}
