import { DAY_MS, MINUTE_MS } from '../../../base/time-units.ts';
import { ORIGINS, type Origin } from '../../../domain/origin.ts';
import {
  FEWEST_EVENTS,
  judgeSilence,
  momentsToCompare,
  NEWEST_EVENTS,
  SHORTEST_SILENCE_MS,
  type SourceActivity,
  type SourceSilence,
} from '../../../domain/source-activity.ts';
import type { Credential } from '../../../domain/webhook-event.ts';
import type { Connection } from '../connection.ts';
import { mapInOrder } from '../in-order.ts';
import { eventsAtTimes } from './id-window.ts';
import { totalOf } from './walk.ts';

const NEWEST = `
select recebido_em as at, credencial as credential from eventos where id in (select value from json_each(?)) order by id desc`;

const TIMES = 'select id, recebido_em as at from eventos where id in (select value from json_each(?))';

const COUNT_SINCE = 'select ifnull(sum(recebidos), 0) as total from origem_minutos where origem = ? and minuto > ?';

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

/** The latest judgements, for each open store. */
const judgedBefore = new WeakMap<object, Map<Origin, Judged>>();

/** When and how each source last sent. The cost does not grow with the table. */
export async function sourceActivity(connection: Connection, now: number): Promise<readonly SourceActivity[]> {
  return await mapInOrder(ORIGINS, async (origin) => await activityOf(connection, origin, now));
}

async function activityOf(connection: Connection, origin: Origin, now: number): Promise<SourceActivity> {
  const newest = await newestOf(connection, origin);
  const [last] = newest;
  return {
    origin,
    lastReceivedAt: last?.at ?? null,
    lastVerifiedBy: last?.credential ?? null,
    received24h: await totalOf(connection, COUNT_SINCE, origin, Math.floor((now - DAY_MS) / MINUTE_MS)),
    silence: await silenceOf(connection, origin, newest, now),
  };
}

async function silenceOf(connection: Connection, origin: Origin, newest: readonly NewestRow[], now: number): Promise<SourceSilence> {
  if (newest.length < FEWEST_EVENTS) return { kind: 'unknown' };
  const lastSentAt =
    newest.find(({ credential }) => credential !== 'backfill')?.at ?? (await sentUntil(connection, origin, [now]))[0] ?? null;
  if (lastSentAt === null) return { kind: 'unknown' };
  const judged = judgedBefore.get(connection.handle) ?? new Map<Origin, Judged>();
  judgedBefore.set(connection.handle, judged);
  const before = judged.get(origin);
  if (before?.lastSentAt === lastSentAt && Math.abs(now - before.at) < JUDGED_FOR_MS) return before.silence;
  const silence = await judge(connection, origin, lastSentAt, now);
  judged.set(origin, { lastSentAt, at: now, silence });
  return silence;
}

/** A few lookups for each compared time, all in two dozen statements, and none while the source is not silent. */
async function judge(connection: Connection, origin: Origin, lastSentAt: number, now: number): Promise<SourceSilence> {
  const moments = now - lastSentAt < SHORTEST_SILENCE_MS ? [] : momentsToCompare(lastSentAt, now);
  const sent = await sentUntil(connection, origin, moments);
  const samples = moments.map((at, index) => ({ at, lastSentAt: sent[index] ?? null }));
  return judgeSilence(lastSentAt, samples, now);
}

/** When the source had last sent at each of these times; `null` if it had not sent yet. */
async function sentUntil(connection: Connection, origin: Origin, times: readonly number[]): Promise<readonly (number | null)[]> {
  if (times.length === 0) return [];
  const below = await eventsAtTimes(
    connection,
    times.map((time) => time + 1),
  );
  const newest = await connection.newestSent(origin, below);
  const rows = await connection.all<{ readonly id: number; readonly at: number }>(
    TIMES,
    JSON.stringify(newest.filter((id) => id !== null)),
  );
  const sentAt = new Map(rows.map(({ id, at }) => [id, at]));
  return times.map((time, index) => {
    const at = sentAt.get(newest[index] ?? 0);
    // Ids follow time only approximately: a neighbour may be slightly later.
    return at === undefined ? null : Math.min(time, at);
  });
}

async function newestOf(connection: Connection, origin: Origin): Promise<readonly NewestRow[]> {
  const { ids } = await connection.walkZones({
    zones: [['origem', origin]],
    window: { from: 0, below: Number.MAX_SAFE_INTEGER },
    conditions: [['+t.origem = ?', origin]],
    limit: NEWEST_EVENTS,
  });
  return await connection.all<NewestRow>(NEWEST, JSON.stringify(ids));
}
