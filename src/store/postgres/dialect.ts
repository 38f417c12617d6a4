const STRING = /'(?:[^']|'')*'/g;

const translated = new Map<string, string>();

/**
 * A statement of `store/sql` as PostgreSQL takes it: with numbered parameters, without SQLite's hints for its planner, and with what stands in
 * comments that begin with an exclamation mark. Functions that only SQLite has are in the schema (`schema.ts`).
 */
export function toPostgres(sql: string): string {
  let text = translated.get(sql);
  if (text === undefined) {
    text = numbered(outsideStrings(withLists(sql), translate));
    translated.set(sql, text);
  }
  return text;
}

/** Lists that come as one parameter: of ids, unless a comment says otherwise. */
function withLists(sql: string): string {
  return sql
    .replaceAll(/json_each\(\/\*!text\*\/ ([^()]+)\)/g, 'json_array_elements_text($1::json)')
    .replaceAll('json_each(/*!json*/ ?)', 'json_array_elements(?::json)')
    .replaceAll('json_each(?)', 'json_ids(?)');
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
