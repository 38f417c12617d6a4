import type { EventErrorFilter, EventErrorGroup } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import type { EventWalks } from './event-walks.ts';

/** Events of one code that are counted; a group with more says `atLeast`. */
const MOST_COUNTED = 10_000;
/** With a filter the events themselves are looked at, the newest of each code. */
const LOOKED_AT = 1_000;
const MOST_CODES = 100;

/** One jump in the index for each code, however many events have it. */
const NEXT_CODE = 'select erro_codigo as code from webhook_eventos where erro_codigo > ? order by erro_codigo limit 1';

const COUNT = 'select count(*) as total from (select 1 from webhook_eventos where erro_codigo = ? limit ?)';

const NEWEST = 'select id from webhook_eventos where erro_codigo = ? order by id desc limit 1';

interface Group {
  readonly errorCode: string;
  readonly count: number;
  readonly atLeast: boolean;
  readonly newestRow: number;
}

/** Events in `erro` by their code, the largest group first. */
export function eventErrorGroups(connection: Connection, walks: EventWalks, filter: EventErrorFilter): readonly EventErrorGroup[] {
  const isFiltered = Object.keys(filter).length > 0;
  const groups = errorCodes(connection).flatMap((code) => {
    const group = isFiltered ? filteredGroup(walks, filter, code) : wholeGroup(connection, code);
    return group === undefined ? [] : [group];
  });
  const newest = new Map(walks.summaries(groups.map(({ newestRow }) => newestRow)).map((event) => [event.id, event]));
  return groups
    .flatMap(({ newestRow, ...group }) => {
      const event = newest.get(String(newestRow));
      return event === undefined ? [] : [{ ...group, newest: event }];
    })
    .toSorted((a, b) => b.count - a.count || a.errorCode.localeCompare(b.errorCode));
}

function errorCodes(connection: Connection): readonly string[] {
  const codes: string[] = [];
  while (codes.length < MOST_CODES) {
    const row = connection.statement(NEXT_CODE).get(codes.at(-1) ?? '') as { readonly code: string } | undefined;
    if (row === undefined) break;
    codes.push(row.code);
  }
  return codes;
}

function wholeGroup(connection: Connection, errorCode: string): Group | undefined {
  const newest = connection.statement(NEWEST).get(errorCode) as { readonly id: number } | undefined;
  if (newest === undefined) return undefined;
  const { total } = connection.statement(COUNT).get(errorCode, MOST_COUNTED + 1) as { readonly total: number };
  return { errorCode, count: Math.min(total, MOST_COUNTED), atLeast: total > MOST_COUNTED, newestRow: newest.id };
}

function filteredGroup(walks: EventWalks, filter: EventErrorFilter, errorCode: string): Group | undefined {
  const { ids, next } = walks.withError({ ...filter, errorCode }, LOOKED_AT);
  const [newestRow] = ids;
  return newestRow === undefined ? undefined : { errorCode, count: ids.length, atLeast: next !== null, newestRow };
}
