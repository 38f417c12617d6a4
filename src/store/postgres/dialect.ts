import { withoutNul } from '../move/side.ts';
import type { SqlValue } from '../sql/connection.ts';

const STRING = /'(?:[^']|'')*'/g;

/** A statement, and which of its parameters are arrays. */
interface Statement {
  readonly text: string;
  readonly arrays: readonly boolean[];
}

const translated = new Map<string, Statement>();

/** A statement of `store/sql` with its parameters, as the driver takes them. */
export function toPostgresQuery(sql: string, parameters: readonly SqlValue[]): { readonly text: string; readonly values: SqlValue[] } {
  let statement = translated.get(sql);
  if (statement === undefined) {
    const text = toPostgres(sql);
    const arrays = parameters.map((_, index) => text.includes(`($${index + 1}::bigint[])`));
    statement = { text, arrays };
    translated.set(sql, statement);
  }
  const { text, arrays } = statement;
  return { text, values: parameters.map((value, index) => withoutNul(arrays[index] === true ? arrayText(value as string) : value)) };
}

/**
 * A statement of `store/sql` as PostgreSQL takes it: with numbered parameters, without SQLite's hints for its planner, and with what stands in
 * comments that begin with an exclamation mark. Functions that only SQLite has are in the schema (`schema.ts`).
 */
export function toPostgres(sql: string): string {
  return numbered(outsideStrings(withLists(sql), translate));
}

/** A JSON array of ids as an array of PostgreSQL. */
function arrayText(ids: string): string {
  return `{${ids.slice(1, -1)}}`;
}

/** Lists that come as one parameter: of ids, unless a comment says otherwise. */
function withLists(sql: string): string {
  return (
    sql
      .replaceAll(/json_each\(\/\*!text\*\/ ([^()]+)\)/g, 'json_array_elements_text($1::json)')
      .replaceAll('json_each(/*!json*/ ?)', 'json_array_elements(?::json)')
      // An index finds them; for a join the server may read the whole table, as long as it has no statistics.
      .replaceAll('in (select value from json_each(?))', '= any (?::bigint[])')
      .replaceAll('json_each(?)', 'json_ids(?)')
  );
}

function translate(sql: string): string {
  const text = sql
    .replaceAll(/\/\*!(.*?)\*\//gs, '$1')
    .replaceAll(/ indexed by \w+/g, '')
    .replaceAll(/\blikely\((\?)\)/g, '$1')
    // The sign keeps SQLite from an index.
    .replaceAll(/(^|[\s(])\+(?=[a-z])/g, '$1')
    .replaceAll(/\bcross join\b/g, 'join')
    .replaceAll(/\bis not \?/g, 'is distinct from ?')
    .replaceAll(/\bis \?/g, 'is not distinct from ?')
    .replaceAll(/\bunhex\((\w+)\)/g, "decode($1, 'hex')")
    .replaceAll(/\bjson\(\?\)/g, '?::json')
    .replaceAll(/\bjson_group_array\(/g, 'json_agg(')
    .replaceAll(/\bjson_array\(/g, 'json_build_array(')
    // Names are folded to lower case, except quoted ones.
    .replaceAll(/\bas ([a-z]+[A-Z]\w*)/g, 'as "$1"');
  if (!/^\s*insert or ignore\b/.test(text)) return text;
  return `${text.replace('insert or ignore', 'insert')} on conflict do nothing`;
}

/** Changes a statement except for its strings, of which the empty one of bytes is written in another way. */
function outsideStrings(sql: string, change: (sql: string) => string): string {
  const strings: string[] = [];
  const kept = sql.replaceAll("x''", "''::bytea").replaceAll(STRING, (string) => {
    strings.push(string);
    return `'${strings.length - 1}'`;
  });
  return change(kept).replaceAll(/'(\d+)'/g, (_, index) => strings[Number(index)] as string);
}

function numbered(sql: string): string {
  let number = 0;
  return sql.replaceAll(/'(?:[^']|'')*'|\?/g, (part) => {
    if (part !== '?') return part;
    number += 1;
    return `$${number}`;
  });
}
