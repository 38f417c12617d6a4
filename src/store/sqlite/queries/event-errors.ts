import type { EventErrorFilter, EventErrorGroup } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
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

const COUNT = 'select count(*) as total from (select 1 from evento_fins where erro_codigo = ? limit ?)';
const NEWEST = 'select evento_id as id from evento_fins where erro_codigo = ? order by evento_id desc limit 1';

const COUNT_NAMING = 'select count(*) as total from (select 1 from evento_fins where erro_codigo = ? and erro_alvo = ? limit ?)';
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
export function eventErrorGroups(connection: Connection, filter: EventErrorFilter = {}): readonly EventErrorGroup[] {
  const isFiltered = Object.keys(filter).length > 0;
  const groups = errorCodes(connection).flatMap((code) =>
    isFiltered ? filteredGroups(connection, filter, code) : wholeGroups(connection, code),
  );
  const newest = new Map(
    eventSummaries(
      connection,
      groups.map(({ newestRow }) => newestRow),
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
export function failureTargets(connection: Connection, errorCode: string, most = MOST_FAILURE_TARGETS): readonly string[] {
  return different(most, (after) => next(connection, targetsFrom(after === undefined ? '>=' : '>'), errorCode, after ?? ''));
}

function errorCodes(connection: Connection): readonly string[] {
  return different(MOST_CODES, (after) => next(connection, NEXT_CODE, after ?? ''));
}

/** The distinct values of an index, in order. */
function different(most: number, following: (after: string | undefined) => string | undefined): readonly string[] {
  const values: string[] = [];
  while (values.length < most) {
    const value = following(values.at(-1));
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

function next(connection: Connection, sql: string, ...parameters: readonly string[]): string | undefined {
  return connection.get<{ readonly value: string }>(sql, ...parameters)?.value;
}

function wholeGroups(connection: Connection, errorCode: string): readonly Group[] {
  const targets = failureTargets(connection, errorCode, MOST_TARGETS + 1);
  const named = targets.length > MOST_TARGETS ? [null] : targets;
  return named.flatMap((target) => wholeGroup(connection, errorCode, target));
}

/** `named` is `null` for any target. */
function wholeGroup(connection: Connection, errorCode: string, named: string | null): readonly Group[] {
  const which = named === null ? [errorCode] : [errorCode, named];
  const newest = connection.statement(named === null ? NEWEST : NEWEST_NAMING).get(...which) as { readonly id: number } | undefined;
  if (newest === undefined) return [];
  const counted = connection.statement(named === null ? COUNT : COUNT_NAMING).get(...which, MOST_COUNTED + 1);
  const { total } = counted as { readonly total: number };
  return [{ errorCode, named, count: Math.min(total, MOST_COUNTED), atLeast: total > MOST_COUNTED, newestRow: newest.id }];
}

function filteredGroups(connection: Connection, filter: EventErrorFilter, errorCode: string): readonly Group[] {
  const { ids, next: more } = eventsWithError(connection, { ...filter, errorCode }, LOOKED_AT);
  const [newestRow] = ids;
  if (newestRow === undefined) return [];
  const atLeast = more !== null;
  const groups = connection.statement(BY_TARGET).all(JSON.stringify(ids)) as Omit<Group, 'errorCode' | 'atLeast'>[];
  if (groups.length > MOST_TARGETS) return [{ errorCode, named: null, count: ids.length, atLeast, newestRow }];
  return groups.map((group) => ({ ...group, errorCode, atLeast }));
}
