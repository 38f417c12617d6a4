import type { EventErrorFilter, EventErrorGroup } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { eventSummaries, eventsWithError } from './events.ts';

/** Maximum events counted per group; a larger group is marked `atLeast`. */
const MOST_COUNTED = 10_000;
/** With a filter the events themselves are read, the newest of each code. */
const LOOKED_AT = 1_000;
const MOST_CODES = 100;
/** A code with more targets is one group. */
const MOST_TARGETS = 50;
const MOST_FAILURE_TARGETS = 1_000;

/** One index seek per code, however many events have it; the same applies to the targets of a code. */
const NEXT_CODE = 'select erro_codigo as value from evento_fins where erro_codigo > ? order by erro_codigo limit 1';

const targetsFrom = (compared: '>=' | '>'): string => `
select erro_alvo as value from evento_fins where erro_codigo = ? and erro_alvo ${compared} ? order by erro_alvo limit 1`;

const COUNT = 'select count(*) as total from (select 1 from evento_fins where erro_codigo = ? limit ?) counted';
const NEWEST = 'select evento_id as id from evento_fins where erro_codigo = ? order by evento_id desc limit 1';

const COUNT_NAMING = 'select count(*) as total from (select 1 from evento_fins where erro_codigo = ? and erro_alvo = ? limit ?) counted';
const NEWEST_NAMING = 'select evento_id as id from evento_fins where erro_codigo = ? and erro_alvo = ? order by evento_id desc limit 1';

const BY_TARGET = `
select erro_alvo as named, count(*) as count, max(evento_id) as newestRow from evento_fins
where evento_id in (select value from json_each(?)) group by erro_alvo`;

interface Group {
  readonly errorCode: string;
  readonly named: string | null;
  readonly count: number;
  readonly atLeast: boolean;
  readonly newestRow: number;
}

/** Events in `erro` by error code and target, largest group first. */
export async function eventErrorGroups(connection: Connection, filter: EventErrorFilter = {}): Promise<readonly EventErrorGroup[]> {
  const isFiltered = Object.keys(filter).length > 0;
  const groups = await flatMapInOrder(await errorCodes(connection), async (code) =>
    isFiltered ? await filteredGroups(connection, filter, code) : wholeGroups(connection, code),
  );
  const newest = new Map(
    (
      await eventSummaries(
        connection,
        groups.map(({ newestRow }) => newestRow),
      )
    ).map((event) => [event.id, event]),
  );
  return groups
    .flatMap(({ newestRow, ...group }) => {
      const event = newest.get(String(newestRow));
      return event === undefined ? [] : [{ ...group, newest: event }];
    })
    .toSorted((a, b) => b.count - a.count || a.errorCode.localeCompare(b.errorCode) || (a.named ?? '').localeCompare(b.named ?? ''));
}

/** The distinct targets of failed events with this code. */
export async function failureTargets(connection: Connection, errorCode: string, most = MOST_FAILURE_TARGETS): Promise<readonly string[]> {
  return await different(
    most,
    async (after) => await next(connection, targetsFrom(after === undefined ? '>=' : '>'), errorCode, after ?? ''),
  );
}

async function errorCodes(connection: Connection): Promise<readonly string[]> {
  return await different(MOST_CODES, async (after) => await next(connection, NEXT_CODE, after ?? ''));
}

/** The distinct values of an index, in order. */
async function different(most: number, following: (after: string | undefined) => Promise<string | undefined>): Promise<readonly string[]> {
  const values: string[] = [];
  while (values.length < most) {
    const value = await following(values.at(-1));
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

async function next(connection: Connection, sql: string, ...parameters: readonly string[]): Promise<string | undefined> {
  return (await connection.get<{ readonly value: string }>(sql, ...parameters))?.value;
}

async function wholeGroups(connection: Connection, errorCode: string): Promise<readonly Group[]> {
  const targets = await failureTargets(connection, errorCode, MOST_TARGETS + 1);
  const named = targets.length > MOST_TARGETS ? [null] : targets;
  return await flatMapInOrder(named, async (target) => await wholeGroup(connection, errorCode, target));
}

/** `named` is `null` for any target. */
async function wholeGroup(connection: Connection, errorCode: string, named: string | null): Promise<readonly Group[]> {
  const which = named === null ? [errorCode] : [errorCode, named];
  const newest = (await connection.get(named === null ? NEWEST : NEWEST_NAMING, ...which)) as { readonly id: number } | undefined;
  if (newest === undefined) return [];
  const counted = await connection.get(named === null ? COUNT : COUNT_NAMING, ...which, MOST_COUNTED + 1);
  const { total } = counted as { readonly total: number };
  return [{ errorCode, named, count: Math.min(total, MOST_COUNTED), atLeast: total > MOST_COUNTED, newestRow: newest.id }];
}

async function filteredGroups(connection: Connection, filter: EventErrorFilter, errorCode: string): Promise<readonly Group[]> {
  const { ids, next: more } = await eventsWithError(connection, { ...filter, errorCode }, LOOKED_AT);
  const [newestRow] = ids;
  if (newestRow === undefined) return [];
  const atLeast = more !== null;
  const groups = (await connection.all(BY_TARGET, JSON.stringify(ids))) as Omit<Group, 'errorCode' | 'atLeast'>[];
  if (groups.length > MOST_TARGETS) return [{ errorCode, named: null, count: ids.length, atLeast, newestRow }];
  return groups.map((group) => ({ ...group, errorCode, atLeast }));
}
