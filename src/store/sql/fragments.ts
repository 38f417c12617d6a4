import type { SqlValue } from './connection.ts';

/** A statement or a part of one, with a parameter for each question mark. */
export interface Fragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** A condition with a value for each question mark. If a value is undefined, the condition is omitted. */
export type Condition = readonly [sql: string, ...values: readonly (SqlValue | undefined)[]];

/** All conditions without an undefined value, joined by `and`. */
export function allOf(conditions: readonly (Condition | Fragment)[]): Fragment {
  const asked = conditions.flatMap((condition): readonly Fragment[] => {
    if ('sql' in condition) return [condition];
    const [sql, ...parameters] = condition;
    return parameters.includes(undefined) ? [] : [{ sql, parameters: parameters as readonly SqlValue[] }];
  });
  return asked.length === 0 ? verbatim('true') : joined(asked, ' and ');
}

/**
 * Builds one statement from texts and fragments, in order: `` fragment`select * from leads where ${allOf(conditions)} limit ${limit}` ``.
 */
export function fragment(texts: TemplateStringsArray, ...parts: readonly (Fragment | SqlValue)[]): Fragment {
  const fragments = parts.map((part) => (isFragment(part) ? part : { sql: '?', parameters: [part] }));
  return {
    sql: texts.map((text, index) => `${text}${fragments[index]?.sql ?? ''}`).join(''),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

/** Our own SQL, inserted unchanged: a column, a table. Never user input. */
export function verbatim(sql: string): Fragment {
  return { sql, parameters: [] };
}

/** Joins fragments with a text between them. */
export function joined(fragments: readonly Fragment[], between: string): Fragment {
  return { sql: fragments.map(({ sql }) => sql).join(between), parameters: fragments.flatMap(({ parameters }) => parameters) };
}

/** Matches the rows with these ids. */
export function oneOf(column: string, ids: readonly (number | string)[]): Condition {
  return [`${column} in (select value from json_each(?))`, JSON.stringify(ids)];
}

function isFragment(part: Fragment | SqlValue): part is Fragment {
  return typeof part === 'object' && part !== null && 'sql' in part;
}
