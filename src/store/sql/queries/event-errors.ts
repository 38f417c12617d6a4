import type { EventErrorFilter, EventErrorGroup } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { eventSummaries, eventsWithError } from './events.ts';
import { valuesOf } from './walk.ts';

/** Maximum events counted per group; a larger group is marked `atLeast`. */
const MOST_COUNTED = 10_000;
/** With a filter the events themselves are read, the newest of each code. */
const LOOKED_AT = 1_000;
const MOST_CODES = 100;
/** A code with more targets is one group. */
const MOST_TARGETS = 50;
const MOST_FAILURE_TARGETS = 1_000;

/** The distinct values of a column, in order: one index seek per value, however many events have it. */
const distinct = (column: string, where: string): string => {
  const next = (after: string): string => `select ${column} from evento_fins where ${where}${after} order by ${column} limit 1`;
  return `
with recursive found (value) as (
  select (${next('')}) union all select (${next(` and ${column} > found.value`)}) from found where found.value is not null
) select value from found where value is not null limit ?`;
};

const CODES = distinct('erro_codigo', 'erro_codigo is not null');
const TARGETS = distinct('erro_alvo', 'erro_codigo = ?');

/** Of a code, or of one of its targets. */
const wholeGroupOf = (where: string): string => `
select count(*) as count, max(id) as newestRow from (
  select evento_id as id from evento_fins where ${where} order by evento_id desc limit ${MOST_COUNTED + 1}
) counted`;

const OF_CODE = wholeGroupOf('erro_codigo = ?');
const OF_TARGET = wholeGroupOf('erro_codigo = ? and erro_alvo = ?');

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
  const groups = await flatMapInOrder(await valuesOf(connection, CODES, MOST_CODES), async (code) =>
    isFiltered ? await filteredGroups(connection, filter, code) : await wholeGroups(connection, code),
  );
  const rows = groups.map(({ newestRow }) => newestRow);
  const newest = new Map((await eventSummaries(connection, rows)).map((event) => [event.id, event]));
  return groups
    .flatMap(({ newestRow, ...group }) => {
      const event = newest.get(String(newestRow));
      return event === undefined ? [] : [{ ...group, newest: event }];
    })
    .toSorted((a, b) => b.count - a.count || a.errorCode.localeCompare(b.errorCode) || (a.named ?? '').localeCompare(b.named ?? ''));
}

/** The distinct targets of failed events with this code. */
export async function failureTargets(connection: Connection, errorCode: string, most = MOST_FAILURE_TARGETS): Promise<readonly string[]> {
  return await valuesOf(connection, TARGETS, errorCode, errorCode, most);
}

async function wholeGroups(connection: Connection, errorCode: string): Promise<readonly Group[]> {
  const targets = await failureTargets(connection, errorCode, MOST_TARGETS + 1);
  // `null`: of any target.
  const named = targets.length > MOST_TARGETS ? [null] : targets;
  return await flatMapInOrder(named, async (target) => {
    const group = target === null ? await connection.get(OF_CODE, errorCode) : await connection.get(OF_TARGET, errorCode, target);
    const { count, newestRow } = group as { readonly count: number; readonly newestRow: number | null };
    if (newestRow === null) return [];
    return [{ errorCode, named: target, count: Math.min(count, MOST_COUNTED), atLeast: count > MOST_COUNTED, newestRow }];
  });
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
